import API
import Family
import Foundation
import HearthClient
import Testing

/// A member with an account, whose app has an outbox.
struct Scene {
    let house: TestHouse
    let client: HearthClient
    let member: ID<Member>
    let folder: URL
    let start: Timestamp
    let account: ID<Account>
    let coin: UInt32
    let outbox: Outbox
    private let limits: Outbox.Limits

    static func run(_ limits: Outbox.Limits = .init(), _ body: (Scene) async throws -> Void) async throws {
        try await TestHouse.run { house in
            try await withFolder { folder in
                let member = try await house.member(1).id
                let client = try await house.client(of: member)
                let coin = try #require(try await client.wallet().assets.first { $0.scale == 2 })
                let account = try await client.openAccount(.init(id: client.newID(), asset: coin.number))
                let scene = Scene(
                    house: house,
                    client: client,
                    member: member,
                    folder: folder,
                    start: house.time.now,
                    account: account.id,
                    coin: coin.number,
                    outbox: Outbox(client, folder: folder, limits: limits),
                    limits: limits
                )
                try await body(scene)
            }
        }
    }

    func deposit(_ amount: String) -> PostTransferBody {
        PostTransferBody(id: client.newID(), from: .cash, to: .account(account), asset: coin, amount: amount)
    }

    func withdrawal(_ amount: String) -> PostTransferBody {
        PostTransferBody(id: client.newID(), from: .account(account), to: .cash, asset: coin, amount: amount)
    }

    /// The app is gone, and another one opens what it left.
    func reopened() async -> Outbox {
        await outbox.close()
        return Outbox(client, folder: folder, limits: limits)
    }
}
