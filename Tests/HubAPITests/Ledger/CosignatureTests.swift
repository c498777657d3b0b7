import Crypto
import Family
import Foundation
import Hub
import LedgerLog
import SQL
import Testing
import WireClient

/// D4: devices that sign which head of the log they have seen, so that a hub cannot show others another one.
@Suite struct CosignatureTests {
    @Test func `D4: a device signs a head that it has seen, and everybody reads that under the head`() async throws {
        try await TestService.run { test in
            let (anna, bo, _) = try await test.purses()
            let (first, second) = (try await anna.open(), try await anna.open())
            _ = try await bo.open()
            try await anna.move("cash", first, "100")
            let device = try await TestSigner(of: bo)
            _ = try await device.enrol()
            let seen = try await bo.head().checkpoint
            for _ in 1...2 { #expect(try await device.cosign(seen).status == 204) }
            let head = try await anna.head()
            let note = try #require(SignedNote(head.note))
            let name = LedgerCheck.cosigner(device.key)
            let seconds = UInt64(test.clock.now.milliseconds / 1_000)
            #expect(note.isSigned(by: head.publicKey, name: head.checkpoint.origin))
            #expect(note.cosignedSecondsSince1970(by: device.secret.publicKey, name: name) == seconds)
            let told = try #require((head.json["cosignatures"] as? [[String: Any]])?.first)
            #expect(told["member"] as? String == bo.id.text && told["device"] as? String == "Kitchen tablet")
            #expect(told["size"] as? Int == seen.size)
            // Later entries are not signed by it: what it saw stands beside the head, with the hub's own signature.
            try await anna.move(first, second, "3")
            let later = try await anna.head()
            #expect(try #require(SignedNote(later.note)).signatures.count == 1)
            let kept = try #require((later.json["cosignatures"] as? [[String: Any]])?.first?["checkpoint"] as? String)
            let old = try #require(SignedNote(kept))
            #expect(Checkpoint(text: old.text) == seen)
            #expect(old.isSigned(by: head.publicKey, name: seen.origin))
            #expect(old.cosignedSecondsSince1970(by: device.secret.publicKey, name: name) == seconds)
            let report = try #require(try await Hub.checkLedgers(in: test.hub.database).first)
            #expect(report.fault == nil)
            #expect(try await device.cosign(later.checkpoint).status == 204)
            #expect(try await bo.call("DELETE", "me/ledger-keys/\(device.key.text)").status == 204)
            #expect(
                (try await anna.head().json["cosignatures"] as? [Any])?.isEmpty == true,
                "a lost device saw nothing"
            )
        }
    }

    @Test func `D4: a cosignature of another log, or with a wrong signature, time or key, is refused`() async throws {
        try await TestService.run { test in
            let (anna, bo, _) = try await test.purses()
            let first = try await anna.open()
            try await anna.move("cash", first, "100")
            let early = try await anna.head().checkpoint
            let device = try await TestSigner(of: anna)
            _ = try await device.enrol()
            let seen = try await anna.head().checkpoint
            #expect(try await device.cosign(seen).status == 204)
            let other = Checkpoint(origin: seen.origin, size: seen.size, root: TreeHash.leaf([1]))
            let longer = Checkpoint(origin: seen.origin, size: seen.size + 1, root: seen.root)
            let elsewhere = Checkpoint(origin: "hearth/ledger/another", size: seen.size, root: seen.root)
            let attempts: [(TestResponse, Int, String)] = [
                (try await device.cosign(other), 409, "rootDiffers"),
                (try await device.cosign(longer), 409, "logShorter"),
                (try await device.cosign(early), 409, "cosignedMore"),
                (try await device.cosign(elsewhere), 422, "signatureWrong"),
                (try await device.cosign(seen, saying: 1), 422, "signatureWrong"),
                (try await device.cosign(seen, secondsOff: 601), 422, "invalid"),
                (try await device.cosign(seen, secondsOff: -601), 422, "invalid"),
            ]
            for (answer, status, code) in attempts {
                #expect(answer.status == status && answer.code == code, "\(answer.text)")
            }
            #expect(try await device.cosign(seen, as: bo).code == "keyUnknown", "another's device")
            let hubs = try await anna.call("GET", "me/ledger-keys").items.first { $0["keeping"] as? String == "hub" }
            let key = try #require((hubs?["id"] as? String).flatMap { ID<LedgerKey>(text: $0) })
            #expect(try await device.cosign(seen, naming: key).code == "keyUnknown", "the hub would witness itself")
            #expect((try await anna.head().json["cosignatures"] as? [Any])?.count == 1)
        }
    }

    @Test func `D4: a log check finds a device's cosignature whose size or root was changed in the database`()
        async throws
    {
        try await TestService.run { test in
            let (anna, _, _) = try await test.purses()
            let first = try await anna.open()
            let device = try await TestSigner(of: anna)
            _ = try await device.enrol()
            try await anna.move("cash", first, "100")
            #expect(try await device.cosign(try await anna.head().checkpoint).status == 204)
            #expect(try await test.logFault() == nil)
            // A hub that shows another log than the device saw, or that made up what it saw.
            try await test.hub.database.transaction {
                try $0.run("UPDATE ledger_cosignature SET leaf_count = leaf_count - 1")
            }
            #expect(try await test.logFault() == .cosignatureForged(device.key))
            try await test.hub.database.transaction { transaction in
                let zeros = [UInt8](repeating: 0, count: 32)
                try transaction.run("UPDATE ledger_cosignature SET leaf_count = leaf_count + 1, root = \(zeros)")
            }
            #expect(try await test.logFault() == .cosignatureForged(device.key))
        }
    }
}

extension TestService {
    fileprivate func logFault() async throws -> LedgerCheck.Fault? {
        guard case .log(let finding)? = try await Hub.checkLedgers(in: hub.database).first?.fault else { return nil }
        return finding.fault
    }
}

extension TestSigner {
    /// Signs that the device has seen a head, and sends that; what is off in it a test says.
    fileprivate func cosign(
        _ head: Checkpoint,
        saying off: Int64 = 0,
        secondsOff: Int64 = 0,
        naming other: ID<LedgerKey>? = nil,
        as sender: TestPurse? = nil
    ) async throws -> TestResponse {
        let seconds = purse.test.clock.now.milliseconds / 1_000 + secondsOff
        let signature = secret.sign(Array("cosignature/v1\ntime \(seconds)\n\(head.text)".utf8))
        let body = """
            {"key":"\((other ?? key).text)","size":\(head.size),"root":"\(Base64.encode(head.root))",
            "time":\(seconds + off),"signature":"\(Base64.encode(signature))"}
            """
        return try await (sender ?? purse).call("POST", "ledger/cosignatures", body)
    }
}
