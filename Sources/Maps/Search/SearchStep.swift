import FoundationEssentials
import Linux
package import SQL

extension RegionStep {
    /// Names, streets and addresses, `search.sqlite`; `open` makes the file, which nobody reads until it is whole.
    package static func search(open: @escaping @Sendable (_ path: String) throws -> Database) -> RegionStep {
        RegionStep(
            name: "search",
            title: "the search",
            version: 1,
            weight: 3,
            products: ["search.sqlite", "search.work"]
        ) { work throws(RegionFailure) in
            let scratch = work.folder + "/search.work"
            let features = scratch + "/features.geojsonseq"
            try writeConfiguration(scratch)
            try await export(try await wholeExtract(work.extract, scratch), to: features, scratch)
            work.progress(0.3)
            try await fill(scratch + "/search.sqlite", from: features, open) { work.progress(0.3 + 0.7 * $0) }
            do throws(FolderFailure) {
                try Folders.rename(scratch + "/search.sqlite", to: work.folder + "/search.sqlite")
                try Folders.remove(scratch)
            } catch {
                throw RegionFailure(error)
            }
        }
    }
}

/// What osmium writes out: things with a name or an address, whatever else they are.
private let configuration = """
    {"linear_tags": true, "area_tags": true, "exclude_tags": [], "include_tags": [
    "name", "name:*", "alt_name", "old_name", "int_name", "loc_name", "official_name", "short_name", "addr:housenumber",
    "addr:street", "addr:place", "addr:postcode", "addr:interpolation", "place", "boundary", "admin_level", "population",
    "wikipedia", "wikidata", "highway", "waterway", "aeroway", "railway", "public_transport", "amenity", "shop", "tourism",
    "leisure", "historic", "healthcare", "office", "craft", "club", "natural", "mountain_pass", "landuse", "man_made",
    "building", "postal_code"]}
    """

private func writeConfiguration(_ scratch: String) throws(RegionFailure) {
    do {
        try Folders.make(scratch)
        try Data(configuration.utf8).write(to: URL(filePath: scratch + "/export.json"))
    } catch {
        throw RegionFailure(words: "\(scratch) cannot be written")
    }
}

/// The features of an extract that have names or addresses, a line of GeoJSON each.
private func export(_ extract: String, to features: String, _ scratch: String) async throws(RegionFailure) {
    let named = scratch + "/named.osm.pbf"
    try await runProgram(
        [
            "osmium", "tags-filter", "--no-progress", "--overwrite", "--output", named, extract,
            "nwr/name", "nwr/addr:housenumber", "w/addr:interpolation", "r/boundary=administrative",
        ],
        debian: "osmium-tool",
        failure: "the names could not be read"
    )
    try await runProgram(
        [
            "osmium", "export", "--no-progress", "--overwrite", "--config", scratch + "/export.json",
            "--output-format", "geojsonseq", "--format-option", "print_record_separator=false", "--output", features,
            named,
        ],
        debian: "osmium-tool",
        failure: "the names could not be read"
    )
}

private func fill(
    _ path: String,
    from features: String,
    _ open: @Sendable (_ path: String) throws -> Database,
    progress: @escaping @Sendable (Double) -> Void
) async throws(RegionFailure) {
    do {
        let database = try open(path)
        do {
            try await database.transaction { transaction in
                try SearchMaker.make(from: features, in: transaction, progress: progress)
            }
        } catch {
            await database.close()
            throw error
        }
        await database.close()
    } catch let failure as FolderFailure {
        throw RegionFailure(failure)
    } catch {
        throw RegionFailure(words: "the search could not be written: \(error)")
    }
}
