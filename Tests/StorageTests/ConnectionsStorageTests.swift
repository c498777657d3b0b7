import Family
import SQL
import Storage
import Testing

@Suite struct ConnectionsStorageTests {
    private func connection(_ number: UInt64, viewer: UInt64, subject: UInt64) -> ConnectionRow {
        ConnectionRow(
            id: id(number),
            viewer: id(viewer),
            subject: id(subject),
            precision: .coarse,
            expiresAt: moment(500),
            requestHash: bytes(UInt8(number)),
            changed: Int64(number)
        )
    }

    private func withThreeMembers(_ body: @escaping @Sendable (Transaction) throws -> Void) async throws {
        try await withHearthDatabase { database in
            try await database.transaction { transaction in
                for number in UInt64(1)...3 { try transaction.addTestMember(number) }
                try body(transaction)
            }
        }
    }

    @Test func `a connection is found by itself, by its pair, and from both ends`() async throws {
        try await withThreeMembers { transaction in
            try transaction.saveConnection(connection(1, viewer: 1, subject: 2), now: moment(0))
            try transaction.saveConnection(connection(2, viewer: 1, subject: 3), now: moment(0))
            let found = try #require(try transaction.connection(id(1)))
            #expect(found.precision == .coarse && found.expiresAt == moment(500) && found.changed == 1)
            #expect(found.requestHash == bytes(1))
            #expect(try transaction.connection(viewer: id(1), subject: id(3))?.id == id(2))
            #expect(try transaction.connection(viewer: id(3), subject: id(1)) == nil, "seeing goes one way")
            #expect(try transaction.connections(viewer: id(1)).map(\.id) == [id(1), id(2)])
            #expect(try transaction.connections(subject: id(2)).map(\.viewer) == [id(1)])
            #expect(try transaction.connections(viewer: id(2)).isEmpty)
        }
    }

    @Test func `a pair has one connection, the newest`() async throws {
        try await withThreeMembers { transaction in
            try transaction.saveConnection(connection(1, viewer: 1, subject: 2), now: moment(0))
            try transaction.saveConnection(connection(2, viewer: 1, subject: 2), now: moment(1))
            #expect(try transaction.connection(id(1)) == nil)
            #expect(try transaction.connections(viewer: id(1)).map(\.id) == [id(2)])
        }
    }

    @Test func `a connection is changed and ended`() async throws {
        try await withThreeMembers { transaction in
            try transaction.saveConnection(connection(1, viewer: 1, subject: 2), now: moment(0))
            try transaction.setConnection(id(1), precision: .off, expiresAt: nil, changed: 77, now: moment(1))
            let changed = try #require(try transaction.connection(id(1)))
            #expect(changed.precision == .off && changed.expiresAt == nil && changed.changed == 77)
            try transaction.removeConnection(id(1))
            #expect(try transaction.connection(id(1)) == nil)
        }
    }

    @Test func `a connect code is replaced and removed`() async throws {
        try await withThreeMembers { transaction in
            var code = ConnectCodeRow(
                member: id(1),
                codeHash: bytes(1),
                precision: .exact,
                shareExpiresAt: nil,
                expiresAt: moment(60)
            )
            try transaction.setConnectCode(code)
            code.codeHash = bytes(2)
            code.precision = .place
            code.shareExpiresAt = moment(90)
            try transaction.setConnectCode(code)
            let found = try #require(try transaction.connectCode(of: id(1)))
            #expect(found.codeHash == bytes(2) && found.precision == .place)
            #expect(found.shareExpiresAt == moment(90) && found.expiresAt == moment(60))
            try transaction.removeConnectCode(of: id(1))
            #expect(try transaction.connectCode(of: id(1)) == nil)
        }
    }

    @Test func `a level that no hub knows is refused by the table`() async throws {
        try await withHearthDatabase { database in
            let error = await #expect(throws: StorageError.self) {
                try await database.transaction { transaction in
                    for number in UInt64(1)...2 { try transaction.addTestMember(number) }
                    try transaction.saveConnection(connection(1, viewer: 1, subject: 2), now: moment(0))
                    try transaction.run("UPDATE connection SET precision = 9")
                }
            }
            #expect(error?.code == .constraint)
        }
    }
}
