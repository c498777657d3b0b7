import Foundation
import Testing
import WireClient

/// S35: a hub whose machine is gone comes back from its backup on another one, with the real program.
@Suite struct RestoreTests {
    private static let flags = ["--registration", "open"]

    @Test func `S35: a lost hub comes back with the same fix and balances, and without who left since`() async throws {
        try await HubFolder.run { folder in
            let store = BackupDisk(folder)
            let hub = try await folder.serve(Self.flags + store.flags)
            let house = try await Household(folder, hub)
            let lostPhone = try await Self.device(of: house.anna, folder)
            try await Self.send(house.anna.device, hub)
            let purse = try await Self.purse(house.anna, hub)
            try await Self.pay(500, into: purse, house.anna.session, hub)
            let before = try await Self.face(of: house.anna, house.anna.session, hub)
            #expect(before.fixes == 1 && before.amount == "500")
            try await store.makeKey()
            let backup = try await store.backUp()
            // What happens after it: somebody leaves, a phone is lost, money moves.
            try await Self.pay(70, into: purse, house.anna.session, hub)
            let leaves = try await hub.call("GET", "/api/v1/ledger/checkpoint", token: house.anna.session).json
            let kept = try? store.journal()  // before the first change there may be none
            #expect(try await hub.call("DELETE", "/api/v1/me", token: house.bo.session, json: "{}").status == 204)
            // That he left is written first, so that the next change of the journal is the lost phone's.
            #expect(try await eventually { (try? store.journal()) != kept }, "the journal is written within seconds")
            let journal = try store.journal()
            let revoke = ["device", "revoke", "--member", house.anna.phone, "--id", lostPhone.id]
            let revoked = try await folder.command(revoke)
            #expect(revoked.code == 0, "\(revoked.said)")
            // It is replaced in one step, so it can always be read.
            #expect(try await eventually { (try? store.journal()) != journal }, "the journal is written within seconds")
            hub.kill()
            try FileManager.default.removeItem(atPath: folder.data)

            let restored = try await folder.command(["restore", backup, "--key", store.key, "--json"] + store.flags)
            #expect(restored.code == 0, "\(restored.said)")
            #expect(restored.out.contains(#""left":1"#), "\(restored.out)")
            let again = try await folder.serve(Self.flags + store.flags)
            #expect(try await again.call("GET", "/api/v1/me", token: house.anna.session).status == 401)
            let token = try await Self.logIn(house.anna, again)
            #expect(try await Self.face(of: house.anna, token, again) == before)
            let bo = #"{"phone":"\#(house.bo.phone)","password":"\#(Household.password)"}"#
            #expect(try await again.call("POST", "/api/v1/sessions", json: bo).status == 401)
            let members = try await folder.command(["member", "list", "--json"])
            #expect(members.out.contains("Anna") && !members.out.contains("Bo"), "\(members.out)")
            #expect(try await Self.send(lostPhone.token, again) == 401, "what was revoked stays so")
            #expect(try await Self.send(house.anna.device, again) == 200, "her phone goes on as it was")
            let checked = try await folder.command(["ledger", "verify"])
            #expect(checked.code == 0, "\(checked.out)")
            let size = try #require(leaves["size"] as? Int)
            let proof = try await again.call("GET", "/api/v1/ledger/consistency?from=\(size)", token: token)
            #expect(proof.status == 409, "who kept the head of before sees that the log is shorter")
        }
    }

    @Test func `a backup that cannot be restored changes nothing, and one that can keeps what it replaces`()
        async throws
    {
        try await HubFolder.run { folder in
            let store = BackupDisk(folder)
            var hub = try await folder.serve(Self.flags + store.flags)
            let none = try await folder.command(["backup"] + store.flags)
            #expect(none.code == 1 && none.said.contains("hearth backup key --to FILE"), "\(none.said)")
            let house = try await Household(folder, hub)
            try await store.makeKey()
            try await Self.stop(hub)
            hub = try await folder.serve(Self.flags + store.flags)
            #expect(try await eventually { store.backups().count == 1 }, "a hub with a key takes one by itself")
            let backup = try #require(store.backups().first)
            let running = try await folder.command(["restore", backup, "--key", store.key] + store.flags)
            #expect(running.code == 1 && running.said.contains("another hub is using"), "\(running.said)")
            try await Self.stop(hub)
            let before = try Data(contentsOf: URL(filePath: folder.data + "/hearth.db"))
            for (file, key, words) in try store.unusable(backup) {
                let refused = try await folder.command(["restore", file, "--key", key] + store.flags)
                #expect(refused.code == 1 && refused.said.contains(words), "\(words): \(refused.said)")
                #expect(try Data(contentsOf: URL(filePath: folder.data + "/hearth.db")) == before)
                #expect(!FileManager.default.fileExists(atPath: folder.data + ".restoring"))
            }
            let checked = try await folder.command(["backup", "check", backup, "--key", store.key] + store.flags)
            #expect(checked.code == 0 && checked.out.contains("is valid"), "\(checked.said)")
            let done = try await folder.command(["restore", backup, "--key", store.key] + store.flags)
            #expect(done.code == 0, "\(done.said)")
            let kept = try FileManager.default.contentsOfDirectory(atPath: folder.path)
                .first { $0.hasPrefix("data.before-restore-") }
            let old = try Data(contentsOf: URL(filePath: "\(folder.path)/\(try #require(kept))/hearth.db"))
            #expect(old == before, "what was replaced is there as it was")
            hub = try await folder.serve(Self.flags + store.flags)
            _ = try await Self.logIn(house.bo, hub)
        }
    }

