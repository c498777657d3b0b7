import Crypto
import Family
import Foundation
import Hub
import LedgerLog
import PostgresServer
import SQL
import SQLite
import Storage
import Synchronization
import Testing
import WireClient

/// S35: a database of before goes on as if it knew what ended since, and says nothing old to anybody.
@Suite struct RestoringTests {
    @Test func `S35: a restored hub revokes again what was revoked after the backup, and nothing else`() async throws {
        try await withFile { path in
            try await TestHub.run(on: SQLite(path: path)) { home in
                let (anna, bo) = (try await home.member(1, password: TestHub.password), try await home.member(2))
                let (kept, lost) = (try await home.token(of: anna), try await home.token(of: anna))
                let (keptLink, goneLink) = (try await home.link(of: anna), try await home.link(of: anna))
                try await home.connect(viewer: bo, to: anna, number: 1, .exact)
                try await home.connect(viewer: anna, to: bo, number: 2, .exact)
                try SQLite(path: path).copy(to: path + ".backup")
                try await home.hub.revokeDevice(lost.device, of: anna)
                try await home.hub.removeClockLink(goneLink.id, of: anna)
                try await home.hub.limitSharing(of: anna, to: .place)
                try await home.hub.database.transaction { transaction in
                    let connection = try #require(try transaction.connections(subject: bo).first)
                    try transaction.run("DELETE FROM connection WHERE id = \(connection.id.bytes)")
                    try transaction.setPasswordHash(anna, "another")
                }
                try await home.withBackup(path + ".backup") { again in
                    let hub = again.hub
                    let report = try await hub.settleRestored(try await home.journal(), takenAt: home.clock.now)
                    #expect(report.takenBack == 5)
                    #expect(try await hub.credential(token: Array(lost.token.utf8)) == nil)
                    #expect(try await hub.credential(token: Array(kept.token.utf8))?.member == anna)
                    #expect(try await hub.wallReader(token: goneLink.token) == nil)
                    #expect(try await hub.wallReader(token: keptLink.token)?.member == anna)
                    let (seen, own) = try await hub.database.read { transaction in
                        (try transaction.connections(subject: anna), try transaction.connections(subject: bo))
                    }
                    #expect(seen.map(\.precision) == [.place] && own.isEmpty)
                    await #expect(throws: LogInRefusal.wrongPhoneOrPassword) {
                        try await hub.logIn(phone: TestHub.phone(1), password: TestHub.password)
                    }
                    #expect(try await hub.securityEvents().contains { $0.kind == "restored" })
                    // A later restore of the same backup finds them as well.
                    #expect(try await again.journal().revocations.count >= 5)
                }
            }
        }
    }

    @Test func `S35: a password and shares that were changed before a backup stay as the backup has them`() async throws
    {
        try await withFile { path in
            try await TestHub.run(on: SQLite(path: path)) { home in
                let (anna, bo) = (try await home.member(1, password: TestHub.password), try await home.member(2))
                try await home.connect(viewer: bo, to: anna, number: 1, .exact)
                try await home.hub.limitSharing(of: anna, to: .place)
                try await home.hub.database.transaction { transaction in
                    let row = try #require(try transaction.member(anna))
                    try transaction.setPasswordHash(anna, "before")
                    try transaction.setPasswordHash(anna, try #require(row.passwordHash))
                    try transaction.run("UPDATE connection SET precision = 3")
                }
                try SQLite(path: path).copy(to: path + ".backup")
                try await home.withBackup(path + ".backup") { again in
                    let report = try await again.hub.settleRestored(try await home.journal(), takenAt: home.clock.now)
                    #expect(report.takenBack == 0)
                    let seen = try await again.hub.database.read { try $0.connections(subject: anna) }
                    #expect(seen.map(\.precision) == [.exact])
                    _ = try await again.hub.logIn(phone: TestHub.phone(1), password: TestHub.password)
                }
            }
        }
    }

    @Test func `F5: a restored hub sends nothing that waited, and raises no alarm that was over`() async throws {
        try await withFile { path in
            try await TestHub.run(on: SQLite(path: path)) { home in
                let scene = try await SafetyScene(home)
                let (caller, session) = try await home.hub.addSession(for: scene.ana)
                try await home.hub.setPINs(of: caller, pin: SafetyScene.pin, duress: SafetyScene.duress)
                let countdown = try await scene.help(.sos)
                _ = try await home.ask(.login, for: 2)
                try SQLite(path: path).copy(to: path + ".backup")
                try await home.hub.cancelCountdown(countdown.id, pin: SafetyScene.pin, by: scene.ana)
                let texts = try await home.hub.outboxItems(after: nil).count
                try await home.withBackup(path + ".backup") { again in
                    let report = try await again.hub.settleRestored(try await home.journal(), takenAt: home.clock.now)
                    #expect(report.messagesDropped > 0 && report.sessionsEnded == 1)
                    let told = try await again.hub.notices(of: scene.bo).filter { $0.kind == .restored }
                    #expect(told.map(\.moment) == [home.clock.now], "who uses it is told what is missing")
                    #expect(try await again.hub.caller(token: session) == nil)
                    again.clock.advance(seconds: 600)
                    await again.hub.handleDeadlines()
                    try await again.hub.sendMessages()
                    #expect(try await again.hub.outboxItems(after: nil).isEmpty)
                    #expect(try await again.hub.alarms(for: scene.bo).isEmpty)
                }
                #expect(texts > 0)
            }
        }
    }

    @Test func `F5: a cancelled alarm stays over on restore where a member is first deleted from the backup`()
        async throws
    {
        try await withFile { path in
            try await TestHub.run(on: SQLite(path: path)) { home in
                let scene = try await SafetyScene(home)
                let (caller, _) = try await home.hub.addSession(for: scene.ana)
                try await home.hub.setPINs(of: caller, pin: SafetyScene.pin, duress: SafetyScene.duress)
                let leaving = try await home.member(8, password: TestHub.password)
                let countdown = try await scene.help(.sos)
                try SQLite(path: path).copy(to: path + ".backup")
                try await home.hub.cancelCountdown(countdown.id, pin: SafetyScene.pin, by: scene.ana)
                try await home.leave(leaving)
                let copy = try Database(SQLite(path: path + ".backup"))
                let known = try await copy.read { try $0.lastRevocationIfAny() }
                await copy.close()
                try await home.withBackup(path + ".backup", tombstones: home.tombstones) { again in
                    let journal = try await home.journal()
                    _ = try await again.hub.settleRestored(journal, takenAt: home.clock.now, knownUpTo: known)
                    again.clock.advance(seconds: 600)
                    await again.hub.handleDeadlines()
                    #expect(try await again.hub.alarms(for: scene.bo).isEmpty)
                }
            }
        }
    }

    @Test func `F58: a member who left after a backup is deleted from it at the next start, even without a key`()
        async throws
    {
        try await withFile { path in
            try await TestHub.run(on: SQLite(path: path)) { home in
                let (anna, marks) = try await home.fullMember()
                try SQLite(path: path).copy(to: path + ".backup")
                let before = try await home.hub.database.read { try $0.dataKeys() }
                try await home.leave(anna)
                let copy = try Database(SQLite(path: path + ".backup"))
                try await copy.transaction { transaction in
                    try transaction.removeDataKeys()
                    for row in before where row.member != anna { try transaction.setDataKey(row) }
                }
                await copy.close()
                try await home.withBackup(path + ".backup", tombstones: home.tombstones) { again in
                    _ = try await again.hub.settleRestored(try await home.journal(), takenAt: home.clock.now)
                    #expect(try await again.hub.database.read { try $0.member(anna) } == nil)
                    #expect(try await again.rowsHolding(marks) == [])
                    for mark in marks { #expect(try !filesHold(mark.bytes, path + ".backup"), "\(mark.name)") }
                    #expect(try await Hub.faults(in: again.hub.database) == [])
                }
            }
        }
    }

    @Test func `a key of the wallet that was revoked after a backup signs nothing after it either`() async throws {
        try await withFile { path in
            try await TestHub.run(on: SQLite(path: path)) { home in
                let anna = try await home.member(1)
                _ = try await home.open(anna)
                let id = try await home.signingKey(of: anna)
                let size = try #require(try await home.hub.checkLedger(of: anna)).leafCount
                try SQLite(path: path).copy(to: path + ".backup")
                try await home.hub.revokeLedgerKey(id, of: anna)
                try await home.withBackup(path + ".backup") { again in
                    _ = try await again.hub.settleRestored(try await home.journal(), takenAt: home.clock.now)
                    let keys = try await again.hub.ledgerKeys(of: anna)
                    #expect(keys.first { $0.holding.id == id }?.isRevoked == true)
                    let report = try #require(try await again.hub.checkLedger(of: anna))
                    #expect(report.fault == nil && report.leafCount == size + 1, "revoked by an entry of its own")
                }
            }
        }
    }

    @Test func `S35: the journal is kept within a turn of what it is about, is sealed, and no other hub reads it`()
        async throws
    {
        let journal = Kept<[UInt8]?>(nil)
        let database = try Database(await UsualDatabase.withTables())
        let clock = TestClock()
        var outside = HubDependencies(now: { clock.now }, random: Seeds.source(), log: { _ in })
        outside.keepJournal = { sealed in journal.withLock { $0 = sealed } }
        let keys = HubKeys(master: [UInt8](0..<32))
        let hub = try await Hub.open(
            database: database,
            keys: keys,
            settings: HubSettings(),
            outside: outside,
            bus: RecordingBus()
        )
        let anna = try await hub.addMember(phone: TestHub.phone(1), name: "Anna", password: nil)
        await hub.keepJournal()
        let first = try #require(journal.withLock { $0 })
        #expect(BackupJournal(sealed: first, keys: keys)?.revocations == [])
        await hub.keepJournal()
        #expect(journal.withLock { $0 } == first, "nothing is written while nothing is new")
        let (device, _) = try await hub.addDevice(hub.outside.newID(), for: anna, name: "phone")
        try await hub.revokeDevice(device.id, of: anna)
        await hub.keepJournal()
        let second = try #require(journal.withLock { $0 })
        #expect(BackupJournal(sealed: second, keys: keys)?.revocations.map(\.kind) == [.device])
        #expect(BackupJournal(sealed: second, keys: HubKeys(master: [UInt8](1..<33))) == nil)
        #expect(BackupJournal(sealed: second.dropLast() + [second[second.count - 1] ^ 1], keys: keys) == nil)
        await database.close()
    }
}

extension TestHub {
    /// What would lie beside the backups now.
    func journal() async throws -> BackupJournal {
        try await hub.database.read { transaction in
            BackupJournal(tombstones: try transaction.tombstones(), revocations: try transaction.revocations())
        }
    }

    /// Runs `body` on a hub that was opened on another database with the same keys.
    func withBackup(
        _ path: String,
        tombstones: Kept<[[UInt8]]> = Kept([]),
        _ body: (TestHub) async throws -> Void
    ) async throws {
        let database = try Database(SQLite(path: path))
        let again = try await TestHub(
            database: database,
            keys: keys,
            settings: hub.settings,
            clock: clock,
            tombstones: tombstones
        )
        do {
            try await body(again)
        } catch {
            await database.close()
            throw error
        }
        await database.close()
    }

    fileprivate func token(of member: ID<Member>) async throws -> (device: ID<Device>, token: String) {
        let (device, token) = try await hub.addDevice(hub.outside.newID(), for: member, name: "phone")
        return (device.id, token)
    }

    /// A key of a device that signs for a member.
    fileprivate func signingKey(of member: ID<Member>) async throws -> ID<LedgerKey> {
        let (wallet, secret) = (try await hub.wallet(of: member), Ed25519Key(seed: [UInt8](repeating: 5, count: 32)))
        let id = hub.outside.newID(of: LedgerKey.self)
        let holding = LedgerKeyHolding(
            id: id,
            holder: wallet.holder,
            keeping: .device,
            publicKey: secret.publicKey
        )
        let proof = secret.sign(LedgerEvent.keyAdded(holding).message(in: wallet.ledger))
        _ = try await hub.addLedgerKey(
            id,
            of: member,
            publicKey: secret.publicKey,
            proof: proof,
            name: "tablet"
        )
        return id
    }

    fileprivate func link(of member: ID<Member>) async throws -> (id: ID<ClockLink>, token: String) {
        let (link, token) = try await hub.addClockLink(for: member)
        return (link.id, token)
    }
}
