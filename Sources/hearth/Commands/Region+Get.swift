import Glibc
import Linux
import Maps

/// A region to be fetched by name.
struct RegionOrder {
    /// What people call it, or what the mirror does.
    let text: String
    let isID: Bool
    /// What it is called on the shelf; nil means as the mirror calls it.
    let name: String?
    let display: RegionDisplay
}

/// Fetches an extract from the mirror and makes a region of it.
func getRegion(_ order: RegionOrder, _ configuration: Configuration) async throws -> RegionManifest {
    guard let mirror = configuration.regionMirror else {
        throw CommandFailure(words: "no server is set to fetch regions from: --region-mirror names one")
    }
    guard try configuration.valhalla() != nil else {
        throw CommandFailure(
            words: "Valhalla's programs are missing: `make engines` fetches them, --valhalla names them"
        )
    }
    // What root makes in it the hub could not take away again.
    try FolderOwner(configuration.dataFolder)?.dropPrivileges()
    // A region may come before its hub.
    if configuration.regionFolder == nil { _ = unsafe mkdir(configuration.dataFolder, 0o700) }
    let client = MirrorClient(mirror)
    say("asking \(mirror.host), which learns this machine's address and the region's name")
    let entry = try chosen(order, try await client.catalogue(), mirror)
    let name = order.name ?? entry.regionName
    guard RegionShelf.isName(name) else {
        throw UsageError(words: "--name is 1 to 40 lower-case letters, digits and hyphens.")
    }
    let offer = try await client.offer(entry)
    let minutes = max(1, offer.seconds / 60)
    let cost = "\(megabytes(offer.bytes)) to fetch, \(megabytes(offer.diskBytes)) of the disk, about \(minutes) min"
    say("\(entry.name): \(cost)")
    let display = order.display
    let result = try await RegionDownload(
        client,
        entry,
        for: name,
        on: configuration.regions,
        pause: { seconds in
            try? await Task.sleep(for: .seconds(seconds))
        },
        report: { display.show($0) }
    )
    .run()
    let source = RegionManifest.Source(id: entry.id, digest: result.offer.digest)
    let region = try await importRegion(result.path, name: name, from: source, configuration, display)
    try configuration.regions.removeUnfinished(name)
    return region
}

/// The one region that is meant.
private func chosen(
    _ order: RegionOrder,
    _ catalogue: RegionCatalogue,
    _ mirror: RegionMirror
) throws(CommandFailure) -> RegionCatalogue.Entry {
    if let entry = catalogue.entry(order.text) { return entry }
    let found = order.isID ? [] : catalogue.find(order.text)
    guard let first = found.first else {
        throw CommandFailure(words: "\(mirror.host) has no region called \(order.text)")
    }
    let isOnlyOne = found.count == 1 || found.count { $0.name.lowercased() == order.text.lowercased() } == 1
    guard isOnlyOne else {
        let names = found.prefix(10).map { "\($0.id) (\($0.name))" }.joined(separator: ", ")
        throw CommandFailure(words: "several regions are called so; say which: \(names)")
    }
    return first
}

/// Ends this program, and with it all that it runs, before a region takes the room that is kept for calls for help (F74).
func watchRoom(for name: String, on shelf: RegionShelf) -> Task<Void, Never> {
    Task {
        while !Task.isCancelled {
            if let free = Folders.freeBytes(shelf.folder), free < RegionRoom.keptBytes {
                // What cannot be removed now goes with the next import.
                try? shelf.removeUnfinished(name)
                say("hearth: \(RegionRoom.words(free))")
                exit(1)
            }
            try? await Task.sleep(for: .milliseconds(200))
        }
    }
}
