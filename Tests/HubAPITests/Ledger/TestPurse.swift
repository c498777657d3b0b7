import Family
import Foundation
import Hub
import Testing
import WireClient

/// A member's wallet, used over the wire alone.
struct TestPurse: Sendable {
    let test: TestService
    let id: ID<Member>
    let token: String

    /// The hearth coin, and gold.
    static let coin = 2
    static let gold = 1

    /// One request as its member.
    func call(_ method: String, _ path: String, _ json: String? = nil) async throws -> TestResponse {
        guard let json else { return try await test.call(method, "/api/v1/\(path)", token: token) }
        return try await test.call(method, "/api/v1/\(path)", token: token, json: json)
    }

    /// Another identity, later than all before.
    func newID() -> String {
        test.clock.advance(milliseconds: 1)
        return test.hub.outside.newID(of: Account.self).text
    }

    /// Opens an account and answers its identity.
    func open(_ name: String? = nil, asset: Int = coin) async throws -> String {
        let id = newID()
        let named = name.map { #","name":"\#($0)""# } ?? ""
        let answer = try await call("POST", "accounts", #"{"id":"\#(id)","asset":\#(asset)\#(named)}"#)
        try #require(answer.status == 201, "\(answer.text)")
        return id
    }

    /// Asks for a transfer; `more` is what stands in the body behind the amount.
    @discardableResult
    func move(
        _ from: String,
        _ to: String,
        _ amount: String,
        _ more: String = "",
        id: String? = nil,
        asset: Int = coin
    ) async throws -> TestResponse {
        try await call("POST", "transfers", body(id ?? newID(), from, to, amount, more, asset: asset))
    }

    func body(
        _ id: String,
        _ from: String,
        _ to: String,
        _ amount: String,
        _ more: String = "",
        asset: Int = coin
    ) -> String {
        #"{"id":"\#(id)","from":"\#(from)","to":"\#(to)","asset":\#(asset),"amount":"\#(amount)"\#(more)}"#
    }

    /// What is in each open account.
    func amounts() async throws -> [String: String] {
        let accounts = try #require(try await call("GET", "wallet").json["accounts"] as? [[String: Any]])
        return Dictionary(
            uniqueKeysWithValues: try accounts.map { account in
                (try #require(account["id"] as? String), try #require(account["amount"] as? String))
            }
        )
    }

    /// The lines of an account, the latest first, read in pages of so many.
    func entries(_ account: String, by pages: Int = 500) async throws -> [[String: Any]] {
        var lines: [[String: Any]] = []
        var after = ""
        while true {
            let page = try await call("GET", "accounts/\(account)/entries?limit=\(pages)\(after)")
            try #require(page.status == 200, "\(page.text)")
            lines += page.items
            guard let next = page.json["next"] as? String else { return lines }
            after = "&after=\(next)"
        }
    }

    /// What of an asset the family's cash is.
    func cash(of asset: Int = coin) async throws -> String {
        let assets = try #require(try await call("GET", "wallet").json["assets"] as? [[String: Any]])
        return try #require(assets.first { $0["number"] as? Int == asset }?["cash"] as? String)
    }
}

extension TestService {
    /// The wallet of a member.
    func purse(_ member: TestMember) -> TestPurse {
        TestPurse(test: self, id: member.id, token: member.token)
    }

    /// A family of two adults and a child.
    func purses() async throws -> (anna: TestPurse, bo: TestPurse, mira: TestPurse) {
        let (anna, bo) = (try await member(1), try await member(2))
        let family = try await hub.family(of: anna.id).id
        let invite = try await invite(into: family, by: anna)
        _ = try await hub.joinFamily(
            invite.token,
            JoinConsent(sharing: .off),
            member: bo.id,
            by: bo.id,
            from: RequestOrigin()
        )
        clock.advance(milliseconds: 1)
        let mira = try await hub.addChild(to: family, by: anna.id, name: "Mira", birthYear: 2018, colour: nil).id
        let (_, token) = try await hub.addSession(for: mira)
        return (purse(anna), purse(bo), TestPurse(test: self, id: mira, token: token))
    }
}
