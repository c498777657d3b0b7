import Bus
import Crypto
package import Family
import SQL
import Storage

/// A phone app, or a page, that proved its token: it may send its member's fixes and nothing else (S29).
package struct DeviceCredential: Sendable {
    package var device: ID<Device>
    package var member: ID<Member>
    /// The OwnTracks passphrase, if the member set one.
    package var passphrase: String?
    /// Whether OwnTracks on this device is shown the people its member sees exactly.
    package var showsFriends = false
    /// Whether its positions are its member's; a thing's are not.
    package var follows = true
}

/// What a device is to its member.
package enum DeviceUse: Hashable, Sendable {
    /// What the member carries: its positions are theirs.
    case phone
    /// A car, a pet or a thing: its positions are its own and move no member.
    case thing
    /// A Traccar server: it has no position, and speaks for trackers.
    case traccarServer
}

/// Who manages a member's devices: the member, a guardian of a child, or the keeper by a command on the hub's machine.
package enum DeviceKeeper: Sendable {
    case oneself
    case guardian(ID<Member>, of: ID<FamilyGroup>)
    case hubKeeper

    fileprivate var isGuardian: Bool { if case .guardian = self { true } else { false } }
}

extension Hub {
    /// Devices of one member that are not revoked.
    package static let devicesMax = 20

    /// A member's devices, in the order they were added; where things were last is for the member alone.
    ///
    /// Throws `FamilyRefusal` where a guardian asks who is none, or `StorageError`.
    package func devices(
        of member: ID<Member>,
        for keeper: DeviceKeeper = .oneself
    ) async throws -> [RegisteredDevice] {
        let now = outside.now()
        let vault = vault
        let (rows, isBound, things) = try await database.read { transaction -> ([DeviceRow], Bool, OwnThings) in
            var isBound = false
            if case .guardian(let guardian, let family) = keeper {
                let child = try transaction.childInCare(member, of: family, by: guardian, now: now)
                isBound = try transaction.guardianship(of: child, now: now).verdict(.arrange, by: guardian) != .alone
            }
            let rows = try transaction.devices(of: member)
            guard case .oneself = keeper else { return (rows, isBound, OwnThings()) }
            return (rows, isBound, try OwnThings(of: member, in: transaction, vault: vault))
        }
        return rows.map { row in
            var device = registered(row)
            // When it was heard tells a guardian from whom the child is hidden of its day.
            if isBound { (device.heardAt, device.clockAheadMilliseconds) = (nil, nil) }
            device.position = things.positions[row.id]
            device.trackers = things.trackers[row.id] ?? (row.forwards ? [] : nil)
            return device
        }
    }

    /// Adds a device; a child is told of one that its guardian adds.
    ///
    /// - Returns: its token, which is nowhere kept.
    /// - Throws: `DeviceRefusal.alreadyIssued` for a repeat of the same request: the token was shown once;
    ///   `idUsedOtherwise` also for the id of a page; `FamilyRefusal`, or `StorageError`.
    package func addDevice(
        _ id: ID<Device>,
        for member: ID<Member>,
        name: String,
        as use: DeviceUse = .phone,
        by keeper: DeviceKeeper = .oneself
    ) async throws -> (device: RegisteredDevice, token: String) {
        guard let name = shownName(name) else { throw DeviceRefusal.nameEmptyOrTooLong }
        let token = newToken()
        let hash = vault.hash(token: Array(token.utf8))
        let now = outside.now()
        var device = DeviceRow(id: id, member: member, name: name, createdAt: now)
        device.follows = use == .phone
        device.forwards = use == .traccarServer
        device.isKnownToGuardian = keeper.isGuardian
        let told = try await database.transaction { [device] transaction in
            try transaction.check(keeper, of: member, now: now)
            if let before = try transaction.device(id) {
                throw before.member == member && before.name == name && before.use == use
                    ? DeviceRefusal.alreadyIssued : DeviceRefusal.idUsedOtherwise
            }
            guard try !self.isOfPage(id, member, in: transaction) else { throw DeviceRefusal.idUsedOtherwise }
            guard try transaction.devices(of: member).count < Hub.devicesMax else { throw DeviceRefusal.tooMany }
            // What it sends would be where the child is (F83); after all else, so that a refusal alone tells nothing.
            try self.requireRest(of: member, for: keeper, in: transaction)
            try transaction.addDevice(device, tokenHash: hash.bytes)
            try self.noteNewSenders(of: [id], member, in: transaction)
            return try self.notify(member, of: keeper, in: transaction, now: now)
        }
        bus.publish(told.map { .notice($0) })
        note(.deviceAdded, member)
        return (registered(device), token)
    }

