import Family
import Hub
import Testing

/// An adult who becomes a child has guardians, who end what protects them: never while something runs.
@Suite struct BecomingAChildTests {
    /// Ana, whom Bo sees, with Dana as the other adult of her family.
    private func family(_ scene: SafetyScene) async throws -> (id: ID<FamilyGroup>, dana: ID<Member>) {
        let dana = try await scene.test.member(4)
        try await scene.test.invited(dana, by: scene.ana)
        return (try await scene.hub.family(of: scene.ana).id, dana)
    }

    private func becomeChild(_ scene: SafetyScene, _ family: ID<FamilyGroup>) async throws {
        _ = try await scene.hub.changeFamilyMember(
            scene.ana,
            of: family,
            by: scene.ana,
            isChild: true,
            birthYear: scene.test.clock.now.yearsAgo(8)
        )
    }

    @Test(arguments: ["trip", "countdown", "alarm"])
    func `F32: no adult becomes a child while something of theirs runs, and after it alike with both PINs`(runs: String)
        async throws
    {
        for pin in [SafetyScene.pin, SafetyScene.duress] {
            try await SafetyScene.run { scene in
                let (family, dana) = try await family(scene)
                let trip = runs == "trip" ? try await scene.start() : nil
                if trip == nil { try await scene.help(runs == "alarm" ? .alert : .sos) }
                await #expect(throws: SafetyRefusal.safetyRuns) { try await becomeChild(scene, family) }
                if let trip {
                    try await scene.hub.enter(pin, for: .cancel, on: trip, by: scene.ana)
                } else {
                    try await scene.hub.cancelCountdown(scene.hub.outside.newID(), pin: pin, by: scene.ana)
                }
                try await becomeChild(scene, family)
                let told = try await scene.hub.notices(of: dana).map(\.kind)
                #expect(told.contains(.childChanged), "the other adults are told")
            }
        }
    }

    @Test func `F32: no adult joins a family as a child while something of theirs runs`() async throws {
        try await SafetyScene.run { scene in
            let (_, token) = try await scene.test.invite(by: scene.bo, isChild: true, gives: .off, asks: .off)
            let consent = JoinConsent(birthYear: scene.test.clock.now.yearsAgo(8))
            let join = { (scene: SafetyScene) in
                _ = try await scene.hub.joinFamily(
                    token,
                    consent,
                    member: scene.ana,
                    by: scene.ana,
                    from: RequestOrigin()
                )
            }
            let before = try await scene.hub.family(of: scene.ana).id
            let trip = try await scene.start()
            await #expect(throws: SafetyRefusal.safetyRuns) { try await join(scene) }
            #expect(try await scene.hub.family(of: scene.ana).id == before)
            try await scene.hub.enter(SafetyScene.pin, for: .arrive, on: trip, by: scene.ana)
            try await join(scene)
            #expect(try await scene.hub.family(of: scene.ana).id != before)
        }
    }

    @Test func `F76: hidden hours of a child that is handed over hold on in an alarm of before`() async throws {
        try await GuardianScene.run(guardians: 1) { scene in
            try await scene.home.givePINs(to: scene.leo)
            let (host, eve) = (try await scene.home.member(8), try await scene.home.member(7))
            try await scene.home.letSee(eve, [scene.leo])
            let help = HelpRequest(id: scene.hub.outside.newID(), cause: .alert, startedAgoMilliseconds: 0)
            _ = try await scene.hub.startCountdown(help, by: scene.leo)
            scene.home.clock.advance(seconds: 1)
            let (id, pin) = (scene.hub.outside.newID(of: HelpCountdown.self), SafetyScene.duress)
            try await scene.hub.cancelCountdown(id, pin: pin, by: scene.leo)
            #expect(try await scene.hub.alarms(for: eve).count == 1)
            try await scene.hide(from: eve, by: scene.anna, days: 127)
            #expect(try await scene.hub.alarms(for: eve).isEmpty)
            scene.home.clock.advance(seconds: 1)
            try await scene.handOver(by: scene.anna, to: host)
            #expect(try await scene.isWith(host))
            #expect(try await scene.hub.alarms(for: eve).isEmpty)
        }
    }

    @Test func `F29, F87: a child's hidden hours do not count in an alarm that opened before it was a child`()
        async throws
    {
        try await SafetyScene.run { scene in
            let (family, dana) = try await family(scene)
            let call = try await scene.help(.sos)
            try await scene.hub.cancelCountdown(call.id, pin: SafetyScene.duress, by: scene.ana)
            scene.test.clock.advance(seconds: 1)
            try await becomeChild(scene, family)
            let always = try #require(HiddenHours(days: 127, fromMinute: 0, untilMinute: 0, utcOffsetMinutes: 0))
            try await scene.hub.setHiddenHours(of: scene.ana, in: family, by: dana, [(scene.bo, always)])
            #expect(try await scene.alarm(of: scene.bo)?.alarm.isOpen == true)
            let before = try await scene.texts(to: 2).count
            await scene.pass(seconds: 200, each: 10)
            #expect(try await scene.texts(to: 2).count > before, "he is called again")
        }
    }
}

extension Timestamp {
    /// An earlier year.
    fileprivate func yearsAgo(_ years: Int) -> Int { Int(text.prefix(4)).map { $0 - years } ?? 0 }
}
