import Family
import Hub
import SQL
import SQLite
import Storage
import Testing

/// S35, F77: a backup that is put back calls no outside contact who ended it since, nor whom their member removed since.
@Suite struct ContactRestoreTests {
    private static let (dora, emil, fay) = ("+41446689001", "+41446689002", "+41446689003")

    @Test func `S35, F77: a restored backup brings back no consent that was ended, and no contact who was removed`()
        async throws
    {
        try await withFile { path in
            try await TestHub.run(on: SQLite(path: path)) { home in
                let scene = try await SafetyScene(home)
                let (caller, _) = try await home.hub.addSession(for: scene.ana)
                try await home.hub.setPINs(of: caller, pin: SafetyScene.pin, duress: SafetyScene.duress)
                let token = try await scene.agreedContact(Self.dora)
                for number in [Self.emil, Self.fay] {
                    home.clock.advance(seconds: 1)
                    _ = try await scene.agreedContact(number)
                }
                try SQLite(path: path).copy(to: path + ".backup")
                try await scene.answer(token, false)
                let emil = try #require(try await home.hub.outsideContacts(of: scene.ana).dropFirst().first)
                try await home.hub.removeOutsideContact(emil.id, by: try await scene.caller(scene.ana))
                try await home.withBackup(path + ".backup") { again in
                    let report = try await again.hub.settleRestored(try await home.journal(), takenAt: home.clock.now)
                    #expect(report.takenBack == 2)
                    let restored = SafetyScene(scene, on: again)
                    let contacts = try await again.hub.outsideContacts(of: scene.ana)
                    #expect(contacts.map(\.phone) == [Self.dora, Self.fay])
                    #expect(contacts.map(\.state) == [.ended, .agreed])
                    #expect(try await restored.called() == [Self.fay])
                    // Only Dora takes it back, by the link that she has.
                    try await restored.answer(token, true)
                    #expect(try await restored.called() == [Self.dora, Self.fay])
                }
            }
        }
    }

    @Test func `S35, F77: a contact who agreed again before the backup is called after a restore`() async throws {
        try await withFile { path in
            try await TestHub.run(on: SQLite(path: path)) { home in
                let scene = try await SafetyScene(home)
                let (caller, _) = try await home.hub.addSession(for: scene.ana)
                try await home.hub.setPINs(of: caller, pin: SafetyScene.pin, duress: SafetyScene.duress)
                let token = try await scene.agreedContact(Self.dora)
                try await scene.answer(token, false)
                try await scene.answer(token, true)
                try SQLite(path: path).copy(to: path + ".backup")
                try await home.withBackup(path + ".backup") { again in
                    let report = try await again.hub.settleRestored(try await home.journal(), takenAt: home.clock.now)
                    #expect(report.takenBack == 0)
                    #expect(try await SafetyScene(scene, on: again).called() == [Self.dora])
                }
            }
        }
    }
}

extension SafetyScene {
    /// The contacts whom an alarm of now is texted to.
    fileprivate func called() async throws -> [String] {
        test.clock.advance(seconds: 120)
        let last = try await hub.outboxItems(after: nil).last?.id
        try await help(.alert)
        try await hub.sendMessages()
        let told = try await hub.outboxItems(after: last).filter { $0.text.contains("/contact#") }.map(\.to)
        try await hub.cancelCountdown(hub.outside.newID(), pin: SafetyScene.pin, by: ana)
        try await hub.sendMessages()
        return told.sorted()
    }
}
