import Crypto
package import Family
import SQL
import Storage

/// A tracker that a Traccar server forwards: a thing or a device of its member, or an offer to make it one.
package struct ForwardedTracker: Hashable, Sendable {
    package var id: ID<Tracker>
    /// Traccar's `uniqueId`, as far as it can be shown.
    package var uniqueID: String
    package var name: String?
    /// The device whose positions these are; nil while it is only offered.
    package var device: ID<Device>?
    package var heardAt: Timestamp

    fileprivate init(_ row: TrackerRow, _ names: TrackerNames) {
        id = row.id
        uniqueID = names.uniqueID
        name = names.name
        device = row.device
        heardAt = row.heardAt
    }
}

/// Where a member's things are, and what Traccar servers forward for them, by device.
struct OwnThings: Sendable {
    var positions: [ID<Device>: Fix] = [:]
    var trackers: [ID<Device>: [ForwardedTracker]] = [:]

    init() {}

    /// Empty where the member's key does not open.
    init(of member: ID<Member>, in transaction: Transaction, vault: Vault) throws(StorageError) {
        guard let key = try MemberState.key(of: member, from: transaction, vault: vault) else { return }
        for (device, sealed) in try transaction.thingPositions(of: member) {
            let bytes = key.open(sealed, additional: Vault.Purpose.thing.binding(device.bytes))
            positions[device] = bytes.flatMap(FixRecord.init(bytes:))?.fix
        }
        for row in try transaction.trackers(of: member) {
            guard let names = key.trackerNames(row.sealed, of: row.id) else { continue }
            trackers[row.bridge, default: []].append(ForwardedTracker(row, names))
        }
    }
}

extension Hub {
    /// Trackers that are offered of one Traccar server; of a fleet, more than a family drives.
    package static let trackersMax = 100
    /// How often it is written down that a tracker was heard.
    private static let trackerSavedEveryMilliseconds: Int64 = 60_000

    /// The sender of a tracker's positions that a Traccar server forwards with this token.
    ///
    /// One that is bound to no device is offered to the member, up to ``trackersMax``. Throws
    /// `DeviceReportRefusal.throttled`, or `StorageError`.
    package func sender(
        ofTracker uniqueID: String,
        name: String?,
        by bridge: DeviceCredential,
        receivedAt: Timestamp
    ) async throws -> DeviceCredential? {
        if let seconds = budget.retryAfterSeconds(bridge.device, now: receivedAt, asMuchAs: 1) {
            throw DeviceReportRefusal.throttled(retryAfterSeconds: seconds)
        }
        let mark = vault.mark(ofTracker: uniqueID, of: bridge.device)
        let found = try await database.read { transaction in
            try transaction.tracker(mark: mark, of: bridge.device).map { ($0, try transaction.boundDevice(of: $0)) }
        }
        // With a phone's token it is no sign of the phone.
        let isDue = !bridge.follows && heard.needsSaving(bridge.device, now: receivedAt, sentAt: nil)
        if let (row, device) = found, !isDue,
            receivedAt.milliseconds(since: row.heardAt) < Hub.trackerSavedEveryMilliseconds
        {
            return device.map(DeviceCredential.init)
        }
        let names = TrackerNames(uniqueID: uniqueID, name: name)
        let (vault, id) = (vault, outside.newID(of: Tracker.self))
        return try await database.transaction { transaction -> DeviceRow? in
            guard let key = try MemberState.key(of: bridge.member, from: transaction, vault: vault),
                try transaction.device(bridge.device)?.revokedAt == nil
            else { return nil }
            if isDue { try transaction.touchDevice(bridge.device, heardAt: receivedAt) }
            if let row = try transaction.tracker(mark: mark, of: bridge.device) {
                try transaction.touchTracker(row.id, sealed: key.seal(names, of: row.id), heardAt: receivedAt)
                return try transaction.boundDevice(of: row)
            }
            guard try transaction.trackerCount(of: bridge.device) < Hub.trackersMax else { return nil }
            let row = TrackerRow(
                id: id,
                bridge: bridge.device,
                member: bridge.member,
                mark: mark,
                sealed: key.seal(names, of: id),
                heardAt: receivedAt
            )
            try transaction.addTracker(row)
            return nil
        }.map(DeviceCredential.init)
    }

    /// Makes a tracker's positions those of a device of the same member, once.
    ///
    /// Throws `DeviceRefusal.notFound` where tracker or device are not the member's, `.trackerBound` where it is another
    /// device already, or `StorageError`.
    package func bindTracker(
        _ id: ID<Tracker>,
        by bridge: ID<Device>,
        to device: ID<Device>,
        of member: ID<Member>
    ) async throws -> ForwardedTracker {
        let vault = vault
        let tracker = try await database.transaction { transaction -> ForwardedTracker in
            guard var row = try transaction.tracker(id), row.member == member, row.bridge == bridge,
                let bound = try transaction.device(device), bound.member == member, bound.revokedAt == nil,
                !bound.forwards,
                let names = try MemberState.key(of: member, from: transaction, vault: vault)?
                    .trackerNames(row.sealed, of: id)
            else { throw DeviceRefusal.notFound }
            guard row.device == nil || row.device == device else { throw DeviceRefusal.trackerBound }
            try transaction.bindTracker(id, to: device)
            try self.noteNewSenders(of: [device], member, in: transaction)
            row.device = device
            return ForwardedTracker(row, names)
        }
        note(.deviceAdded, member)
        return tracker
    }

    /// Forgets a tracker with its binding; at its next report it is offered again.
    ///
    /// Throws `DeviceRefusal.notFound`, or `StorageError`.
    package func forgetTracker(_ id: ID<Tracker>, by bridge: ID<Device>, of member: ID<Member>) async throws {
        try await database.transaction { transaction in
            guard let row = try transaction.tracker(id), row.member == member, row.bridge == bridge else {
                throw DeviceRefusal.notFound
            }
            try transaction.removeTracker(id)
        }
        note(.deviceRevoked, member)
    }
}

extension Transaction {
    /// The device that a tracker is bound to, while it may send.
    fileprivate func boundDevice(of tracker: TrackerRow) throws(StorageError) -> DeviceRow? {
        guard let device = try tracker.device.flatMap({ id throws(StorageError) in try self.device(id) }),
            device.member == tracker.member, device.revokedAt == nil
        else { return nil }
        return device
    }
}

extension DeviceCredential {
    /// A device that a Traccar server speaks for.
    fileprivate init(_ row: DeviceRow) {
        self.init(device: row.id, member: row.member)
        follows = row.follows
    }
}
