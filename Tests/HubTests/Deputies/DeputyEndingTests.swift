import Crypto
import Deputy
import Family
import Hub
import SQL
import SQLite
import Storage
import Testing

/// How a deputy's guard ends: given up, taken back, stopped with everything else, or lost without a word.
@Suite struct DeputyEndingTests {
    @Test func `the keeper is told once of each silence of five minutes, and not of one in which the hub was off`()
        async throws
    {
        try await DeputyScene.run { deputy, agent in
            let keeper = try #require(try await deputy.hub.hub.members(after: nil, limit: 9).first { $0.keeper }?.id)
            func told() async throws -> Int {
                try await deputy.hub.hub.notices(of: keeper).count { $0.kind == .deputySilent }
            }
            try await deputy.run(agent, seconds: 900)
            #expect(try await told() == 0, "it is heard")
            deputy.cut()
            try await deputy.run(agent, seconds: 290)
            #expect(try await told() == 0, "a short silence is none")
            try await deputy.run(agent, seconds: 90)
            #expect(try await told() == 1)
            try await deputy.run(agent, seconds: 4_000)
            #expect(try await told() == 1, "the same silence")
            deputy.heal()
            try await deputy.run(agent, seconds: 120)
            deputy.cut()
            try await deputy.run(agent, seconds: 400)
            #expect(try await told() == 2, "another silence")
            // A hub that was off for a day gives its deputy five minutes.
            deputy.heal()
            try await deputy.run(agent, seconds: 120)
            deputy.kill()
            deputy.clock.advance(seconds: 86_400)
            try await deputy.restart()
            try await deputy.run(agent, seconds: 120)
            #expect(try await told() == 2)
        }
    }

    @Test func `a silence that could not be told of while the disk was full is told of afterwards, once`() async throws
    {
        let disk = FailingDatabase()
        try await DeputyScene.run(on: disk.driver(SQLite.inMemory())) { deputy, agent in
            let keeper = try #require(try await deputy.hub.hub.members(after: nil, limit: 9).first { $0.keeper }?.id)
            func told() async throws -> Int {
                try await deputy.hub.hub.notices(of: keeper).count { $0.kind == .deputySilent }
            }
            deputy.cut()
            disk.isFailing = true
            try await deputy.run(agent, seconds: 400)
            disk.isFailing = false
            try await deputy.run(agent, seconds: 400)
            #expect(try await told() == 1)
        }
    }

    @Test func `F41: stop everything takes back every yes, and the deputy holds nothing more of the member`()
        async throws
    {
        try await DeputyScene.run { deputy, agent in
            let (hub, scene) = (deputy.hub.hub, deputy.scene)
            try await scene.start(minutes: 20)
            try await deputy.run(agent, seconds: 10)
            #expect(agent.guarded.count == 1)
            var caller = try await scene.caller(scene.ana)
            caller.pin = SafetyScene.pin
            let cut = try await hub.stopSharing(of: caller, from: RequestOrigin())
            #expect(cut.first { $0.kind == .deputies }?.count == 1)
            #expect(try await hub.deputies(of: scene.ana).map(\.isGuarded) == [nil], "asked anew")
            #expect(try await hub.deputies(of: scene.bo).map(\.isGuarded) == [true])
            // An end is told by chance 20 to 40 s later, whichever PIN it was (G7).
            try await deputy.run(agent, seconds: 60)
            #expect(agent.guarded.isEmpty)
            deputy.kill()
            try await deputy.run(agent, seconds: 3_600)
            #expect(deputy.deputyTexts(to: 2).isEmpty)
        }
    }

