import Crypto
import Family
import Hub
import SQL
import Storage
import Testing

/// Promises that only an unusual request puts to the test.
@Suite struct PromiseTests {
    @Test func `a report of thousands is stored whole, in whatever order it came, and a repeat finds all of it`()
        async throws
    {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let device = try await home.device(of: anna)
            let report = (0..<5_500).map { number in
                home.fix(berlin.moved(northMetres: Double(number), eastMetres: 0), secondsAgo: Int64(number))
            }
            #expect(try await home.send(report, from: device).get() == DeviceReportOutcome(stored: 5_500, repeated: 0))
            #expect(try await home.send(report, from: device).get() == DeviceReportOutcome(stored: 0, repeated: 5_500))
            let view = try #require(try await home.view(of: anna, for: anna))
            #expect(view.position?.coordinate == report[0].rounded.coordinate)
        }
    }

    @Test func `fixes of a member whose key no longer opens are not acknowledged`() async throws {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            let device = try await home.device(of: anna)
            try await home.hub.database.transaction { transaction in
                _ = try transaction.run(
                    """
                    UPDATE member SET data_key_wrapped = (SELECT data_key_wrapped FROM member WHERE id = \(bo.bytes))
                    WHERE id = \(anna.bytes)
                    """
                )
            }
            #expect(await home.send([home.fix(berlin, secondsAgo: 0)], from: device) == .failure(.notStored))
        }
    }

    @Test func `a repeated request to connect is answered as the first, whatever the subject changed since`()
        async throws
    {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            let (code, _) = try await home.hub.makeConnectCode(for: anna, precision: .exact, shareExpiresAt: nil)
            let id = home.hub.outside.newID(of: Connection.self)
            let first = try await home.hub.connect(id, viewer: bo, phone: TestHub.phone(1), code: code)
            _ = try await home.hub.changeConnection(id, by: anna, precision: .place, expiresAt: nil)
            #expect(try await home.hub.connect(id, viewer: bo, phone: TestHub.phone(1), code: code) == first)
            #expect(first.precision == .exact)
            #expect(try await home.hub.grants(of: bo).last?.precision == .place)
        }
    }

    @Test func `S3: a password that was hashed at another cost is hashed again when its member logs in`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1, password: "Correct-Horse1")
            let cost = try #require(PasswordHash.Cost(memoryKiB: 20 * 1_024, passes: 2))
            let hashes = PasswordHash(pepper: home.keys.pepper, cost: cost)
            let older = try #require(hashes.hash("Correct-Horse1"))
            try await home.hub.database.transaction { try $0.setPasswordHash(anna, older) }
            _ = try await home.hub.logIn(phone: TestHub.phone(1), password: "Correct-Horse1")
            let now = try #require(try await home.hub.database.read { try $0.member(anna)?.passwordHash })
            #expect(now != older && now.contains("m=19456"))
            _ = try await home.hub.logIn(phone: TestHub.phone(1), password: "Correct-Horse1")
            #expect(try await home.hub.database.read { try $0.member(anna)?.passwordHash } == now)
        }
    }
}
