import Maps

extension Problem {
    init(_ refusal: SearchRefusal) {
        self =
            switch refusal {
            case .noRegion:
                Problem(
                    404,
                    "noRegion",
                    "There is no map region yet, so nothing can be searched.",
                    detail: "The hub's keeper imports one with `hearth region import`."
                )
            case .unavailable:
                Problem(503, "noSearch", "Nothing can be searched just now. Please try again.").retry(afterSeconds: 10)
            }
    }
}
