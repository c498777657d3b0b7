import Languages
import Maps

extension RoutingRefusal: Refusal {
    var problem: Problem {
        switch self {
        case .noWay: Problem(422, "noWay", "No route between these places.")
        case .nothingNear: Problem(422, "nothingNear", "No street near one of these places.")
        case .tooFar: Problem(422, "tooFar", "These places are too far apart.")
        case .noTransit:
            Problem(422, "noTransit", "This hub has no timetables, so no routes by bus and train.", field: "mode")
        case .unavailable:
            Problem(503, "noRouter", "Routing is not available right now. Try again.").retry(afterSeconds: 10)
        }
    }
}
