import Testing

/// The features, one name each: a feature's files lie in a folder of this name in every layer that has some.
private let features: Set<String> = [
    "Accounts", "Calendar", "Clock", "Coins", "Deputies", "Families", "History", "Keeper", "Ledger", "Maps", "Messages",
    "Missions", "Places", "Presence", "Sharing", "Store", "Trips",
]

/// The layers by feature, each with the folders that belong to no feature but to the layer itself.
private let layers: [String: Set<String>] = [
    "Sources/Family": ["Basics"],
    "Sources/Storage": ["Migrations", "PostgresMigrations"],
    "Sources/API": [],
    "Sources/Hub": [],
    "Sources/Contract/Parts": ["Hub"],
    "Sources/HubAPI": ["Access", "Demo", "Events", "Web"],
    "Tests/HubTests": [],
    "Tests/HubAPITests": ["Access", "Contract", "Events", "Web"],
]

/// At most this number of files may lie beside a layer's folders: what every feature needs.
private let sharedFilesMax = 14

@Suite struct FeatureTests {
    @Test(arguments: layers.keys.sorted())
    func `a feature has the same folder in every layer`(_ layer: String) {
        #expect(strays(in: layer, of: SourceTree.allPaths) == [])
    }

    @Test(arguments: layers.keys.sorted())
    func `a layer has at most the allowed number of files beside its feature folders`(_ layer: String) {
        let shared = SourceTree.allPaths.filter { $0.hasPrefix(layer + "/") && folder(of: $0, in: layer) == nil }
        #expect(shared.count <= sharedFilesMax, "\(shared)")
    }

    @Test func `a stray folder is seen`() {
        let paths = [
            "Sources/Hub/Trips/A.swift", "Sources/Hub/Hub.swift", "Sources/Hub/Safety/A.swift", "Sources/HubAPI/X/A",
        ]
        #expect(strays(in: "Sources/Hub", of: paths) == ["Safety"])
        #expect(strays(in: "Sources/HubAPI", of: paths) == ["X"])
    }

    @Test func `every feature is in more than one layer`() {
        for feature in features {
            let found = layers.keys.filter { layer in
                SourceTree.allPaths.contains { folder(of: $0, in: layer) == feature }
            }
            #expect(found.count > 1, "\(feature)")
        }
    }
}

/// The folders of a layer that bear no feature's name.
private func strays(in layer: String, of paths: [String]) -> [String] {
    let named = features.union(layers[layer] ?? [])
    let found = paths.filter { $0.hasPrefix(layer + "/") }.compactMap { folder(of: $0, in: layer) }
    return Set(found).subtracting(named).sorted()
}

/// The folder under a layer in which a file lies; nil directly in it.
private func folder(of path: String, in layer: String) -> String? {
    guard path.hasPrefix(layer + "/") else { return nil }
    let rest = path.dropFirst(layer.count + 1).split(separator: "/")
    return rest.count > 1 ? String(rest[0]) : nil
}
