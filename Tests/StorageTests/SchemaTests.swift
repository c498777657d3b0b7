import Family
import SQL
import Storage
import Testing

@Suite struct SchemaTests {
    @Test(arguments: DatabaseBackend.allCases)
    func `the whole schema is made once and found again`(backend: DatabaseBackend) async throws {
        try await withHearthDatabase(backend) { database in
            #expect(try await backend.hearthMigrator.migrate(database) == [])
            let names = try await database.read { transaction in
                try transaction.rows("SELECT name FROM migration ORDER BY name").map { try $0.text(0) }
            }
            #expect(names == backend.migrations.map(\.name) && !names.isEmpty)
        }
    }

    @Test func `every table is strict, so that a column never holds another type`() async throws {
        try await withHearthDatabase(.memory) { database in
            let loose = try await database.read { transaction in
                try transaction.rows(
                    """
                    SELECT name FROM pragma_table_list
                    WHERE schema = 'main' AND type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite_%'
                        AND name <> 'migration'
                    """
                ).map { try $0.text(0) }
            }
            #expect(loose == [])
        }
    }

    @Test func `a member's device and place, and a choice to show the member, are deleted with the member`()
        async throws
    {
        try await withHearthDatabase { database in
            try await database.transaction { transaction in
                let (anna, bo) = (try transaction.addTestMember(1), try transaction.addTestMember(2))
                let device = DeviceRow(id: id(1), member: anna, name: "phone", createdAt: moment(1))
                try transaction.addDevice(device, tokenHash: bytes(1))
                try transaction.addPlace(
                    PlaceRow(id: id(1), member: anna, sealed: [1], requestHash: bytes(1)),
                    now: moment(0)
                )
                try transaction.setShown(bo, kind: "member", subject: anna)
                try transaction.run("DELETE FROM member WHERE id = \(anna.bytes)")
                #expect(try transaction.device(id(1)) == nil)
                #expect(try transaction.place(id(1)) == nil)
                #expect(try transaction.shown(bo) == nil)
            }
        }
    }

    @Test func `the hot queries read by an index, never a whole table`() async throws {
        try await withHearthDatabase(.memory) { database in
            let hot: [(SQL, String)] = [
                ("EXPLAIN QUERY PLAN SELECT 1 FROM device WHERE token_hash = x''", "device"),
                ("EXPLAIN QUERY PLAN SELECT 1 FROM session WHERE token_hash = x''", "session"),
                ("EXPLAIN QUERY PLAN SELECT 1 FROM fix WHERE member = x'' AND at >= 1 ORDER BY at, tag", "fix"),
                ("EXPLAIN QUERY PLAN SELECT 1 FROM connection WHERE viewer = x'' ORDER BY id", "connection"),
                ("EXPLAIN QUERY PLAN SELECT 1 FROM connection WHERE subject = x'' ORDER BY id", "connection"),
                ("EXPLAIN QUERY PLAN SELECT 1 FROM place WHERE member = x'' ORDER BY id", "place"),
            ]
            try await database.read { transaction in
                for (query, table) in hot {
                    let plan = try transaction.rows(query).map { try $0.text("detail") }
                    #expect(plan.contains { $0.hasPrefix("SEARCH \(table)") }, "\(plan)")
                    #expect(!plan.contains { $0.hasPrefix("SCAN") }, "\(plan)")
                }
            }
        }
    }
}
