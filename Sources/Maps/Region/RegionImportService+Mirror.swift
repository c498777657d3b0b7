import Synchronization

/// What the keeper asks of the mirror; it is asked for nothing else, and only then.
extension RegionImportService {
    /// The mirror that regions are fetched from; nil where there is none.
    package var mirror: RegionMirror? { mirrorList?.client.mirror }

    /// The regions of the mirror whose name a text is, or begins; asks the mirror where its list was not read lately.
    package func find(_ text: String) async throws(RegionImportRefusal) -> [RegionCatalogue.Entry] {
        try await openMirror().catalogue().find(text)
    }

    /// What the mirror has for a region now; asks it.
    package func offer(_ id: String) async throws(RegionImportRefusal) -> RegionOffer {
        let list = try openMirror()
        guard let entry = try await list.catalogue().entry(id) else { throw .notOffered }
        do throws(RegionFailure) {
            return try await list.client.offer(entry)
        } catch {
            throw .mirrorFailed(words: error.words)
        }
    }

    /// Begins to fetch a region from the mirror, which goes on by itself until it is imported, failed or given up.
    package func get(_ id: String, as name: String) async throws(RegionImportRefusal) -> RegionImportWork {
        guard RegionShelf.isName(name) else { throw .badName }
        let offer = try await offer(id)
        let work = RegionImportWork(name: name, file: offer.entry.file, bytes: offer.bytes, source: id)
        try check(work)
        try start(work)
        return work
    }

    private func openMirror() throws(RegionImportRefusal) -> MirrorList {
        guard let mirrorList else { throw isFixed ? .fixed : .noMirror }
        return mirrorList
    }
}

/// A mirror's list, read when it is first asked for and anew after a day.
final class MirrorList: Sendable {
    private struct Known {
        let list: RegionCatalogue
        let readAt: ContinuousClock.Instant
    }

    let client: MirrorClient
    private let known = Mutex<Known?>(nil)

    init(_ client: MirrorClient) {
        self.client = client
    }

    func catalogue() async throws(RegionImportRefusal) -> RegionCatalogue {
        let now = ContinuousClock.now
        if let known = known.withLock({ $0 }), now - known.readAt < .seconds(86_400) { return known.list }
        do throws(RegionFailure) {
            let list = try await client.catalogue()
            known.withLock { $0 = Known(list: list, readAt: now) }
            return list
        } catch {
            throw .mirrorFailed(words: error.words)
        }
    }
}
