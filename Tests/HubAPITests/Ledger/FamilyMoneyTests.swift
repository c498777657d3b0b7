import API
import Family
import Foundation
import Hub
import SQL
import Testing
import WireClient

/// D5 and S32 over a socket: what a family's money is asked for, and what is answered.
@Suite struct FamilyMoneyTests {
    @Test func `an asset is added, made and seen, and coin is not made`() async throws {
        try await TestService.run { test in
            let scene = try await FamilyPurse(test)
            let stars = #"{"id":"\#(test.freshID)","name":"Stars","scale":0}"#
            let added = try await scene.ask("POST", "assets", stars)
            #expect(added.status == 201 && added.json["number"] as? Int == 16)
            let again = try await scene.ask("POST", "assets", stars)
            #expect(again.status == 201 && again.text == added.text)
            let taken = try await scene.ask("POST", "assets", #"{"id":"\#(test.freshID)","name":"stars","scale":0}"#)
            #expect(taken.status == 409 && taken.code == "assetNameTaken")
            let mint = #"{"id":"\#(test.freshID)","to":"\#(scene.mira.text)","asset":16,"amount":"3","memo":"tidy"}"#
            for _ in 0..<2 {
                let made = try await scene.ask("POST", "mint", mint)
                #expect(made.status == 201 && made.json["kind"] as? String == "mint")
                #expect(made.json["state"] as? String == "done")
            }
            let listed = try await scene.ask("GET", "assets")
            #expect(listed.items.last?["minted"] as? String == "3")
            let coin = #"{"id":"\#(test.freshID)","to":"\#(scene.mira.text)","asset":2,"amount":"3"}"#
            let refused = try await scene.ask("POST", "mint", coin)
            #expect(refused.status == 422 && refused.code == "noMint" && refused.json["field"] as? String == "asset")
        }
    }

    @Test func `an allowance is said in plain words, and what cannot be is refused at its field`() async throws {
        try await TestService.run { test in
            let scene = try await FamilyPurse(test)
            func body(_ schedule: String, _ more: String = #","timeZone":"Etc/UTC""#) -> String {
                let what = #""to":"\#(scene.mira.text)","source":"cash","asset":2,"amount":"500""#
                return #"{"id":"\#(test.freshID)",\#(what),"schedule":\#(schedule)\#(more)}"#
            }
            let made = try await scene.ask("POST", "allowances", body(#"{"every":"month","day":31,"time":"08:05"}"#))
            #expect(made.status == 201 && made.json["nextAt"] as? String == "2026-03-31T08:05:00.000Z")
            #expect((made.json["schedule"] as? [String: Any])?["time"] as? String == "08:05")
            for schedule in [
                #"{"every":"day","day":1,"time":"08:05"}"#, #"{"every":"week","day":8,"time":"08:05"}"#,
                #"{"every":"week","time":"08:05"}"#, #"{"every":"day","time":"24:00"}"#,
                #"{"every":"day","time":"8:5"}"#,
            ] {
                let refused = try await scene.ask("POST", "allowances", body(schedule))
                #expect(refused.status == 422 && refused.json["field"] as? String == "schedule", "\(schedule)")
            }
            let nowhere = body(#"{"every":"day","time":"08:05"}"#, #","timeZone":"Middle/Earth""#)
            let refused = try await scene.ask("POST", "allowances", nowhere)
            #expect(refused.status == 422 && refused.json["field"] as? String == "timeZone")
            #expect(try await scene.ask("GET", "allowances").items.count == 1)
            let id = try #require(made.json["id"] as? String)
            for _ in 0..<2 { #expect(try await scene.ask("DELETE", "allowances/\(id)").status == 204) }
            #expect(try await scene.ask("GET", "allowances").items.isEmpty)
        }
    }

    @Test func `S32: an amount over the limit is held, listed and decided once; a contrary decision is refused`()
        async throws
    {
        try await TestService.run { test in
            let scene = try await FamilyPurse(test)
            let limits = #"{"approvalAbove":[{"asset":1,"amount":"10"}],"perDay":[]}"#
            #expect(try await scene.ask("PUT", "limits", limits).status == 200)
            let id = test.freshID
            let mint = #"{"id":"\#(id)","to":"\#(scene.mira.text)","asset":1,"amount":"11"}"#
            let held = try await scene.ask("POST", "mint", mint)
            #expect(held.status == 201 && held.json["state"] as? String == "held")
            let waiting = try await scene.ask("GET", "approvals").items
            #expect(waiting.count == 1 && waiting[0]["mayApprove"] as? Bool == false)
            let approve = #"{"id":"\#(test.freshID)","decision":"approve"}"#
            let own = try await scene.ask("POST", "approvals/\(id)", approve)
            #expect(own.status == 403 && own.code == "secondAdultNeeded")
            for _ in 0..<2 {
                #expect(try await scene.ask("POST", "approvals/\(id)", approve, as: scene.bo).status == 204)
            }
            let refuse = #"{"id":"\#(test.freshID)","decision":"refuse"}"#
            let late = try await scene.ask("POST", "approvals/\(id)", refuse)
            #expect(late.status == 409 && late.code == "alreadyDecided")
            #expect(try await scene.ask("GET", "approvals").items.isEmpty)
        }
    }

    @Test func `S18: moving a family's money, or allowing it to move, needs a proof of the last five minutes`()
        async throws
    {
        try await TestService.run { test in
            let scene = try await FamilyPurse(test)
            test.clock.advance(seconds: 301)
            for (method, path) in [
                ("POST", "assets"), ("POST", "mint"), ("POST", "allowances"), ("PUT", "limits"),
                ("POST", "approvals/\(test.freshID)"),
            ] {
                let answer = try await scene.ask(method, path, "{}")
                #expect(answer.status == 401 && answer.code == "proofNeeded", "\(path)")
            }
            #expect(try await scene.ask("GET", "allowances").status == 200)
        }
    }

    @Test func `a statement's amounts are exact, and text from a member cannot act as a formula in it`() async throws {
        try await TestService.run { test in
            let scene = try await FamilyPurse(test)
            let account = try await test.hub.openAccount(
                test.hub.outside.newID(),
                for: scene.anna.id,
                asset: .coin,
                name: #"=HYPERLINK("x"), or so"#
            )
            for (amount, memo) in [(1_234, "@SUM(A1:A9)"), (6, "bread, \"good\"")] {
                test.clock.advance(milliseconds: 1)
                let request = TransferRequest(
                    from: .cash,
                    to: .account(account.id),
                    asset: .coin,
                    amount: Amount(UInt128(amount)),
                    memo: memo
                )
                _ = try await test.hub.transfer(test.hub.outside.newID(), by: scene.anna.id, request)
            }
            let path = "/api/v1/accounts/\(account.id.text)/statement"
            let answer = try await test.call("GET", path, token: scene.anna.token)
            #expect(answer.status == 200 && answer["content-type"] == "text/csv; charset=utf-8")
            let rows = answer.text.components(separatedBy: "\r\n")
            #expect(rows.count == 4 && rows[3].isEmpty)
            #expect(rows[0] == "\u{FEFF}Date,Account,Kind,With,Amount,Balance,Unit,Note,ID")
            let name = #""'=HYPERLINK(""x""), or so""#
            #expect(rows[1].contains(",\(name),Deposit,Cash,12.34,12.34,Coin,'@SUM(A1:A9),"))
            #expect(rows[2].contains(#",Deposit,Cash,0.06,12.40,Coin,"bread, ""good""","#))
            let all = try await test.call("GET", "/api/v1/wallet/statement", token: scene.anna.token)
            #expect(all.text == answer.text)
            let since = "?from=\(test.clock.now.text)&to=2099-01-01T00:00:00Z"
            let last = try await test.call("GET", path + since, token: scene.anna.token)
            #expect(last.text.components(separatedBy: "\r\n").count == 3)
            #expect(try await test.call("GET", path + "?from=yesterday", token: scene.anna.token).status == 422)
            #expect(try await test.call("GET", path, token: scene.bo.token).status == 404, "nobody reads another's")
        }
    }

    @Test func `writes a statement in the member's language, with the signs that their device's spreadsheet expects`()
        async throws
    {
        try await TestService.run { test in
            let scene = try await FamilyPurse(test)
            let account = try await test.hub.openAccount(
                test.hub.outside.newID(),
                for: scene.anna.id,
                asset: .coin,
                name: "Reise"
            )
            let request = TransferRequest(
                from: .cash,
                to: .account(account.id),
                asset: .coin,
                amount: Amount(250),
                memo: nil
            )
            _ = try await test.hub.transfer(test.hub.outside.newID(), by: scene.anna.id, request)
            let json = #"{"language":"de"}"#
            try #require(try await test.call("PATCH", "/api/v1/me", token: scene.anna.token, json: json).status == 200)
            let path = "/api/v1/wallet/statement"
            let forms: [(String?, String, String)] = [
                ("de-AT,de;q=0.9,en;q=0.8", ";", ","), ("de-CH", ";", "."), ("de-Latn-LI, en", ";", "."),
                ("es-MX", ",", "."), ("es", ";", ","), ("fr-CH", ";", ","), ("en-GB,de", ",", "."), (nil, ",", "."),
            ]
            for (wish, separator, point) in forms {
                let headers = wish.map { ["Accept-Language: \($0)"] } ?? []
                let file = try await test.call("GET", path, token: scene.anna.token, headers: headers).text
                let rows = file.components(separatedBy: "\r\n")
                let heading = ["Datum", "Konto", "Art", "Mit", "Betrag", "Kontostand", "Einheit", "Notiz", "ID"]
                #expect(rows[0] == "\u{FEFF}" + heading.joined(separator: separator))
                let amount = "2\(point)50"
                let line = ["", "Reise", "Einzahlung", "Bargeld", amount, amount, "Coin", "", ""]
                #expect(rows[1].contains(line.joined(separator: separator)), "\(wish ?? "none")")
            }
        }
    }

    @Test func `a statement of which a part cannot be read does not look complete, as a page or as a file`()
        async throws
    {
        try await TestService.run { test in
            let (anna, _, _) = try await test.purses()
            let account = try await anna.open()
            for amount in 1...4 { try await anna.move("cash", account, "\(amount)00") }
            let lines = try await anna.entries(account)
            let broken = try #require(lines[1]["leaf"] as? Int)
            try await test.hub.database.transaction { transaction in
                try transaction.run("UPDATE ledger_entry SET record = x'01' WHERE place & 1099511627775 = \(broken)")
            }
            let page = try await anna.call("GET", "accounts/\(account)/entries")
            #expect(page.status == 200 && page.items.count == 1 && page.json["next"] == nil)
            let cutOff = try #require(page.json["cutOff"] as? [String: Any])
            #expect(cutOff["leaf"] as? Int == broken && cutOff["balance"] as? String == "600")
            let file = try await anna.call("GET", "accounts/\(account)/statement").text
            let rows = file.components(separatedBy: "\r\n")
            #expect(rows.count == 4 && rows[1].hasPrefix(",Account 1,Missing,,,6.00,Coin,"))
            #expect(rows[1].contains("log entry \(broken) was changed") && rows[2].contains(",4.00,10.00,Coin,"))
            // A statement that begins later is complete.
            let at = try #require(lines[0]["at"] as? String)
            let before = try #require(Timestamp(text: at)).advanced(byMilliseconds: 1).text
            let since = try await anna.call("GET", "accounts/\(account)/statement?from=\(before)").text
            #expect(since.components(separatedBy: "\r\n").count == 2)
            #expect(try await anna.call("GET", "accounts/\(account)/entries?after=\(broken)").status == 422)
        }
    }
}

/// Two adults and a child in one family.
private struct FamilyPurse {
    let test: TestService
    let anna: TestMember
    let bo: TestMember
    let mira: ID<Member>
    private let family: ID<FamilyGroup>

    init(_ test: TestService) async throws {
        self.test = test
        anna = try await test.member(1, password: TestService.password)
        bo = try await test.member(2, password: TestService.password)
        family = try await test.hub.family(of: anna.id).id
        let request = InviteRequest(phone: nil, region: nil, isChild: false, mySharing: .off, askedSharing: .off)
        let invite = try await test.hub.invite(test.hub.outside.newID(), into: family, by: anna.id, request)
        _ = try await test.hub.joinFamily(invite.token, JoinConsent(), member: bo.id, by: bo.id, from: RequestOrigin())
        mira = try await test.hub.addChild(to: family, by: anna.id, name: "Mira", birthYear: 2016, colour: nil).id
    }

    /// Asks about the family's money, as Anna unless somebody else is named.
    func ask(
        _ method: String,
        _ path: String,
        _ json: String? = nil,
        as other: TestMember? = nil
    ) async throws -> TestResponse {
        let (path, token) = ("/api/v1/families/\(family.text)/\(path)", (other ?? anna).token)
        guard let json else { return try await test.call(method, path, token: token) }
        return try await test.call(method, path, token: token, json: json)
    }
}

extension TestService {
    /// An identity as a client makes one.
    fileprivate var freshID: String { hub.outside.newID(of: LedgerCommand.self).text }
}
