import API
import HTTP
import Hub
import Languages
import Maps

extension HubService {
    /// `GET /regions`: what the maps are made of, for the keeper.
    func regions(_ keeper: Keeper, _ request: Request) async throws -> Response {
        let desk = try openDesk()
        do {
            let items = try desk.shelf.regions().enumerated().map { RegionBody($1, isUsed: $0 == 0) }
            return .json(
                RegionsBody(
                    items: items,
                    work: desk.work.map(RegionWorkBody.init),
                    freeBytes: desk.freeBytes,
                    routing: routing,
                    isFixed: desk.isFixed,
                    mirror: desk.mirror?.host
                )
            )
        } catch {
            throw Problem(refusal: .failed(words: error.words))
        }
    }

    /// `DELETE /regions/{name}`, after which the hub uses what is left.
    func removeRegion(_ name: String, _ keeper: Keeper, _ request: Request) async throws -> Response {
        let desk = try openDesk()
        try await hub.requireRecentProof(keeper.caller)
        do {
            try desk.remove(name)
        } catch {
            throw Problem(refusal: error)
        }
        try await atlas.reopen()
        return .done
    }

    /// `PUT /regions/{name}/extract?file=…&from=…&of=…`: a piece of the file that the region is to be made of.
    ///
    /// The first one asks for proof; with the last one the import begins.
    func sendExtract(_ name: String, _ keeper: Keeper, _ request: Request) async throws -> Response {
        let desk = try openDesk()
        guard request.isBytes else { throw Problem.bytesOnly }
        let fields = request.queryFields
        guard let from = Int(fields["from"] ?? ""), from >= 0 else {
            throw Problem.invalid("from", "Give the first byte of this piece.")
        }
        guard let whole = Int(fields["of"] ?? "") else {
            throw Problem.invalid("of", "Give the size of the file in bytes.")
        }
        if from == 0 { try await hub.requireRecentProof(keeper.caller) }
        do {
            let extract = RegionImportWork(name: name, file: fields["file"] ?? "", bytes: whole)
            return .json(RegionWorkBody(try desk.receive(request.body, at: from, of: extract)))
        } catch {
            throw Problem(refusal: error)
        }
    }

    /// `DELETE /regions/{name}/extract`: ends what is under way for it, or forgets why it failed.
    func giveUpExtract(_ name: String, _ keeper: Keeper, _ request: Request) async throws -> Response {
        await (try openDesk()).giveUp(name)
        return .done
    }

    func openDesk() throws(Problem) -> RegionImportService {
        guard let desk else { throw .notFound }
        return desk
    }

    private var routing: String {
        guard let status = atlas.routerStatus else { return "none" }
        return status.isUp.map { $0 ? "own" : "starting" } ?? "elsewhere"
    }
}

extension RegionBody {
    fileprivate init(_ region: RegionManifest, isUsed: Bool) {
        let bounds = region.bounds
        self.init(
            name: region.name,
            extract: region.extract,
            bytes: region.parts.reduce(0) { $0 + $1.bytes },
            importedAt: region.importedAt ?? "",
            bounds: Bounds(west: bounds.west, south: bounds.south, east: bounds.east, north: bounds.north),
            isUsed: isUsed
        )
        source = region.source?.id
    }
}

extension RegionWorkBody {
    init(_ work: RegionImportWork) {
        self.init(
            name: work.name,
            extract: work.file,
            bytes: work.bytes,
            receivedBytes: work.receivedBytes,
            state: "receiving"
        )
        if work.source != nil { isFetched = true }
        switch work.stage {
        case .receiving: break
        case .waiting(let why): (state, words) = ("waiting", why)
        case .importing(let progress): (state, step, fraction) = ("importing", progress?.title, progress?.fraction)
        case .failed(let why): (state, words) = ("failed", why)
        }
    }
}

extension Problem {
    /// Why a region was not changed.
    init(refusal: RegionImportRefusal) {
        self =
            switch refusal {
            case .badName: .invalid("name", "Enter a name of 1 to 40 lower-case letters, digits and hyphens.")
            case .badFile:
                .invalid("file", "Choose an OpenStreetMap extract: a file that ends in .osm.pbf.")
            case .tooLarge: .invalid("file", "The file is too large for this hub, or empty.")
            case .noRoom(let free):
                Problem(
                    409,
                    "noRoom",
                    "Not enough disk space on the hub.",
                    detail: "\(free / 1_000_000) MB are free."
                )
            case .busy: Problem(409, "importRunning", "Another import is running. Wait until it is done.")
            case .notBegun: Problem(409, "notBegun", "The upload was interrupted. Start again.")
            case .otherOffset(let received):
                Problem(409, "otherOffset", "Wrong piece of the file.", detail: "Continue at byte \(received).")
            case .unknown, .notOffered: .notFound
            case .fixed: Problem(409, "regionFixed", "This region is built in and cannot be changed here.")
            case .noMirror: Problem(409, "noMirror", "No region server is set on this hub.")
            case .mirrorFailed(let words):
                Problem(
                    409,
                    "mirrorFailed",
                    "The download server did not send the file.",
                    detail: "\(words)."
                )
            case .failed(let words):
                Problem(409, "regionFailed", "The region could not be changed.", detail: "\(words)")
            }
    }
}
