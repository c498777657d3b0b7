package import Family
import FoundationEssentials
import SQL
import Storage

/// Why a watch was not set.
package enum PlaceSubscriptionRefusal: Error, Hashable, Sendable {
    /// The viewer sees nothing of them.
    case notFound
    /// A label is one line of 1 to 40 characters, each but once, and there are at most 32.
    case labels
}

/// How a watch is stored.
private struct StoredWishes: Codable {
    struct Place: Codable {
        var label: String
        var arrived: Bool
        var left: Bool
    }

    var places: [Place]
    var quiet: Bool
    var lowBattery: Bool
}

extension PlaceSubscription {
    /// The watch in a row; one that cannot be read asks for nothing.
    init(stored: String) {
        // Written by a newer hub: its viewer is told nothing until they choose anew.
        guard let wishes = try? JSONDecoder().decode(StoredWishes.self, from: Data(stored.utf8)) else {
            self.init()
            return
        }
        self.init(
            places: wishes.places.map { PlaceWish(label: $0.label, arrived: $0.arrived, left: $0.left) },
            quiet: wishes.quiet,
            lowBattery: wishes.lowBattery
        )
    }

    /// How it is stored.
    func stored() throws -> String {
        let wishes = StoredWishes(
            places: places.map { StoredWishes.Place(label: $0.label, arrived: $0.arrived, left: $0.left) },
            quiet: quiet,
            lowBattery: lowBattery
        )
        return String(decoding: try JSONEncoder().encode(wishes), as: UTF8.self)
    }
}

extension Hub {
    /// What a viewer watches, of those whom they see now.
    package func watches(by viewer: ID<Member>) async throws -> [(subject: ID<Member>, watch: PlaceSubscription)] {
        let seen = Set(try await grants(of: viewer).map(\.subject))
        return try await database.read { try $0.watches(by: viewer) }
            .filter { seen.contains($0.subject) }
            .map { ($0.subject, PlaceSubscription(stored: $0.wishes)) }
    }

    /// Sets what a viewer is told of a member whom they see; nothing at all ends it.
    ///
    /// Throws `PlaceSubscriptionRefusal` or `StorageError`.
    package func setWatch(of subject: ID<Member>, by viewer: ID<Member>, _ watch: PlaceSubscription) async throws {
        let labels = watch.places.map { $0.label.lowercased() }
        guard labels.count <= PlaceSubscription.placesMax, Set(labels).count == labels.count,
            watch.places.allSatisfy({ isLabel($0.label) })
        else { throw PlaceSubscriptionRefusal.labels }
        let grant = try await grants(of: viewer).first { $0.subject == subject && !$0.isOneself }
        guard let grant, grant.silentSince == nil else { throw PlaceSubscriptionRefusal.notFound }
        // What went on before is no news: a phone that is silent already has been for some time.
        let now = outside.now()
        var silence = Silence()
        if let known = try await self.subject(subject), let view = view(of: known, under: grant, now: now) {
            _ = silence.news(view, isHidden: true, now: now, lostAfterMilliseconds: settings.lostAfterMilliseconds)
        }
        let row = WatchRow(viewer: viewer, subject: subject, wishes: try watch.stored(), silence: silence)
        let isEmpty = watch.isEmpty
        try await database.transaction { transaction in
            if isEmpty {
                try transaction.removeWatch(viewer: viewer, subject: subject)
            } else {
                try transaction.setWatch(row)
            }
        }
    }

    private func isLabel(_ label: String) -> Bool {
        (1...40).contains(label.count) && !label.contains(where: \.isNewline) && !ClockLabels.isReserved(label)
    }
}