    /// Gives a device another token, as when the one before got into wrong hands; that one is dead at once.
    ///
    /// - Returns: the token, which is nowhere kept.
    /// - Throws: `DeviceRefusal.notFound`, `FamilyRefusal`, or `StorageError`.
    package func renewDevice(
        _ id: ID<Device>,
        of member: ID<Member>,
        by keeper: DeviceKeeper = .oneself
    ) async throws -> (device: RegisteredDevice, token: String) {
        let token = newToken()
        let hash = vault.hash(token: Array(token.utf8))
        let now = outside.now()
        let (device, told) = try await database.transaction { transaction in
            try transaction.check(keeper, of: member, now: now)
            guard let device = try transaction.device(id), device.member == member, device.revokedAt == nil else {
                throw DeviceRefusal.notFound
            }
            // With the token, another sender reports as the phone of a trip (F83).
            try self.requireRest(of: member, for: keeper, in: transaction)
            try transaction.renewDevice(id, tokenHash: hash.bytes, isKnownToGuardian: keeper.isGuardian)
            let forwarded = try transaction.trackers(of: member).filter { $0.bridge == id }.compactMap(\.device)
            try self.noteNewSenders(of: [id] + forwarded, member, in: transaction)
            return (device, try self.notify(member, of: keeper, in: transaction, now: now))
        }
        credentials.forget { $0.device == id }
        bus.publish(told.map { .notice($0) })
        note(.deviceAdded, member)
        return (registered(device), token)
    }

    /// Changes a device; nil leaves as it is, an empty passphrase removes it.
    ///
    /// Whether it shows people says the member alone: it would show a guardian what the child sees (F87). Throws
    /// `DeviceRefusal`, `FamilyRefusal`, or `StorageError`.
    package func changeDevice(
        _ id: ID<Device>,
        of member: ID<Member>,
        name: String?,
        friends: Bool?,
        passphrase: String?,
        by keeper: DeviceKeeper = .oneself
    ) async throws -> RegisteredDevice {
        let name = try name.map { name throws(DeviceRefusal) in
            guard let name = shownName(name) else { throw .nameEmptyOrTooLong }
            return name
        }
        guard passphrase?.utf8.count ?? 0 <= Hub.passphraseBytesMax else { throw DeviceRefusal.passphraseTooLong }
        let (vault, now) = (vault, outside.now())
        let (changed, told) = try await database.transaction { transaction in
            try transaction.check(keeper, of: member, now: now)
            if keeper.isGuardian, friends != nil { throw FamilyRefusal.notYours }
            guard var device = try transaction.device(id), device.member == member, device.revokedAt == nil,
                let key = try MemberState.key(of: member, from: transaction, vault: vault)
            else { throw DeviceRefusal.notFound }
            // An alarm says its name, and with another passphrase nothing that it sends can be read (F32, F84).
            if name != nil || passphrase != nil { try self.requireRest(of: member, for: keeper, in: transaction) }
            device.name = name ?? device.name
            device.friends = friends ?? device.friends
            if device.friends, device.isKnownToGuardian { throw DeviceRefusal.tokenOfGuardian }
            if let passphrase {
                let binding = Vault.Purpose.passphrase.binding(id.bytes)
                device.passphraseSealed =
                    passphrase.isEmpty ? nil : key.seal(Array(passphrase.utf8), additional: binding)
            }
            try transaction.setDevice(device)
            return (device, try self.notify(member, of: keeper, in: transaction, now: now))
        }
        credentials.forget { $0.device == id }
        bus.publish(told.map { .notice($0) })
        return registered(changed)
    }

