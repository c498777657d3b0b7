import Family
import Hub
import Messaging
import SQL
import Storage
import Testing

/// What stop everything cuts besides people and phones (F41).
@Suite struct SharingTests {
    @Test func `F41: stop everything ends invites, one-time links, known browsers and push messages`() async throws {
        try await TestHub.run(senders: [.push: RecordingSender()]) { home in
            let anna = try await home.member(1, password: TestHub.password)
            let (caller, _) = try await home.hub.addSession(for: anna)
            try await home.subscribe(caller)
            let (_, invite) = try await home.invite(by: anna)
            let link = try await home.hub.makePasswordLink(for: anna).token
            var known = browser(1)
            known.devices = try await home.hub.remember(known, for: anna)
            let cut = try await home.hub.stopSharing(of: caller, from: RequestOrigin())
            for kind in [ShareKind.invites, .oneTimeLinks, .browsers, .pushMessages] {
                #expect(cut.first { $0.kind == kind }?.count == 1, "\(kind)")
            }
            #expect(try await home.inviteRefusal(invite) == .noInvite)
            await #expect(throws: PasswordRefusal.noLink) {
                try await home.hub.setPassword(byLink: link, to: "another long phrase of mine")
            }
            #expect(try await home.hub.pushStandings(of: caller).isEmpty)
            let left = try await home.hub.database.read { transaction in
                try transaction.first("SELECT count(*) FROM known_device WHERE member = \(anna.bytes)")?.integer(0)
            }
            #expect(left == 0)
        }
    }
}
