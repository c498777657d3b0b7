import API

extension Route {
    /// The maps are everybody's who is logged in; this hub has no region to search.
    var ofMaps: AccessRule {
        switch self {
        case .findRoute:
            own(200, #"{"from":{"latitude":1,"longitude":2},"to":{"latitude":3,"longitude":4},"mode":"walk"}"#)
        case .search: own(404, #"{"text":"Vaduz"}"#)
        case .reverse: own(404, #"{"at":{"latitude":47,"longitude":9}}"#)
        default: ofKeeper
        }
    }

    /// What the keeper reads, and does with the regions of the map.
    private var ofKeeper: AccessRule {
        switch self {
        case .metrics, .keeper, .regions: keepers(200)
        case .removeRegion: keepers(404)
        // A piece of an extract is no JSON.
        case .sendExtract: keepers(415)
        // This hub has no mirror.
        case .findRegions: AccessRule(route: self, body: #"{"text":"Vaduz"}"#, status: keepers(409).status)
        case .offerRegion, .getRegion: AccessRule(route: self, body: #"{"id":"home"}"#, status: keepers(409).status)
        default: keepers(204)
        }
    }
}
