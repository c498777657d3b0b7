import Crypto
import Family
import Foundation
import Hub
import SQL
import SQLite
import Storage
import Testing

@Suite struct VaultTests {
    private static let spot = point(52.5208123, 13.4094192)

    /// Writes a family into a real file and returns every byte that is on disk, and what must not be among them.
    private func stolenFile(_ folder: String) async throws -> (bytes: Data, secrets: [String: [UInt8]]) {
        var secrets: [String: [UInt8]] = [:]
        try await TestHub.run(on: SQLite(path: folder + "/hearth.db")) { home in
            let anna = try await home.member(1, password: TestHub.password)
            let bo = try await home.member(2)
            let (_, token) = try await home.hub.addDevice(home.hub.outside.newID(), for: anna, name: "phone")
            secrets["device token"] = Array(token.utf8)
            let (_, session) = try await home.hub.logIn(phone: TestHub.phone(1), password: TestHub.password)
            secrets["session token"] = Array(session.utf8)
            secrets["clock token"] = Array(try await home.hub.addClockLink(for: anna).token.utf8)
            let (used, _) = try await home.hub.makeConnectCode(for: anna, precision: .exact, shareExpiresAt: nil)
            _ = try await home.hub.connect(
                home.hub.outside.newID(),
                viewer: bo,
                phone: TestHub.phone(1),
                code: used
            )
            let (code, _) = try await home.hub.makeConnectCode(for: bo, precision: .exact, shareExpiresAt: nil)
            secrets["connect code"] = Array(code.filter { $0 != "-" }.utf8)
            _ = try await home.hub.addPlace(
                home.hub.outside.newID(),
                for: anna,
                placeRequest("Grandma's", VaultTests.spot)
            )
            secrets["place label"] = Array("Grandma's".utf8)
            secrets["place description"] = Array("behind the lime tree".utf8)
            secrets["password"] = Array(TestHub.password.utf8)
            _ = try await home.authenticator(of: bo)
            let (caller, _) = try await home.hub.addSession(for: bo)
            secrets["recovery code"] = Array(try await home.hub.makeRecoveryCodes(of: caller)[0].utf8)
            secrets["known browser"] = Array(try await home.hub.remember(browser(1), for: anna)[0].utf8)
            let credential = try #require(try await home.hub.credential(token: Array(token.utf8)))
            for _ in 1...20 {
                home.clock.advance(seconds: 30)
                await home.send(VaultTests.spot, from: credential)
            }
        }
        secrets.merge(phoneForms()) { first, _ in first }
        secrets.merge(pointForms()) { first, _ in first }
        var bytes = Data()
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            bytes.append(try Data(contentsOf: URL(filePath: folder).appending(path: name)))
        }
        return (bytes, secrets)
    }

    private func phoneForms() -> [String: [UInt8]] {
        let phone = TestHub.phone(1)
        return ["phone": Array(phone.utf8), "phone's digits": Array(phone.dropFirst(3).utf8)]
    }

    /// The ways in which the point could stand in a file: text, binary numbers, and the packed form of a row.
    private func pointForms() -> [String: [UInt8]] {
        var forms: [String: [UInt8]] = ["packed point": Array(Fix(coordinate: VaultTests.spot, at: .zero).bytes[1..<9])]
        for (name, number) in [("latitude", VaultTests.spot.latitude), ("longitude", VaultTests.spot.longitude)] {
            forms["\(name) as text"] = Array("\(number)".prefix(7).utf8)
            let pattern = number.bitPattern
            forms["\(name), big end first"] = (0..<6).map { UInt8(truncatingIfNeeded: pattern >> (56 - 8 * $0)) }
            forms["\(name), little end first"] = (2..<8).map { UInt8(truncatingIfNeeded: pattern >> (8 * $0)) }
            let units = Int64((number * 10_000_000).rounded())
            forms["\(name) in units, big"] = (4..<8).map { UInt8(truncatingIfNeeded: units >> (56 - 8 * $0)) }
            forms["\(name) in units, little"] = (0..<4).map { UInt8(truncatingIfNeeded: units >> (8 * $0)) }
        }
        return forms
    }

    @Test func `S34: a stolen database holds no number, no point, no token, no code and no password`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "hearth-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
        let (bytes, secrets) = try await stolenFile(folder.path)
        #expect(bytes.firstRange(of: Data("Member 1".utf8)) != nil, "names are not secret: what is there is found")
        for (name, secret) in secrets {
            #expect(secret.count >= 4)
            #expect(bytes.firstRange(of: Data(secret)) == nil, "the \(name) lies in the file")
        }
    }

    @Test func `the forms searched for are those that an unsealed row would have`() {
        let forms = pointForms()
        var fix = Fix(coordinate: VaultTests.spot, at: .zero)
        fix.accuracyMetres = 10
        let record = FixRecord(fix: fix, receivedAt: .zero, marks: [])
        #expect(Data(record.bytes).firstRange(of: Data(forms["packed point"] ?? [])) != nil)
    }

    @Test func `S34: a fix moved into another member's track does not open, and ends no page`() async throws {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            let device = try await home.device(of: anna)
            await home.send(VaultTests.spot, from: device)
            try await home.hub.database.transaction { try FixWriteBuffer.recover($0) }
            try await home.hub.database.transaction { transaction in
                try transaction.run(
                    "INSERT INTO fix SELECT \(bo.bytes), at + 1, tag, sealed FROM every_fix WHERE member = \(anna.bytes)"
                )
                try transaction.run("INSERT INTO presence SELECT \(bo.bytes), sealed, changed FROM presence")
            }
            let fresh = try await home.restarted()
            #expect(try await fresh.track(of: anna).count == 1)
            #expect(try await fresh.track(of: bo).isEmpty)
            #expect(try await fresh.view(of: bo, for: bo)?.position == nil)
            #expect(try await fresh.view(of: bo, for: bo)?.state == .unknown)
            await fresh.send(berlin, from: try await fresh.device(of: bo))
            let page = try await fresh.hub.track(
                of: bo,
                for: bo,
                from: Timestamp(milliseconds: .min),
                to: Timestamp(milliseconds: .max),
                after: nil,
                limit: 1
            )
            #expect(page.fixes.count + (page.next == nil ? 0 : 1) >= 1, "the row that opens is still reached")
            #expect(try await fresh.track(of: bo).map(\.fix.coordinate) == [berlin])
        }
    }

    @Test func `S34: a sealed place, phone number or data key copied into another row does not open`() async throws {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            let first = home.hub.outside.newID(of: Place.self)
            _ = try await home.hub.addPlace(first, for: anna, placeRequest("Home", berlin))
            let other = home.hub.outside.newID(of: Place.self)
            try await home.hub.database.transaction { transaction in
                try transaction.run(
                    """
                    INSERT INTO place (id, member, sealed, request_hash, created_at)
                    SELECT \(other.bytes), member, sealed, request_hash, created_at FROM place
                    """
                )
                try transaction.run(
                    "UPDATE member SET phone_sealed = (SELECT phone_sealed FROM member WHERE id = \(anna.bytes))"
                )
            }
            #expect(try await home.restarted().hub.places(of: anna).map(\.id) == [first])
            #expect(try await home.hub.profile(anna).phone?.e164 == TestHub.phone(1))
            #expect(try await home.hub.profile(bo).phone == nil)
            try await home.hub.database.transaction { transaction in
                try transaction.run(
                    "UPDATE member SET data_key_wrapped = (SELECT data_key_wrapped FROM member WHERE id = \(bo.bytes))"
                )
            }
            #expect(try await home.restarted().hub.subject(anna) == nil)
            #expect(try await home.restarted().hub.subject(bo) != nil)
        }
    }

    @Test func `S34: another hub's keys open nothing`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1, password: TestHub.password)
            await home.send(VaultTests.spot, from: try await home.device(of: anna))
            let (_, token) = try await home.hub.logIn(phone: TestHub.phone(1), password: TestHub.password)
            let thief = try await TestHub(
                database: home.hub.database,
                keys: HubKeys(master: [UInt8](1...32)),
                settings: .init(),
                clock: home.clock
            )
            #expect(try await thief.hub.subject(anna) == nil)
            #expect(try await thief.hub.caller(token: token) == nil)
            await #expect(throws: MemberRefusal.notFound) { try await thief.hub.member(phoneOrID: TestHub.phone(1)) }
            await #expect(throws: LogInRefusal.wrongPhoneOrPassword) {
                try await thief.hub.logIn(phone: TestHub.phone(1), password: TestHub.password)
            }
        }
    }
}

extension Timestamp {
    fileprivate static let zero = Timestamp(milliseconds: 0)
}
