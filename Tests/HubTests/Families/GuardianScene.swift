import Family
import Hub
import SQL
import Storage
import Testing

/// Anna, Bo and more are guardians of Leo, who was born in 2014; it is March 2026 on the test's clock.
struct GuardianScene {
    let home: TestHub
    let family: ID<FamilyGroup>
    let guardians: [ID<Member>]
    let leo: ID<Member>
    var hub: Hub { home.hub }
    var anna: ID<Member> { guardians[0] }
    var bo: ID<Member> { guardians[1] }

    func waiting(for asker: ID<Member>) async throws -> [WaitingAgreement] {
        try await hub.agreements(about: leo, in: family, for: asker)
    }

    func agree(by asker: ID<Member>) async throws {
        let id = try #require(try await waiting(for: asker).first).id
        try await hub.agree(to: id, about: leo, in: family, by: asker)
    }

    func logIn(byLinkOf guardian: ID<Member>) async throws -> (caller: AuthenticatedSession, token: String) {
        let (token, _) = try await hub.makeLogInLink(for: leo, of: family, by: guardian)
        return try await hub.logIn(byLink: token)
    }

    /// The guardians who can agree to a session; nil where it goes on.
    func admitters(_ token: String) async throws -> [String]? {
        let caller = try #require(try await hub.caller(token: token))
        return try await hub.admitters(of: caller)?.map(\.name)
    }

    /// Asks to hand the child over to a family elsewhere.
    func handOver(by guardian: ID<Member>, to host: ID<Member>) async throws {
        let (_, token) = try await home.invite(by: host, isChild: true, gives: .off, asks: .off)
        _ = try await hub.joinFamily(token, JoinConsent(), member: leo, by: guardian, from: RequestOrigin())
    }

    func isWith(_ member: ID<Member>) async throws -> Bool {
        try await hub.family(of: member).members.contains { $0.id == leo }
    }

    func hide(from viewer: ID<Member>, by guardian: ID<Member>, days: UInt8 = 64) async throws {
        let hours = try #require(HiddenHours(days: days, fromMinute: 0, untilMinute: 0, utcOffsetMinutes: 0))
        try await hub.setHiddenHours(of: leo, in: family, by: guardian, [(viewer, hours)])
    }

    static func run(guardians count: Int = 2, _ body: (GuardianScene) async throws -> Void) async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let family = try await home.hub.family(of: anna).id
            var guardians = [anna]
            for number in 2..<max(count + 1, 2) {
                let other = try await home.member(number)
                try await home.invited(other, by: anna)
                guardians.append(other)
            }
            let leo = try await home.child(of: family, by: anna, birthYear: 2014).id
            for guardian in guardians { try await home.letSee(guardian, [leo]) }
            home.clock.advance(seconds: 60)
            try await body(GuardianScene(home: home, family: family, guardians: guardians, leo: leo))
        }
    }
}