    @Test func `F18: a deputy calls the others at once as well where the only companion is new since the start`()
        async throws
    {
        try await DeputyScene.run { deputy, agent in
            let (hub, scene) = (deputy.hub.hub, deputy.scene)
            let id = try #require(try await hub.deputyStandings().first?.id)
            let dana = try await scene.test.member(4)
            try await hub.choose(isGuarded: true, by: id, dana)
            let trip = try await scene.start(companions: [], minutes: 20)
            try await deputy.run(agent, seconds: 60)
            try await scene.test.connect(viewer: dana, to: scene.ana, number: 1, .exact)
            try await hub.addCompanion(dana, to: trip, by: scene.ana)
            try await deputy.run(agent, seconds: 60)
            deputy.kill()
            for _ in 0..<720 where deputy.deputyTexts(to: 4).isEmpty { try await deputy.run(agent, seconds: 10) }
            #expect(!deputy.deputyTexts(to: 4).isEmpty && !deputy.deputyTexts(to: 2).isEmpty)
        }
    }

    @Test func `F32: a guardian's no to a deputy ends nothing that guards a child on its trip, and counts after it`()
        async throws
    {
        try await DeputyScene.run { deputy, agent in
            let (hub, scene) = (deputy.hub.hub, deputy.scene)
            let id = try #require(try await hub.deputyStandings().first?.id)
            let dana = try await scene.test.member(4)
            try await scene.test.invited(dana, by: scene.ana)
            let family = try await hub.family(of: scene.ana).id
            _ = try await hub.changeFamilyMember(scene.ana, of: family, by: scene.ana, isChild: true, birthYear: 2020)
            try await hub.choose(isGuarded: true, by: id, dana)
            let trip = try await scene.start()
            try await deputy.run(agent, seconds: 60)
            #expect(agent.guarded.count == 1)
            try await hub.choose(isGuarded: false, by: id, dana)
            try await deputy.run(agent, seconds: 60)
            #expect(agent.guarded.count == 1)
            // Of an age to choose itself it has not chosen.
            try await hub.database.transaction { try $0.removeDeputyChoices(of: scene.ana) }
            _ = try await hub.changeFamilyMember(scene.ana, of: family, by: dana, isChild: nil, birthYear: 2012)
            try await deputy.run(agent, seconds: 180)
            #expect(agent.guarded.count == 1)
            try await hub.enter(SafetyScene.pin, for: .arrive, on: trip, by: scene.ana)
            try await deputy.run(agent, seconds: 60)
            try await scene.start()
            try await deputy.run(agent, seconds: 60)
            #expect(agent.guarded.isEmpty)
        }
    }

    @Test func `S35: a deputy given up, or a yes taken back, stays so in a backup that is put back`() async throws {
        try await withFile { path in
            try await TestHub.run(on: SQLite(path: path)) { home in
                let (anna, bo) = (try await home.member(1), try await home.member(2))
                let (kept, lost) = (try await Self.pair(home.hub), try await Self.pair(home.hub))
                for member in [anna, bo] {
                    for deputy in [kept, lost] { try await home.hub.choose(isGuarded: true, by: deputy, member) }
                }
                try SQLite(path: path).copy(to: path + ".backup")
                try await home.hub.unpairDeputy(lost)
                try await home.hub.choose(isGuarded: false, by: kept, anna)
                try await home.withBackup(path + ".backup") { again in
                    _ = try await again.hub.settleRestored(try await home.journal(), takenAt: home.clock.now)
                    #expect(try await again.hub.deputyStandings().map(\.id) == [kept])
                    #expect(try await again.hub.deputies(of: anna).map(\.isGuarded) == [false])
                    #expect(try await again.hub.deputies(of: bo).map(\.isGuarded) == [true], "nothing else")
                }
            }
        }
    }

    /// Pairs with a machine that never asks for anything.
    private static func pair(_ hub: Hub) async throws -> ID<DeputyMachine> {
        let before = Set(try await hub.deputyStandings().map(\.id))
        let keys = try #require(DeputyKeys(seed: SecureRandom.bytes(DeputyKeys.seedCount)))
        let code = try await hub.makeDeputyCode(hubName: "Ours", texts: .needed)
        _ = try await hub.pair(DeputyJoin(name: "Grandma's", keys: keys.published, code: code))
        return try #require(try await hub.deputyStandings().map(\.id).first { !before.contains($0) })
    }
}
