import API
import HTTP
import Hub
import Languages
import Maps

extension HubService {
    /// `POST /region-searches`: the regions of the mirror by their names; no `GET`, since the mirror may be asked.
    func findRegions(_ keeper: Keeper, _ request: Request) async throws -> Response {
        let desk = try openDesk()
        let body = try JSON.read(RegionSearchBody.self, from: request)
        guard (1...100).contains(body.text.utf16.count), body.text.contains(where: { !$0.isWhitespace }) else {
            throw Problem.invalid("text", "Enter a country or region.")
        }
        do {
            let found = try await desk.find(body.text)
            return .json(
                FoundRegionsBody(items: found.map { .init(id: $0.id, name: $0.name, within: $0.within) })
            )
        } catch {
            throw Problem(refusal: error)
        }
    }

    /// `POST /region-offers`: what a region costs, as the mirror says it now.
    func offerRegion(_ keeper: Keeper, _ request: Request) async throws -> Response {
        let desk = try openDesk()
        let body = try JSON.read(RegionChoiceBody.self, from: request)
        do {
            let offer = try await desk.offer(body.id)
            // A shelf that cannot be read holds nothing that is as new.
            let known = (try? desk.shelf.regions()) ?? []
            let own = known.first { $0.source?.id == offer.entry.id }
            let isNewest = own?.source?.digest == offer.digest
            return .json(RegionOfferBody(offer, as: own?.name, freeBytes: desk.freeBytes, isNewest: isNewest))
        } catch {
            throw Problem(refusal: error)
        }
    }

    /// `PUT /regions/{name}/download`: has a region fetched and imported.
    func getRegion(_ name: String, _ keeper: Keeper, _ request: Request) async throws -> Response {
        let desk = try openDesk()
        let body = try JSON.read(RegionChoiceBody.self, from: request)
        try await hub.requireRecentProof(keeper.caller)
        do {
            return .json(RegionWorkBody(try await desk.get(body.id, as: name)))
        } catch {
            throw Problem(refusal: error)
        }
    }
}

extension RegionOfferBody {
    fileprivate init(_ offer: RegionOffer, as name: String?, freeBytes: Int?, isNewest: Bool) {
        let entry = offer.entry
        self.init(
            id: entry.id,
            name: entry.name,
            region: name ?? entry.regionName,
            extract: entry.file,
            bytes: offer.bytes
        )
        (diskBytes, seconds, self.isNewest) = (offer.diskBytes, offer.seconds, isNewest)
        hasRoom = freeBytes.map { RegionRoom.isEnough($0, for: offer.bytes) } ?? true
    }
}
