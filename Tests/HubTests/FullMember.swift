import Family
import Foundation
import Hub
import SQL
import Storage
import Testing

/// Bytes that mean a member.
struct Mark: Sendable {
    let name: String
    let bytes: [UInt8]
}

extension TestHub {
    /// Leaves as somebody who has just logged in, and who does not run the hub unless a test is about that.
    func leave(_ member: ID<Member>, asKeeper: Bool = false, keeper: ID<Member>? = nil) async throws {
        let (caller, _) = try await hub.addSession(for: member)
        if !asKeeper {
            try await hub.database.transaction { transaction in
                try transaction.run("UPDATE member SET keeper = 0 WHERE id = \(member.bytes)")
            }
        }
        try await hub.leave(caller, keeper: keeper)
    }

    /// A member with rows in every table, and what must be found nowhere once they left.
    func fullMember() async throws -> (id: ID<Member>, marks: [Mark]) {
        _ = try await member(9)
        let anna = try await member(1, password: TestHub.password)
        let bo = try await member(2)
        try await connect(viewer: bo, to: anna, number: 1, .exact)
        try await connect(viewer: anna, to: bo, number: 2, .exact)
        try await fill(anna, bo)
        _ = try await ask(.login, for: 1)
        let device = try await device(of: anna)
        for step in 0..<300 {
            clock.advance(seconds: 20)
            await send(berlin.moved(northMetres: Double(step) * 30, eastMetres: 0), from: device)
            if step == 200 {
                hub.tidy()
                try await hub.database.transaction { _ in }
            }
        }
        try await hub.database.transaction { transaction in
            // After the walk: its own crossings undo one another.
            try transaction.run(
                """
                INSERT INTO crossing (id, member, place, kind, at, due_at)
                SELECT x'12', member, id, 1, 0, 0 FROM place WHERE member = \(anna.bytes) LIMIT 1
                """
            )
        }
        let row = try #require(try await hub.database.read { try $0.member(anna) })
        let fix = try await hub.database.read { try $0.first("SELECT sealed FROM every_fix LIMIT 1")?.blob(0) }
        return (
            anna,
            [
                Mark(name: "identity", bytes: anna.bytes),
                Mark(name: "identity in text", bytes: Array(anna.text.utf8)),
                Mark(name: "hash of the number", bytes: try #require(row.phoneLookup)),
                Mark(name: "sealed number", bytes: try #require(row.phoneSealed)),
                Mark(name: "data key", bytes: try #require(row.dataKeyWrapped)),
                Mark(name: "hash of the password", bytes: Array(try #require(row.passwordHash).utf8)),
                Mark(name: "fix", bytes: try #require(fix)),
                Mark(name: "picture", bytes: Array("a picture of Anna".utf8)),
                Mark(name: "memo", bytes: Array("from Anna's purse".utf8)),
                Mark(name: "name of an account", bytes: Array("Anna's coins".utf8)),
                Mark(name: "name of a key's device", bytes: Array("Anna's tablet".utf8)),
                Mark(name: "wish to be paid", bytes: Array("Anna's bicycle".utf8)),
            ]
        )
    }

    private func fill(_ anna: ID<Member>, _ bo: ID<Member>) async throws {
        try await hub.setClock(of: bo, slots: nil, members: [anna])
        try await hub.setClock(of: anna, slots: ["Home"], members: [bo])
        try await addPrograms(of: anna)
        try await hub.setShown(for: bo, to: .member(anna))
        try await addMoney(to: anna)
        _ = try await hub.makeConnectCode(for: anna, precision: .place, shareExpiresAt: nil)
        let home = try await hub.addPlace(hub.outside.newID(), for: anna, placeRequest("Home", berlin))
        _ = try await hub.shareWithFamily(home.id, as: hub.outside.newID(), by: anna)
        let asker = browser(1)
        _ = try await hub.remember(asker, for: anna)
        let now = clock.now
        let (about, of) = (hub.outside.newID(of: Notice.self), hub.outside.newID(of: Notice.self))
        try await hub.database.transaction { transaction in
            try transaction.setPicture(of: anna, sealed: Array("a picture of Anna".utf8), version: "v")
            try transaction.setRecovery(
                RecoveryRow(member: anna, createdAt: now, readyAt: now, expiresAt: now.advanced(bySeconds: 99_999)),
                tokenHash: [UInt8](repeating: 7, count: 32)
            )
            for (id, member, other) in [(about, bo, anna), (of, anna, bo)] {
                try transaction.addNotice(
                    NoticeRow(id: id, member: member, kind: "contactRecovers", about: other, createdAt: now)
                )
            }
            try transaction.addSharing(of: anna, seenBy: bo, now: now)
            try transaction.addProofs(of: anna)
            try transaction.run("INSERT INTO retention (member, history_days) VALUES (\(anna.bytes), 30)")
            try transaction.addSafety(of: anna, seenBy: bo, now: now)
            try transaction.addMissions(of: anna, bo, now: now)
            try transaction.inviteAndLink(anna, now: now)
            try transaction.addTestGhost(of: bo, toldOf: anna, now: now)
        }
        _ = try await hub.addSession(for: anna)
        try await hub.database.transaction { transaction in
            try transaction.run(
                """
                INSERT INTO push_subscription (session, member, endpoint_hash, sealed, created_at)
                SELECT id, member, x'10', x'11', 0 FROM session WHERE member = \(anna.bytes) LIMIT 1
                """
            )
        }
    }

    /// An account with something in it, and a memo.
    private func addMoney(to member: ID<Member>) async throws {
        let account = try await hub.openAccount(hub.outside.newID(), for: member, asset: .coin, name: "Anna's coins")
        let deposit = TransferRequest(
            from: .cash,
            to: .account(account.id),
            asset: .coin,
            amount: Amount(500),
            memo: "from Anna's purse"
        )
        _ = try await hub.transfer(hub.outside.newID(), by: member, deposit)
        let goal = SavingsGoalWish(amount: Amount(90_000), sharePercent: 20)
        _ = try await hub.setSavingsGoal(goal, of: account.id, by: member)
        let head = try await hub.logHead(for: member)
        try await hub.noteCheck(of: head.leafCount, root: head.root, by: member)
        try await hub.database.transaction { transaction in
            try transaction.run("UPDATE ledger_key SET name = 'Anna''s tablet' WHERE belongs_to IS NOT NULL")
            try transaction.addWhatDevicesSaw()
            try transaction.run(
                """
                INSERT INTO money_request (
                    id, ledger, asker, payer, account, asset, amount, memo, created_at, state)
                SELECT \([0x13] as [UInt8]), id, \(member.bytes), \(member.bytes), \([0x14] as [UInt8]), 2, \([UInt8](repeating: 0, count: 16)), 'for Anna''s bicycle', 0, 0
                FROM ledger LIMIT 1
                """
            )
        }
    }

    /// The tables with a row that holds one of the marks, as bytes or in a text.
    func rowsHolding(_ marks: [Mark]) async throws -> [String] {
        try await hub.database.read { transaction in
            let tables = try transaction.rows(
                "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'"
            ).map { try $0.text(0) }
            return try tables.filter { name in
                guard let table = MemberTable.all.first(where: { $0.name.description == name }) else { return false }
                return try transaction.rows("SELECT * FROM \(literal: table.name)").contains { row in
                    row.values.contains { value in marks.contains { value.holds($0.bytes) } }
                }
            }
        }
    }
}

extension Transaction {
    fileprivate func inviteAndLink(_ member: ID<Member>, now: Timestamp) throws {
        try run(
            """
            INSERT INTO invite (id, family, inviter, role, my_sharing, asked_sharing, token_hash, phone_lookup,
                request_hash, created_at, expires_at, failures_since)
            SELECT \(ID<Member>(high: 4, low: 4).bytes), family, id, 'adult', 0, 0, x'01', phone_lookup, x'02', 0,
                \(now.milliseconds + 86_400_000), 0
            FROM member WHERE id = \(member.bytes)
            """
        )
        try run(
            """
            INSERT INTO one_time_link (token_hash, member, purpose, expires_at)
            VALUES (x'03', \(member.bytes), 'password', \(now.milliseconds + 86_400_000))
            """
        )
    }

    /// As of a viewer who left, in the list of the member whom they saw.
    fileprivate func addTestGhost(of viewer: ID<Member>, toldOf member: ID<Member>, now: Timestamp) throws {
        let gone = ConnectionRow(
            id: ID(high: 1, low: 1),
            viewer: viewer,
            subject: member,
            precision: .place,
            expiresAt: nil,
            requestHash: [],
            changed: 0
        )
        try addGhost(
            DepartedContactRow(
                id: ID(high: 2, low: 2),
                ghost: ID(high: 3, low: 3),
                inPlaceOf: gone,
                isSeen: false,
                name: "Zoe",
                colour: 1,
                until: now.advanced(bySeconds: 86_400),
                changed: 0
            )
        )
    }
}

extension SQLValue {
    fileprivate func holds(_ mark: [UInt8]) -> Bool {
        switch self {
        case .blob(let bytes): bytes.firstRange(of: mark) != nil
        case .text(let text): Array(text.utf8).firstRange(of: mark) != nil
        default: false
        }
    }
}

/// Whether the database's file or one beside it holds these bytes.
func filesHold(_ bytes: [UInt8], _ path: String) throws -> Bool {
    for end in ["", "-wal"] {
        let data = try Data(contentsOf: URL(filePath: path + end))
        if data.firstRange(of: Data(bytes)) != nil { return true }
    }
    return false
}

func withFile(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    try await body(folder.path + "/hearth.db")
}

extension Transaction {
    /// A row of each stronger proof.
    fileprivate func addProofs(of anna: ID<Member>) throws {
        try run(
            """
            INSERT INTO passkey (id, member, credential, public_key, sign_count, name, created_at)
            VALUES (x'0a', \(anna.bytes), x'0b', x'0c', 0, 'phone', 0)
            """
        )
        try run("INSERT INTO member_mail (member, mail_sealed) VALUES (\(anna.bytes), x'11')")
        try run(
            """
            INSERT INTO phone_change (member, token_hash, old_phone_lookup, old_phone_sealed, changed_at, undo_until)
            SELECT id, x'10', phone_lookup, phone_sealed, 0, 1 FROM member WHERE id = \(anna.bytes)
            """
        )
        try run("INSERT INTO authenticator (member, secret_sealed) VALUES (\(anna.bytes), x'0d')")
        try run("INSERT INTO recovery_code (member, code_hash) VALUES (\(anna.bytes), x'0e')")
    }

    /// Rows of all that keeps sharing in its subject's hands.
    fileprivate func addSharing(of anna: ID<Member>, seenBy bo: ID<Member>, now: Timestamp) throws {
        let (from, end) = (now.milliseconds, now.milliseconds + 86_400_000)
        try run(
            """
            INSERT INTO look (subject, viewer, first_at, last_at, precision, screens)
            VALUES (\(anna.bytes), \(bo.bytes), \(from), \(from), 3, 1), (\(bo.bytes), \(anna.bytes), \(from), \(from), 3, 1)
            """
        )
        try run(
            """
            INSERT INTO fix_pack (member, first_at, last_at, count, sealed)
            VALUES (\(anna.bytes), \(from), \(from), 1, x'0f')
            """
        )
        try run("INSERT INTO look_hint (subject, viewer, at) VALUES (\(anna.bytes), \(bo.bytes), \(from))")
        try run("INSERT INTO watch (viewer, subject, wishes) VALUES (\(anna.bytes), \(bo.bytes), '')")
        try run("INSERT INTO watch (viewer, subject, wishes) VALUES (\(bo.bytes), \(anna.bytes), '')")
        try run("INSERT INTO pause (member, from_at, until) VALUES (\(anna.bytes), 0, 1)")
        try run(
            """
            INSERT INTO connection_request (id, requester, subject, request_hash, created_at, expires_at)
            VALUES (x'05', \(bo.bytes), \(anna.bytes), x'06', \(from), \(end)),
                (x'07', \(anna.bytes), NULL, x'08', \(from), \(end))
            """
        )
        try run(
            """
            INSERT INTO position_request (requester, subject, at)
            VALUES (\(anna.bytes), \(bo.bytes), \(from)), (\(bo.bytes), \(anna.bytes), \(from))
            """
        )
        try addCoins(of: anna, seenBy: bo, at: from)
        try run("INSERT INTO sharing_reminder (member, days, reminded_at) VALUES (\(anna.bytes), 7, \(from))")
        try addGuardians(of: anna, and: bo, at: from)
        try run(
            """
            INSERT INTO log_in_failure (account_hash, count, last_at)
            SELECT phone_lookup, 3, \(from) FROM member WHERE id = \(anna.bytes)
            """
        )
    }
}
