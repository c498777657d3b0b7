import Family
import Hub
import Storage
import Testing

@Suite struct DevicesTests {
    @Test func `a device's token opens until it is revoked, and across a restart`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let id = home.hub.outside.newID(of: Device.self)
            let (device, token) = try await home.hub.addDevice(id, for: anna, name: " phone ")
            #expect(device.name == "phone" && token.utf8.count >= 22)
            let bytes = Array(token.utf8)
            #expect(home.hub.knownCredential(token: bytes) == nil, "nothing is kept before its first use")
            #expect(try await home.hub.credential(token: bytes)?.device == id)
            #expect(home.hub.knownCredential(token: bytes)?.member == anna)
            #expect(try await home.restarted().hub.credential(token: bytes)?.device == id)
            #expect(try await home.hub.credential(token: bytes + [0]) == nil)

            try await home.hub.revokeDevice(id, of: anna)
            #expect(home.hub.knownCredential(token: bytes) == nil)
            #expect(try await home.hub.credential(token: bytes) == nil)
            #expect(try await home.hub.devices(of: anna).isEmpty)
            await #expect(throws: DeviceRefusal.notFound) { try await home.hub.revokeDevice(id, of: anna) }
        }
    }

    @Test func `a token is shown once: a repeat is refused, and so is the identity of another device`() async throws {
        try await TestHub.run { home in
            let (anna, bo) = (try await home.member(1), try await home.member(2))
            let id = home.hub.outside.newID(of: Device.self)
            _ = try await home.hub.addDevice(id, for: anna, name: "phone")
            await #expect(throws: DeviceRefusal.alreadyIssued) {
                try await home.hub.addDevice(id, for: anna, name: "phone")
            }
            await #expect(throws: DeviceRefusal.idUsedOtherwise) {
                try await home.hub.addDevice(id, for: anna, name: "watch")
            }
            await #expect(throws: DeviceRefusal.idUsedOtherwise) {
                try await home.hub.addDevice(id, for: bo, name: "phone")
            }
            await #expect(throws: DeviceRefusal.notFound) { try await home.hub.revokeDevice(id, of: bo) }
        }
    }

    @Test func `when a device was heard is exact while the hub runs, and on disk to the minute`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let device = try await home.device(of: anna)
            await home.send(berlin, from: device)
            let first = home.clock.now
            home.clock.advance(seconds: 30)
            _ = await home.send([], from: device)
            #expect(try await home.hub.devices(of: anna).first?.heardAt == home.clock.now)
            #expect(try await home.restarted().hub.devices(of: anna).first?.heardAt == first)
            home.clock.advance(seconds: 60)
            _ = await home.send([], from: device)
            #expect(try await home.restarted().hub.devices(of: anna).first?.heardAt == home.clock.now)
        }
    }

    @Test func `S30: a request with more than 4 000 points keeps them all, and counts as several`() async throws {
        try await TestHub.run({ ($0.ingestBurst, $0.ingestRequestsPerSecond) = (3, 0.1) }) { home in
            let phone = try await home.device(of: try await home.member(1))
            let fixes = (0..<8_001).map { home.fix(berlin, secondsAgo: 8_001 - Int64($0)) }
            #expect(try await home.send(fixes, from: phone).get().stored == 8_001)
            await #expect(throws: DeviceReportRefusal.throttled(retryAfterSeconds: 10), "three of three are spent") {
                _ = try await home.send([home.fix(berlin)], from: phone).get()
            }
            home.clock.advance(seconds: 10)
            #expect(try await home.send(fixes, from: phone).get().stored == 0, "what is owed is waited for afterwards")
            home.clock.advance(seconds: 10)
            await #expect(throws: DeviceReportRefusal.throttled(retryAfterSeconds: 20)) {
                _ = try await home.send([home.fix(berlin)], from: phone).get()
            }
        }
    }

    @Test func `S30: a device has a burst and then a steady rate, each device its own`() async throws {
        let usual = HubSettings()
        #expect(usual.ingestBurst == 5_000 && usual.ingestRequestsPerSecond == 10, "fewer are enough to see it")
        try await TestHub.run {
            $0.ingestBurst = 5
            $0.ingestRequestsPerSecond = 0.5
        } _: { home in
            let anna = try await home.member(1)
            let (phone, watch) = (try await home.device(of: anna), try await home.device(of: anna))
            for _ in 1...5 { #expect(await home.send([], from: phone) == .success(DeviceReportOutcome())) }
            #expect(await home.send([], from: phone) == .failure(.throttled(retryAfterSeconds: 2)))
            #expect(await home.send([], from: watch) == .success(DeviceReportOutcome()))
            home.clock.advance(seconds: 2)
            #expect(await home.send([], from: phone) == .success(DeviceReportOutcome()))
            #expect(await home.send([], from: phone) == .failure(.throttled(retryAfterSeconds: 2)))
        }
    }

    @Test func `a member has at most twenty devices`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            for _ in 1...Hub.devicesMax { _ = try await home.device(of: anna) }
            await #expect(throws: DeviceRefusal.tooMany) { try await home.device(of: anna) }
            let first = try #require(try await home.hub.devices(of: anna).first)
            try await home.hub.revokeDevice(first.id, of: anna)
            _ = try await home.device(of: anna)
        }
    }

    @Test func `a member is notified of a phone that the keeper adds or revokes`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let id = home.hub.outside.newID(of: Device.self)
            _ = try await home.hub.addDevice(id, for: anna, name: "phone", by: .hubKeeper)
            try await home.hub.revokeDevice(id, of: anna, by: .hubKeeper)
            let notices = try await home.hub.notices(of: anna)
            #expect(notices.map(\.kind) == [.keeperManagedDevice, .keeperManagedDevice])
        }
    }
}
