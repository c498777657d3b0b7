import Crypto
import Family
import Foundation
import Hub
import LedgerLog
import SQL
import Testing
import WireClient

/// D4: a device that is lost and whose owner cannot revoke it: adults of the family do, enough of them.
@Suite struct KeyRevocationTests {
    @Test func `D4: two adults revoke a child's device, each with a signature that stands in the log`() async throws {
        try await TestService.run { test in
            let (anna, bo, mira) = try await test.purses()
            let (hers, childs) = (try await anna.open(), try await mira.open())
            let lost = try await TestSigner(of: mira)
            _ = try await lost.enrol()
            let device = try await TestSigner(of: anna)
            _ = try await device.enrol()
            let listed = try await anna.call("GET", "ledger/keys").items
            #expect(listed.count == 1 && listed[0]["id"] as? String == lost.key.text)
            #expect(listed[0]["device"] as? String == "Kitchen tablet" && listed[0]["revocation"] == nil)
            let body = try device.agreement(on: lost.key)
            for _ in 1...2 {
                let asked = try await anna.agree(to: lost.key, body)
                #expect(asked.status == 200 && asked.json["revoked"] as? Bool == false, "\(asked.text)")
                let missing = try #require(asked.json["revocation"] as? [String: Any])
                #expect(missing["needed"] as? Int == 2 && missing["agreed"] as? [String] == [anna.id.text])
            }
            #expect(try await bo.told("keyDoubted") == 1)
            #expect(try await mira.told("ownKeyDoubted") == 1)
            let own = try await mira.call("GET", "me/ledger-keys").items.first { $0["id"] as? String == lost.key.text }
            #expect((own?["revocation"] as? [String: Any])?["agreed"] as? [String] == [anna.id.text])
            #expect(try await lost.pay(childs, hers, 0).code == "invalid", "it counts still")
            let done = try await bo.agree(to: lost.key, "{}")
            #expect(done.status == 200 && done.json["revoked"] as? Bool == true, "\(done.text)")
            #expect(try await mira.told("keyTakenAway") == 1)
            #expect(try await lost.pay(childs, hers, 1).code == "keyUnknown")
            #expect(try await bo.agree(to: lost.key, "{}").json["revoked"] as? Bool == true, "a repeat")
            #expect(try await anna.call("GET", "ledger/keys").items.isEmpty)
            let entry = try #require(try await mira.leaves().compactMap(\.entry).last)
            guard case .keyRevokedByAdults(let revocation) = entry.event else {
                Issue.record("\(entry.event)")
                return
            }
            #expect(revocation.key == lost.key && entry.signatures.count == 2)
            #expect(entry.signatures[0].key == device.key)
            #expect(try await Hub.checkLedgers(in: test.hub.database).allSatisfy { $0.fault == nil })
        }
    }

    @Test func `D4: the only adult besides a key's owner can revoke it alone; the owner and a child cannot`()
        async throws
    {
        try await TestService.run { test in
            let (anna, bo, mira) = try await test.purses()
            _ = try await anna.open()
            let lost = try await TestSigner(of: anna)
            _ = try await lost.enrol()
            let own = try await anna.agree(to: lost.key, "{}")
            #expect(own.status == 409 && own.code == "keyOwn")
            let childs = try await mira.agree(to: lost.key, "{}")
            #expect(childs.status == 403 && childs.code == "adultsOnly")
            #expect(try await mira.call("GET", "ledger/keys").status == 403)
            #expect(try await bo.agree(to: lost.key, "{}").json["revoked"] as? Bool == true)
            #expect(try await anna.told("keyTakenAway") == 1)
            #expect(try await Hub.checkLedgers(in: test.hub.database).allSatisfy { $0.fault == nil })
        }
    }

    @Test func `D4: an adult counts who has not looked at their wallet yet`() async throws {
        try await TestService.run { test in
            let (anna, bo, _) = try await test.purses()
            _ = try await anna.open()
            let cem = try await test.adult(9, besides: anna)
            let lost = try await TestSigner(of: anna)
            _ = try await lost.enrol()
            let asked = try await bo.agree(to: lost.key, "{}")
            #expect((asked.json["revocation"] as? [String: Any])?["needed"] as? Int == 2, "\(asked.text)")
            #expect(try await cem.agree(to: lost.key, "{}").json["revoked"] as? Bool == true)
            #expect(try await Hub.checkLedgers(in: test.hub.database).allSatisfy { $0.fault == nil })
        }
    }

