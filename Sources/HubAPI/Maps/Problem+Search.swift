import Languages
import Maps

extension SearchRefusal: Refusal {
    var problem: Problem {
        switch self {
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
