import API

extension Route {
    /// The maps are everybody's who is logged in; this hub has no region to search.
    var ofMaps: AccessRule {
        switch self {
        case .findRoute:
            own(200, #"{"from":{"latitude":1,"longitude":2},"to":{"latitude":3,"longitude":4},"mode":"walk"}"#)
        case .search: own(404, #"{"text":"Vaduz"}"#)
        default: own(404, #"{"at":{"latitude":47,"longitude":9}}"#)
        }
    }

    /// What the keeper does with the regions of the map.
    var ofRegions: AccessRule {
        switch self {
        case .removeRegion: keepers(404)
        // A piece of an extract is no JSON.
        case .sendExtract: keepers(415)
        default: keepers(204)
        }
    }
}
