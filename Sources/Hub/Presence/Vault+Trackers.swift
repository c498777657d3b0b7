import Crypto
import Family

extension Vault {
    /// The mark by which a tracker is found among those of one Traccar server, telling nothing of its identity.
    func mark(ofTracker uniqueID: String, of bridge: ID<Device>) -> [UInt8] {
        hash(token: Purpose.tracker.binding(bridge.bytes) + Array(uniqueID.utf8)).bytes
    }
}

extension AEADKey {
    /// What a Traccar server says of a tracker, for its row.
    func seal(_ names: TrackerNames, of tracker: ID<Tracker>) -> [UInt8] {
        seal(names.bytes, additional: Vault.Purpose.tracker.binding(tracker.bytes))
    }

    /// The same from its row; nil where the row is not this member's.
    func trackerNames(_ sealed: [UInt8], of tracker: ID<Tracker>) -> TrackerNames? {
        open(sealed, additional: Vault.Purpose.tracker.binding(tracker.bytes)).map(TrackerNames.init(bytes:))
    }
}

/// What a Traccar server calls a tracker, as it can be shown on one line.
struct TrackerNames: Hashable, Sendable {
    let uniqueID: String
    let name: String?

    init(uniqueID: String, name: String?) {
        // An identity is short, and its end tells more than a name that cannot be shown.
        self.uniqueID = shownName(uniqueID) ?? shownName(uniqueID.filter { $0.isLetter || $0.isNumber }) ?? "?"
        self.name = name.flatMap { shownName($0) }
    }

    /// Two lines; neither has a break in it.
    fileprivate var bytes: [UInt8] { Array("\(uniqueID)\n\(name ?? "")".utf8) }

    fileprivate init(bytes: [UInt8]) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
        uniqueID = String(decoding: lines.first ?? [], as: UTF8.self)
        name = lines.dropFirst().first.flatMap { $0.isEmpty ? nil : String(decoding: $0, as: UTF8.self) }
    }
}
