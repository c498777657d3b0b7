import Maps

extension Problem {
    init(_ refusal: RoutingRefusal) {
        self =
            switch refusal {
            case .noWay: Problem(422, "noWay", "There is no way between these two places.")
            case .nothingNear: Problem(422, "nothingNear", "There is no street near one of these places.")
            case .tooFar: Problem(422, "tooFar", "These places are too far apart.")
            case .noTransit:
                Problem(
                    422,
                    "noTransit",
                    "This hub knows no timetables, so it finds no ways by bus and train.",
                    field: "mode"
                )
            case .unavailable:
                Problem(503, "noRouter", "Ways cannot be found just now. Please try again.").retry(afterSeconds: 10)
            }
    }
}
