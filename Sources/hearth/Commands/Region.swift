import Family
import FoundationEssentials
import Glibc
import Linux
import Maps

extension Command {
    static let region = Command(
        name: "region",
        summary: "imports map, routes and search from OpenStreetMap",
        help: """
            usage: hearth region get NAME [--name NAME]
                   hearth region import FILE.osm.pbf [--name NAME]
                   hearth region list
                   hearth region remove NAME

            An extract, of a country for example, becomes all that the hub needs to draw the map and to find ways and
            places by itself. An import that was interrupted goes on where it was, and the old region of the name stays
            until the new one is whole. A running hub takes it up at once; of several regions it uses the one that was
            imported last.

            With get the extract is fetched first, from the server that --region-mirror names: it learns this machine's
            address and which region, nothing else. NAME is what people call the region, such as Liechtenstein or
            Massachusetts. A download that was cut goes on where it was, checked against the server's checksum.

              --name NAME     what the region is called: letters, digits, hyphens (home; with get, the server's name)
              --id            with get: NAME is the server's own name for it, such as us/massachusetts
              --region-mirror URL|none  where regions are fetched from (https://download.geofabrik.de)
              --data DIR      where the hub is (./hearth-data)
              --valhalla DIR  where Valhalla's programs are (as built)
              --progress      prints how far an import is, for programs
              --json          prints the regions as JSON, of remove {}
            """
    ) { words in
        var rest = words[...]
        let verb = rest.popFirst() ?? ""
        let (arguments, configuration) = try Configuration.read(
            Array(rest),
            flags: ["name"],
            switches: ["id", "json", "progress"]
        )
        let asJSON = arguments.switches.contains("json")
        switch verb {
        case "import":
            guard arguments.positional.count == 1 else {
                throw UsageError(words: "say what to import: hearth region import FILE.osm.pbf")
            }
            let name = arguments.values["name"] ?? "home"
            guard RegionShelf.isName(name) else {
                throw UsageError(words: "--name is 1 to 40 lower-case letters, digits and hyphens.")
            }
            let display = RegionDisplay(forPrograms: arguments.switches.contains("progress"))
            let region = try await importRegion(arguments.positional[0], name: name, configuration, display)
            try show([region], asJSON: asJSON)
        case "get":
            guard arguments.positional.count == 1 else {
                throw UsageError(words: "say which: hearth region get NAME, such as Liechtenstein")
            }
            let order = RegionOrder(
                text: arguments.positional[0],
                isID: arguments.switches.contains("id"),
                name: arguments.values["name"],
                display: RegionDisplay(forPrograms: arguments.switches.contains("progress"))
            )
            try show([try await getRegion(order, configuration)], asJSON: asJSON)
        case "list":
            try arguments.noPositional()
            try show(try configuration.regions.regions(), asJSON: asJSON)
        case "remove":
            guard arguments.positional.count == 1 else {
                throw UsageError(words: "say which: hearth region remove NAME")
            }
            try FolderOwner(configuration.dataFolder)?.dropPrivileges()
            try configuration.regions.remove(arguments.positional[0])
            try tellHub(configuration)
            if asJSON { result("{}") }
        default:
            throw UsageError(words: "say what to do: hearth region get, import, list or remove.")
        }
    }
}

/// Makes the region and tells the hub that runs there, if one does.
func importRegion(
    _ path: String,
    name: String,
    from source: RegionManifest.Source? = nil,
    _ configuration: Configuration,
    _ display: RegionDisplay
) async throws -> RegionManifest {
    guard let valhalla = try configuration.valhalla() else {
        throw CommandFailure(
            words: "Valhalla's programs are missing: `make engines` fetches them, --valhalla names them"
        )
    }
    // What root makes in it the hub could not take away again.
    try FolderOwner(configuration.dataFolder)?.dropPrivileges()
    say("reading \(path)")
    let extract = try await RegionExtract.check(Folders.absolute(path))
    // A region may come before its hub.
    if configuration.regionFolder == nil { _ = unsafe mkdir(configuration.dataFolder, 0o700) }
    let watch = watchRoom(for: name, on: configuration.regions)
    defer { watch.cancel() }
    let region = try await RegionImport(
        configuration.regions,
        name: name,
        from: source,
        steps: [.basemap, .roads(valhalla), .search],
        report: { display.show($0) }
    )
    .run(extract, importedAt: { realTime().text })
    try tellHub(configuration)
    return region
}

/// A hub that runs opens the regions anew; where none runs the next start does.
private func tellHub(_ configuration: Configuration) throws {
    guard let answer = try ControlSocket.ask(.reopenRegion, folder: configuration.dataFolder) else { return }
    if case .refused(let words) = answer {
        throw CommandFailure(words: "the running hub could not take up the change: \(words)")
    }
    say("the running hub uses it")
}

/// A line for each region, or the manifests.
private func show(_ regions: [RegionManifest], asJSON: Bool) throws {
    guard !asJSON else {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return result(String(decoding: try encoder.encode(regions), as: UTF8.self))
    }
    for region in regions {
        let bytes = region.parts.reduce(0) { $0 + $1.bytes }
        let parts = region.parts.map(\.name).joined(separator: ", ")
        result("\(region.name)  \(region.extract)  \(region.importedAt ?? "")  \(megabytes(bytes))  \(parts)")
    }
}

func megabytes(_ bytes: Int) -> String {
    "\(bytes / 1_000_000).\(bytes / 100_000 % 10) MB"
}
