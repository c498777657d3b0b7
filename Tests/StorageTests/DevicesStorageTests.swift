import Family
import SQL
import Storage
import Testing

@Suite struct DevicesStorageTests {
    private func withMember(_ body: @escaping @Sendable (Transaction, ID<Member>) throws -> Void) async throws {
        try await withHearthDatabase { database in
            try await database.transaction { try body($0, try $0.addTestMember(1)) }
        }
    }

    @Test func `a device opens with the hash of its token until it, or its member, is shut out`() async throws {
        try await withMember { transaction, anna in
            var device = DeviceRow(id: id(1), member: anna, name: "phone", createdAt: moment(1))
            device.passphraseSealed = [7]
            try transaction.addDevice(device, tokenHash: bytes(1))
            let other = DeviceRow(id: id(2), member: anna, name: "watch", createdAt: moment(2))
            try transaction.addDevice(other, tokenHash: bytes(2))
            try transaction.touchDevice(id(1), heardAt: moment(40))
            let found = try #require(try transaction.device(tokenHash: bytes(1)))
            #expect(found.id == id(1) && found.member == anna && found.name == "phone")
            #expect(found.passphraseSealed == [7] && found.heardAt == moment(40) && found.revokedAt == nil)
            #expect(try transaction.device(tokenHash: bytes(9)) == nil)
            #expect(try transaction.devices(of: anna).map(\.name) == ["phone", "watch"])

            try transaction.revokeDevice(id(1), now: moment(50))
            try transaction.revokeDevice(id(1), now: moment(60))
            #expect(try transaction.device(tokenHash: bytes(1)) == nil)
            #expect(try transaction.device(id(1))?.revokedAt == moment(50), "its row stays, the first end counts")
            #expect(try transaction.devices(of: anna).map(\.name) == ["watch"])
            _ = try transaction.disableMember(anna, now: moment(70))
            #expect(try transaction.device(tokenHash: bytes(2)) == nil)
        }
    }

    @Test func `two devices never share a token`() async throws {
        try await withHearthDatabase { database in
            let error = await #expect(throws: StorageError.self) {
                try await database.transaction { transaction in
                    let anna = try transaction.addTestMember(1)
                    for number in UInt64(1)...2 {
                        let device = DeviceRow(id: id(number), member: anna, name: "phone", createdAt: moment(1))
                        try transaction.addDevice(device, tokenHash: bytes(1))
                    }
                }
            }
            #expect(error?.code == .uniqueViolation)
        }
    }

    @Test func `a place comes back sealed as it was, is replaced and removed`() async throws {
        try await withMember { transaction, anna in
            let place = PlaceRow(id: id(1), member: anna, sealed: [1], requestHash: bytes(1))
            try transaction.addPlace(place, now: moment(0))
            try transaction.addPlace(
                PlaceRow(id: id(2), member: anna, sealed: [2], requestHash: bytes(2)),
                now: moment(0)
            )
            try transaction.setPlace(id(1), sealed: [9])
            let found = try #require(try transaction.place(id(1)))
            #expect(found.member == anna && found.sealed == [9] && found.requestHash == bytes(1))
            #expect(try transaction.places(of: anna).map(\.id) == [id(1), id(2)])
            #expect(try transaction.places(of: id(9)).isEmpty)
            try transaction.removePlace(id(1))
            #expect(try transaction.places(of: anna).map(\.id) == [id(2)])
        }
    }

    @Test func `a clock's face is replaced, and its links open until they are removed`() async throws {
        try await withMember { transaction, anna in
            #expect(try transaction.clockFace(of: anna) == nil)
            try transaction.setClockFace(of: anna, "{}")
            try transaction.setClockFace(of: anna, #"{"slots":["Home"]}"#)
            #expect(try transaction.clockFace(of: anna) == #"{"slots":["Home"]}"#)

            let link = ClockLinkRow(id: id(1), member: anna, createdAt: moment(3))
            try transaction.addClockLink(link, tokenHash: bytes(1))
            #expect(try transaction.clockLink(tokenHash: bytes(1))?.member == anna)
            #expect(try transaction.clockLink(tokenHash: bytes(2)) == nil)
            #expect(try transaction.clockLinks(of: anna).map(\.createdAt) == [moment(3)])
            #expect(try !transaction.removeClockLink(id(1), of: id(9)))
            #expect(try transaction.removeClockLink(id(1), of: anna))
            #expect(try transaction.clockLink(tokenHash: bytes(1)) == nil)
        }
    }

    @Test func `the link to a clock ends with its member`() async throws {
        try await withMember { transaction, anna in
            let link = ClockLinkRow(id: id(1), member: anna, createdAt: moment(3))
            try transaction.addClockLink(link, tokenHash: bytes(1))
            _ = try transaction.disableMember(anna, now: moment(4))
            #expect(try transaction.clockLink(tokenHash: bytes(1)) == nil)
        }
    }
}
