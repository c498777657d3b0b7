import API
import Family
import Foundation
import HearthClient
import Testing
import WireClient

@Suite struct ChaosTests {
    @Test(arguments: [1, 2, 3])
    func `whatever line, hub and app do, what was taken arrives once`(_ seed: UInt64) async throws {
        try await Scene.run { scene in
            var chance = SeededBytes(seed: seed)
            var outbox = scene.outbox
            var (fixes, money) = (0, 0)
            for _ in 0..<60 {
                switch Int.random(in: 0..<10, using: &chance) {
                case 0..<3:
                    try await outbox.add([fix(fixes, at: scene.start)])
                    fixes += 1
                case 3..<5:
                    let amount = Int.random(in: 1...900, using: &chance)
                    try await outbox.transfer(scene.deposit("\(amount)"))
                    money += amount
                case 5..<6: scene.house.line.expect(.loseAnswer)
                case 6..<7:
                    // The app is killed, and started again.
                    await outbox.close()
                    outbox = Outbox(scene.client, folder: scene.folder)
                case 7..<8:
                    scene.house.line.cut(Bool.random(using: &chance))
                case 8..<9:
                    await scene.house.stop()
                    try await scene.house.start()
                default: _ = await outbox.flush()
                }
            }
            scene.house.line.cut(false)
            for _ in 0..<40 where await outbox.flush() != .empty {}
            #expect(try await outbox.waitingCount == 0, "seed \(seed)")
            #expect(try await outbox.refused == [], "seed \(seed)")
            #expect(try await scene.house.storedFixes() == fixes, "seed \(seed)")
            let account = try await scene.client.wallet().accounts.first { $0.id == scene.account }
            #expect(account?.amount == "\(money)", "seed \(seed)")
        }
    }
}
