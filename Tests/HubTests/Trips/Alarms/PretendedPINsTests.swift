import Family
import Hub
import Testing

/// PINs that only look set: the twins of F68.
@Suite struct PretendedPINsTests {
    /// What an attacker does with the PINs that they know, the same for every seed.
    private struct Attacker {
        private var state: UInt64
        private var known: [String]
        private var count = 5_000

        init(seed: UInt64, given: String) {
            (state, known) = (seed, [given])
        }

        mutating func draw(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(bound))
        }

        mutating func someKnown() -> String { known[draw(known.count)] }

        mutating func new() -> String {
            count += 1
            known.append("\(count)")
            return known[known.count - 1]
        }
    }

    /// What each step was answered with.
    private func story(seed: UInt64, given: String) async throws -> [String] {
        var answers: [String] = []
        try await SafetyScene.run { scene in
            var attacker = Attacker(seed: seed, given: given)
            for _ in 0..<14 {
                // No pad is locked, and no alarm from before is news.
                scene.test.clock.advance(seconds: 7_200)
                let (caller, _) = try await scene.hub.addSession(for: scene.ana)
                let (present, step) = (attacker.someKnown(), attacker.draw(8))
                let pin = attacker.new()
                let duress = step % 2 == 0 ? attacker.new() : nil
                do {
                    if step == 7 {
                        try await scene.hub.requestPINReset(of: caller, pin: pin, duress: duress)
                        scene.test.clock.advance(seconds: 86_400)
                        await scene.hub.handlePINResets()
                        answers.append("reset")
                    } else {
                        try await scene.hub.setPINs(
                            of: caller,
                            present: present,
                            pin: pin,
                            duress: duress,
                            removesDuress: step == 5
                        )
                        answers.append("set")
                    }
                } catch {
                    answers.append("\(error)")
                }
            }
        }
        return answers
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `F68: changes of PINs in any order are answered alike, whichever PIN the attacker was given`(seed: UInt64)
        async throws
    {
        let right = try await story(seed: seed, given: SafetyScene.pin)
        let second = try await story(seed: seed, given: SafetyScene.duress)
        #expect(right == second)
        #expect(Set(right).count > 1, "some steps are refused")
    }

    @Test func `F68: a second PIN that was given as the present one twice does not take the first one away`()
        async throws
    {
        for given in [SafetyScene.pin, SafetyScene.duress] {
            try await SafetyScene.run { scene in
                let steps = [(given, "5001", "5002"), ("5002", "5003", nil), ("5001", "5004", nil)]
                for (present, pin, duress) in steps {
                    scene.test.clock.advance(seconds: 60)
                    let (caller, _) = try await scene.hub.addSession(for: scene.ana)
                    try await scene.hub.setPINs(of: caller, present: present, pin: pin, duress: duress)
                }
                let (caller, _) = try await scene.hub.addSession(for: scene.ana)
                await #expect(throws: SafetyRefusal.wrongPIN) {
                    try await scene.hub.setPINs(of: caller, present: "5002", pin: "5005", duress: nil)
                }
            }
        }
    }
}
