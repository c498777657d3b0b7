import Hub
import Linux
import Maps
import SQL
import SQLite

/// How another server's tiles are drawn, as the keeper sets it.
struct TilesSetting {
    /// Where they are; nil means that the region's are drawn.
    var template: TileTemplate?
    var attribution = "© OpenStreetMap contributors"
    /// The closest zoom that the server has; nil means what is usual.
    var zoomMax: Int?
    var cacheMegabytes = 500

    init() {}

    /// Reads the settings by their names.
    init(_ value: (String) -> String?) throws(UsageError) {
        if let text = value("tiles") {
            guard let template = TileTemplate(text) else {
                throw UsageError(
                    words: "--tiles is a URL with {z}, {x} and {y} in it, such as http://HOST/{z}/{x}/{y}.png."
                )
            }
            self.template = template
        }
        attribution = value("tiles-attribution") ?? attribution
        guard attribution.utf16.count <= 200 else { throw UsageError(words: "--tiles-attribution is too long.") }
        if let text = value("tiles-zoom") {
            guard let zoom = Int(text), (0...22).contains(zoom) else {
                throw UsageError(words: "--tiles-zoom is a number from 0 to 22.")
            }
            zoomMax = zoom
        }
        if let text = value("tiles-cache") {
            guard let size = Int(text), (1...1_000_000).contains(size) else {
                throw UsageError(words: "--tiles-cache is a number of megabytes from 1 to 1000000.")
            }
            cacheMegabytes = size
        }
    }
}

extension TileServer {
    /// The server that is set, with what is kept of it; nil where none is.
    static func of(_ configuration: Configuration) async throws -> TileServer? {
        let setting = configuration.tiles
        guard let template = setting.template else { return nil }
        let path = Folders.absolute(configuration.dataFolder) + "/tiles.sqlite"
        let outside = HubDependencies.real
        do {
            var limits = Database.Limits()
            limits.readers = 1
            let cache = try await TileCache(
                try Database(SQLite(path: path), limits: limits),
                of: template.text,
                bytesMax: setting.cacheMegabytes << 20
            )
            return TileServer(
                template,
                attribution: setting.attribution,
                zoomMax: setting.zoomMax,
                cache: cache,
                now: outside.now
            )
        } catch let error as StorageError {
            throw CommandFailure(words: "\(path) cannot be used: \(error.message)")
        }
    }
}