    @Test func `D4: a revocation does not wait for a disabled adult, and the log records that they left`() async throws
    {
        try await TestService.run { test in
            let (anna, bo, mira) = try await test.purses()
            for purse in [bo, mira] { _ = try await purse.open() }
            let lost = try await TestSigner(of: mira)
            _ = try await lost.enrol()
            try await test.hub.disableMember(bo.id)
            #expect(try await anna.agree(to: lost.key, "{}").json["revoked"] as? Bool == true)
            let left = try await anna.leaves().compactMap(\.entry).filter { entry in
                if case .holder(_, .left) = entry.event { true } else { false }
            }
            #expect(left.count == 1)
            #expect(try await Hub.checkLedgers(in: test.hub.database).allSatisfy { $0.fault == nil })
        }
    }

    @Test func `D4: a revocation that one of two adults agreed to is done once the other one is disabled`() async throws
    {
        try await TestService.run { test in
            let (anna, bo, mira) = try await test.purses()
            _ = try await mira.open()
            let lost = try await TestSigner(of: mira)
            _ = try await lost.enrol()
            #expect(try await anna.agree(to: lost.key, "{}").json["revoked"] as? Bool == false)
            try await test.hub.disableMember(bo.id)
            #expect(try await anna.call("GET", "ledger/keys").items.isEmpty)
            #expect(try await mira.told("keyTakenAway") == 1)
            #expect(try await Hub.checkLedgers(in: test.hub.database).allSatisfy { $0.fault == nil })
        }
    }

    @Test func `D4: an agreement by an adult who was disabled since does not count`() async throws {
        try await TestService.run { test in
            let (anna, bo, mira) = try await test.purses()
            _ = try await mira.open()
            let cem = try await test.adult(9, besides: anna)
            let lost = try await TestSigner(of: mira)
            _ = try await lost.enrol()
            #expect(try await bo.agree(to: lost.key, "{}").json["revoked"] as? Bool == false)
            // As by a program that knew nothing of the ledger, or from a backup.
            try await test.hub.database.transaction { transaction in
                try transaction.run("UPDATE member SET disabled_at = 1 WHERE id = \(bo.id.bytes)")
            }
            #expect(try await anna.call("GET", "ledger/keys").items.first?["revocation"] == nil)
            let asked = try await cem.agree(to: lost.key, "{}")
            let missing = try #require(asked.json["revocation"] as? [String: Any], "\(asked.text)")
            #expect(missing["needed"] as? Int == 2 && missing["agreed"] as? [String] == [cem.id.text])
            #expect(try await anna.agree(to: lost.key, "{}").json["revoked"] as? Bool == true)
            let entry = try #require(try await anna.leaves().compactMap(\.entry).last)
            #expect(entry.signatures.count == 2)
            #expect(try await Hub.checkLedgers(in: test.hub.database).allSatisfy { $0.fault == nil })
        }
    }

    @Test func `D4: a revocation that has enough votes once an adult leaves is done, and its owner notified`()
        async throws
    {
        try await TestService.run { test in
            let (anna, bo, mira) = try await test.purses()
            for purse in [bo, mira] { _ = try await purse.open() }
            let cem = try await test.adult(9, besides: anna)
            let lost = try await TestSigner(of: mira)
            _ = try await lost.enrol()
            #expect(try await anna.agree(to: lost.key, "{}").json["revoked"] as? Bool == false)
            // As by a program that knew nothing of the ledger: there he is an adult still.
            try await test.hub.database.transaction { transaction in
                try transaction.run("UPDATE member SET disabled_at = 1 WHERE id = \(bo.id.bytes)")
            }
            let family = try await test.hub.family(of: cem.id).id
            try await test.hub.leaveFamily(family, cem.id, by: cem.id)
            #expect(try await anna.call("GET", "ledger/keys").items.isEmpty)
            #expect(try await mira.told("keyTakenAway") == 1)
            #expect(try await Hub.checkLedgers(in: test.hub.database).allSatisfy { $0.fault == nil })
        }
    }