    /// Notifies a member of whose phones another added, changed or revoked one, and a child's guardians (F87).
    ///
    /// It may be used against them. Returns who is notified, for the bus after the commit.
    private func notify(
        _ member: ID<Member>,
        of keeper: DeviceKeeper,
        in transaction: Transaction,
        now: Timestamp
    ) throws -> [ID<Member>] {
        switch keeper {
        case .oneself: return []
        case .guardian(let guardian, _):
            try transaction.addNotice(notice(.deviceManaged, for: member, about: guardian))
            guard let child = try transaction.member(member) else { return [member] }
            return [member]
                + (try notifyGuardians(of: child, but: guardian, .childChanged, in: transaction, now: now))
        case .hubKeeper:
            try transaction.addNotice(notice(.keeperManagedDevice, for: member))
            return [member]
        }
    }

    /// Lets a guardian change none of a child's phones while a trip, countdown or alarm of it runs.
    private func requireRest(of child: ID<Member>, for keeper: DeviceKeeper, in transaction: Transaction) throws {
        if keeper.isGuardian, try safetyWatch(of: child, in: transaction).needsPIN { throw FamilyRefusal.notYours }
    }

    private func registered(_ row: DeviceRow) -> RegisteredDevice {
        RegisteredDevice(
            row,
            heardAt: heard.lastHeard(row.id) ?? row.heardAt,
            clockAheadMilliseconds: heard.clockAheadMilliseconds(row.id) ?? row.clockAheadMilliseconds
        )
    }

    /// OwnTracks makes its key of the first 32 bytes of a passphrase.
    static let passphraseBytesMax = 32

    /// Ends a device's right to send, at once.
    package func revokeDevice(
        _ id: ID<Device>,
        of member: ID<Member>,
        by keeper: DeviceKeeper = .oneself
    ) async throws {
        let now = outside.now()
        let told = try await database.transaction { transaction in
            try transaction.check(keeper, of: member, now: now)
            guard let device = try transaction.device(id), device.member == member, device.revokedAt == nil else {
                throw DeviceRefusal.notFound
            }
            // What goes along on a child's trip is its own to end, with its PIN (F83, F87).
            try self.requireRest(of: member, for: keeper, in: transaction)
            try transaction.revokeDevice(id, now: now)
            return try self.notify(member, of: keeper, in: transaction, now: now)
        }
        credentials.forget { $0.device == id }
        bus.publish(told.map { .notice($0) })
        note(.deviceRevoked, member)
    }

    /// Whose device has this token: from memory on the hot path, where it was used lately.
    ///
    /// Nil says only that memory does not know; then ask `credential(token:)`.
    package func knownCredential(token: [UInt8]) -> DeviceCredential? {
        credentials.value(vault.hash(token: token))
    }

    /// Whose device has this token; nil for one that opens nothing, or no longer.
    package func credential(token: [UInt8]) async throws -> DeviceCredential? {
        let hash = vault.hash(token: token)
        if let known = credentials.value(hash) { return known }
        let epoch = credentials.epoch
        let vault = vault
        let found = try await database.read { transaction -> DeviceCredential? in
            guard let device = try transaction.device(tokenHash: hash.bytes) else { return nil }
            var credential = DeviceCredential(device: device.id, member: device.member)
            credential.showsFriends = device.friends
            credential.follows = device.follows
            if let sealed = device.passphraseSealed,
                let key = try MemberState.key(of: device.member, from: transaction, vault: vault)
            {
                let binding = Vault.Purpose.passphrase.binding(device.id.bytes)
                credential.passphrase = key.open(sealed, additional: binding).map {
                    String(decoding: $0, as: UTF8.self)
                }
            }
            return credential
        }
        if let found { credentials.keep(found, hash: hash, ifEpoch: epoch) }
        return found
    }
}

extension Transaction {
    /// Refuses who may not change a member's devices: anybody but the member, the keeper and a child's guardians whom no
    /// hidden hours bind.
    fileprivate func check(_ keeper: DeviceKeeper, of member: ID<Member>, now: Timestamp) throws {
        guard case .guardian(let guardian, let family) = keeper else { return }
        let child = try childInCare(member, of: family, by: guardian, now: now)
        try require(.arrange, by: guardian, for: child, now: now)
    }
}

extension DeviceRow {
    fileprivate var use: DeviceUse { forwards ? .traccarServer : follows ? .phone : .thing }
}
