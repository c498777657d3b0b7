import Languages
import Maps

extension Problem {
    init(_ refusal: SearchRefusal) {
        self =
            switch refusal {
            case .noRegion:
                Problem(
                    404,
                    "noRegion",
                    "No map region yet, so search is off.",
                    detail: "The hub's keeper imports one with `hearth region import`."
                )
            case .unavailable:
                Problem(503, "noSearch", "Search is not available right now. Try again.").retry(afterSeconds: 10)
            }
    }
}