    @Test func `D4: an agreement signed for another key or ledger, too early or too late is refused`() async throws {
        try await TestService.run { test in
            let (anna, bo, mira) = try await test.purses()
            _ = try await mira.open()
            let (lost, other) = (try await TestSigner(of: mira), try await TestSigner(of: mira))
            for signer in [lost, other] { _ = try await signer.enrol() }
            let device = try await TestSigner(of: anna)
            _ = try await device.enrol()
            let week: Int64 = 7 * 86_400
            let attempts: [(String, Int, String)] = [
                (try device.agreement(on: other.key), 422, "signatureWrong"),
                (try device.agreement(on: lost.key, ledger: ID(high: 1, low: 1)), 422, "signatureWrong"),
                (try device.agreement(on: lost.key, saying: 1), 422, "signatureWrong"),
                (try device.agreement(on: lost.key, seconds: week + 1), 422, "invalid"),
                (try device.agreement(on: lost.key, seconds: -1), 409, "signatureExpired"),
                (try lost.agreement(on: lost.key), 422, "keyUnknown"),
            ]
            let before = try await DatabaseDump(of: test)
            for (body, status, code) in attempts {
                let answer = try await anna.agree(to: lost.key, body)
                #expect(answer.status == status && answer.code == code, "\(answer.text)")
            }
            let unknown = try await anna.agree(to: ID(high: 1, low: 1), "{}")
            #expect(unknown.status == 404)
            #expect(try await DatabaseDump(of: test).changes(since: before).count == 0)
            // Another adult's time stands: who signs signs the same.
            _ = try await bo.agree(to: lost.key, "{}")
            let differs = try await anna.agree(to: lost.key, try device.agreement(on: lost.key))
            #expect(differs.status == 409 && differs.code == "agreementDiffers")
        }
    }

    @Test func `D4: an agreement can be taken back, ends after a week, and counts only while its key does`()
        async throws
    {
        try await TestService.run { test in
            let (anna, bo, mira) = try await test.purses()
            _ = try await mira.open()
            let lost = try await TestSigner(of: mira)
            _ = try await lost.enrol()
            let path = "ledger/keys/\(lost.key.text)/revocation"
            _ = try await anna.agree(to: lost.key, "{}")
            for _ in 1...2 { #expect(try await anna.call("DELETE", path).status == 204) }
            #expect(try await bo.call("GET", "ledger/keys").items.first?["revocation"] == nil)
            #expect(try await bo.agree(to: lost.key, "{}").json["revoked"] as? Bool == false)
            test.clock.advance(seconds: 7 * 86_400 + 1)
            let anew = try await test.again(anna)
            let late = try await anew.agree(to: lost.key, "{}")
            #expect((late.json["revocation"] as? [String: Any])?["agreed"] as? [String] == [anna.id.text])
            _ = try await anew.call("DELETE", path)
            let device = try await TestSigner(of: anew)
            _ = try await device.enrol()
            _ = try await anew.agree(to: lost.key, try device.agreement(on: lost.key))
            #expect(try await anew.call("DELETE", "me/ledger-keys/\(device.key.text)").status == 204)
            let his = try await test.again(bo).agree(to: lost.key, "{}")
            #expect(his.json["revoked"] as? Bool == false, "hers was signed by what counts no more")
            #expect(try await anew.agree(to: lost.key, "{}").json["revoked"] as? Bool == true)
            #expect(try await Hub.checkLedgers(in: test.hub.database).allSatisfy { $0.fault == nil })
        }
    }
}

extension TestSigner {
    /// The body by which a device agrees; what is off in it a test says.
    fileprivate func agreement(
        on key: ID<LedgerKey>,
        seconds: Int64 = 86_400,
        saying off: Int64 = 0,
        ledger: ID<Ledger>? = nil
    ) throws -> String {
        let until = purse.test.clock.now.advanced(bySeconds: seconds)
        let event = LedgerEvent.keyRevokedByAdults(KeyRevocation(key: key, validUntil: until))
        let bytes = secret.sign(event.message(in: ledger ?? self.ledger))
        return """
            {"signature":{"key":"\(self.key.text)","bytes":"\(Base64.encode(bytes))",
            "validUntil":"\(until.advanced(bySeconds: off).text)"}}
            """
    }
}

extension TestPurse {
    fileprivate func agree(to key: ID<LedgerKey>, _ body: String) async throws -> TestResponse {
        try await call("PUT", "ledger/keys/\(key.text)/revocation", body)
    }

    /// How often its member was told something.
    fileprivate func told(_ kind: String) async throws -> Int {
        try await call("GET", "notices").items.count { $0["kind"] as? String == kind }
    }
}

extension TestService {
    /// Another adult of a family.
    fileprivate func adult(_ number: Int, besides purse: TestPurse) async throws -> TestPurse {
        let other = try await member(number)
        let owner = TestMember(id: purse.id, phone: "", token: purse.token, device: sampleID(), deviceToken: "")
        let invite = try await invite(into: try await hub.family(of: purse.id).id, by: owner)
        let consent = JoinConsent(sharing: .off)
        _ = try await hub.joinFamily(invite.token, consent, member: other.id, by: other.id, from: RequestOrigin())
        return self.purse(other)
    }

    /// The same member after another log-in, who has just proved who they are.
    fileprivate func again(_ purse: TestPurse) async throws -> TestPurse {
        let (_, token) = try await hub.addSession(for: purse.id)
        return TestPurse(test: self, id: purse.id, token: token)
    }
}