    @Test func `S35: the key that opens backups is in no file of the hub nor beside its backups`() async throws {
        try await HubFolder.run { folder in
            let store = BackupDisk(folder)
            let hub = try await folder.serve(Self.flags + store.flags)
            _ = try await Household(folder, hub)
            try await store.makeKey()
            _ = try await store.backUp()
            try await Self.stop(hub)
            let text = try String(contentsOfFile: store.key, encoding: .utf8)
            let word = try #require(text.split(whereSeparator: \.isWhitespace).last { $0.contains(":") })
            let secret = Data(try #require(word.split(separator: ":").last).prefix(40).utf8)
            try #require(secret.count == 40 && Data(text.utf8).range(of: secret) != nil)
            var searched = 0
            for top in [folder.data, store.path] {
                for name in try FileManager.default.subpathsOfDirectory(atPath: top) {
                    let facts = try FileManager.default.attributesOfItem(atPath: "\(top)/\(name)")
                    guard facts[.type] as? FileAttributeType == .typeRegular else { continue }
                    let bytes = try Data(contentsOf: URL(filePath: "\(top)/\(name)"))
                    #expect(bytes.range(of: secret) == nil, "\(name)")
                    searched += 1
                }
            }
            #expect(searched >= 3, "database, keys and a backup at least")
        }
    }

    @Test func `S64: no hub begins in silence beside what a restore left that was killed before the exchange`()
        async throws
    {
        try await HubFolder.run { folder in
            let left = folder.data + ".restoring"
            try FileManager.default.createDirectory(atPath: left, withIntermediateDirectories: false)
            let refused = try await folder.command(["serve", "--listen", "127.0.0.1:0"] + Self.flags)
            #expect(refused.code == 1 && refused.said.contains("mv \(left) \(left)-kept"), "\(refused.said)")
            #expect(!FileManager.default.fileExists(atPath: folder.data))
            try await Self.stop(try await folder.serve(Self.flags + ["--new"]))
        }
    }

    @Test func `S64: a folder left by a restore killed after the exchange is named and kept with its backups`()
        async throws
    {
        try await HubFolder.run { folder in
            // The backups are in the folder that is replaced.
            let inside = folder.data + "/backups"
            let hub = try await folder.serve(Self.flags)
            _ = try await Household(folder, hub)
            let key = folder.path + "/backup.key"
            try #require(try await folder.command(["backup", "key", "--to", key]).code == 0)
            try #require(try await folder.command(["backup"]).code == 0)
            try await Self.stop(hub)
            let backup =
                inside + "/"
                + (try #require(
                    try FileManager.default.contentsOfDirectory(atPath: inside).first { $0.hasSuffix(".backup") }
                ))
            let copy = folder.path + "/copy.backup"
            try FileManager.default.copyItem(atPath: backup, toPath: copy)
            // As it is when it is killed between the exchange and the next name: the old hub has the draft's name.
            let left = folder.data + ".restoring"
            try FileManager.default.copyItem(atPath: folder.data, toPath: left)
            try FileManager.default.removeItem(atPath: inside)
            let again = try await folder.serve(Self.flags)
            #expect(try again.said().contains("\(left) is there from a restore that did not end"), "S64: named")
            let doctor = try await folder.command(["doctor"])
            #expect(doctor.out.contains(left), "\(doctor.out)")
            try await Self.stop(again)
            let refused = try await folder.command(["restore", copy, "--key", key])
            #expect(
                refused.code == 1 && refused.said.contains(left) && refused.said.contains("-kept"),
                "\(refused.said)"
            )
            #expect(FileManager.default.fileExists(atPath: left + "/hearth.db"))
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: left + "/backups").contains {
                    $0.hasSuffix(".backup")
                }
            )
            try FileManager.default.moveItem(atPath: left, toPath: left + "-kept")
            let done = try await folder.command(["restore", copy, "--key", key])
            #expect(done.code == 0 && done.out.contains("holds 2 members"), "\(done.said)")
        }
    }

    @Test func `a backup whose header or keys were changed is named so by check and by restore`() async throws {
        try await HubFolder.run { folder in
            let store = BackupDisk(folder)
            let hub = try await folder.serve(Self.flags + store.flags)
            let house = try await Household(folder, hub)
            let phone = try await Self.device(of: house.anna, folder)
            try await store.makeKey()
            let backup = try await store.backUp()
            // Something is taken back, so that there is a file `since` which says who left: nobody.
            _ = try await folder.command(["device", "revoke", "--member", house.anna.phone, "--id", phone.id])
            // Not there yet.
            #expect(try await eventually { (try? store.journal()) != nil })
            try await Self.stop(hub)
            let whole = try Data(contentsOf: URL(filePath: backup))
            let bytes = try #require(whole.range(of: Data("\nbytes ".utf8))).upperBound
            let end = try #require(whole[bytes...].firstIndex(of: UInt8(ascii: "\n")))
            var large = whole
            large.replaceSubrange(bytes..<end, with: Data("\(Int.max)".utf8))
            try large.write(to: URL(filePath: store.path + "/large"))
            let head = try #require(whole.range(of: Data("\n\n".utf8))).upperBound
            var zeroed = whole
            zeroed.replaceSubrange(head + 32..<head + 32 + 113, with: Data(count: 113))
            try zeroed.write(to: URL(filePath: store.path + "/zeroed"))
            for words in [["backup", "check"], ["restore"]] {
                let flags = ["--key", store.key] + store.flags
                let much = try await folder.command(words + [store.path + "/large"] + flags)
                #expect(much.code == 1 && much.said.contains("is cut short"), "\(much.said)")
                let less = try await folder.command(words + [store.path + "/zeroed"] + flags)
                #expect(less.code == 1 && less.said.contains("holds 2 members"), "\(less.out) \(less.said)")
                #expect(less.said.contains("The keys of 1 member are destroyed without their leaving"), "\(less.said)")
            }
            let right = try await folder.command(["backup", "check", backup, "--key", store.key] + store.flags)
            #expect(right.code == 0 && right.out.contains("holds 2 members"), "\(right.said)")
        }
    }

    private static func stop(_ hub: HubProcess) async throws {
        hub.terminate()
        try #require(try await eventually { !hub.isRunning })
    }

    /// What Anna sees of herself: how many fixes, where, and what she has.
    private struct Face: Equatable {
        var fixes: Int
        var places: String
        var amount: String
    }

    private static func face(of person: Household.Person, _ token: String, _ hub: HubProcess) async throws -> Face {
        let path = "/api/v1/members/\(person.id)/track?from=2020-01-01T00:00:00Z&to=2100-01-01T00:00:00Z"
        let fixes = try #require(try await hub.call("GET", path, token: token).json["fixes"] as? [[String: Any]])
        let wallet = try await hub.call("GET", "/api/v1/wallet", token: token).json
        let accounts = try #require(wallet["accounts"] as? [[String: Any]])
        return Face(
            fixes: fixes.count,
            places: fixes.map { "\($0["at"] ?? "") \($0["latitude"] ?? "") \($0["longitude"] ?? "")" }.joined(),
            amount: accounts.compactMap { $0["amount"] as? String }.first { $0 != "0" } ?? ""
        )
    }

    @discardableResult
    private static func send(_ device: String, _ hub: HubProcess) async throws -> Int {
        let now = Int(Date().timeIntervalSince1970)
        let body = location(Household.home.latitude, Household.home.longitude, secondsSince1970: now)
        return try await hub.call("POST", "/in/owntracks", token: device, json: body).status
    }

    private static func device(of person: Household.Person, _ folder: HubFolder) async throws
        -> (id: String, token: String)
    {
        let added = try await folder.command(["device", "add", "--member", person.phone, "--name", "old", "--json"])
        let object = try JSONSerialization.jsonObject(with: Data(added.out.utf8)) as? [String: Any]
        let token = try #require(object?["token"] as? String)
        folder.keepSecret(token, "the lost phone's token")
        return (try #require(object?["id"] as? String), token)
    }

    private static func purse(_ person: Household.Person, _ hub: HubProcess) async throws -> String {
        let id = freshID()
        let body = #"{"id":"\#(id)","asset":2}"#
        let opened = try await hub.call("POST", "/api/v1/accounts", token: person.session, json: body)
        try #require(opened.status == 201)
        return id
    }

    private static func pay(_ amount: Int, into purse: String, _ token: String, _ hub: HubProcess) async throws {
        let body = #"{"id":"\#(freshID())","from":"cash","to":"\#(purse)","asset":2,"amount":"\#(amount)"}"#
        let answer = try await hub.call("POST", "/api/v1/transfers", token: token, json: body)
        try #require(answer.status == 201, "\(String(decoding: answer.body, as: UTF8.self))")
    }

    private static func logIn(_ person: Household.Person, _ hub: HubProcess) async throws -> String {
        let body = #"{"phone":"\#(person.phone)","password":"\#(Household.password)"}"#
        return try #require(try await hub.call("POST", "/api/v1/sessions", json: body).json["token"] as? String)
    }
}
