import Family
import Foundation
import Hub
import HubAPI
import Testing
import WireClient

@Suite struct DayTests {
    private func day(_ test: TestService, _ subject: TestMember, for viewer: TestMember, _ query: String) async throws
        -> TestResponse
    {
        try await test.call("GET", "/api/v1/members/\(subject.id.text)/day?\(query)", token: viewer.token)
    }

    @Test func `a day has its stays, its trips, its motions and its strip`() async throws {
        try await TestService.run { test in
            let anna = try await test.member(1)
            try await test.morning(of: anna)
            let answer = try await day(test, anna, for: anna, "date=2026-03-01")
            #expect(answer.status == 200 && answer["cache-control"] == "no-store")
            #expect(Set(answer.json.keys) == ["date", "from", "to", "stays", "trips", "motion"])
            #expect(answer.json["from"] as? String == "2026-03-01T00:00:00.000Z")
            #expect(answer.json["to"] as? String == "2026-03-02T00:00:00.000Z")
            let stays = try #require(answer.json["stays"] as? [[String: Any]])
            #expect(stays.count == 2 && stays[0]["place"] as? String == "Home" && stays[1]["place"] is NSNull)
            let trips = try #require(answer.json["trips"] as? [[String: Any]])
            #expect(trips.count == 1 && abs((trips[0]["distanceMetres"] as? Int ?? 0) - 2_000) < 60)
            let motion = try #require(answer.json["motion"] as? [String: Any])
            let strip = try #require(motion["strip"] as? [[String: Any]])
            #expect(strip.first?["motion"] as? String == "stationary" && strip.count >= 3)
            let activities = try #require(motion["activities"] as? [[String: Any]])
            #expect(activities.first?["motion"] as? String == "stationary")
            #expect(activities.first?["distanceMetres"] as? Int == 0)
            #expect(!answer.text.contains("behind the third oak"))
        }
    }

    @Test func `a day is one of the clock where it is asked`() async throws {
        try await TestService.run { test in
            let anna = try await test.member(1)
            try await test.morning(of: anna)
            // It began at 08:06 UTC, which in Auckland is the evening of that day, and in Samoa the day before.
            for (date, offset, holds) in [
                ("2026-03-01", 780, true), ("2026-02-28", -660, true), ("2026-03-01", -660, false),
                ("2026-03-02", 0, false),
            ] {
                let answer = try await day(test, anna, for: anna, "date=\(date)&utcOffsetMinutes=\(offset)")
                #expect((answer.json["stays"] as? [Any])?.isEmpty == !holds, "\(date) \(offset)")
            }
        }
    }

    @Test(arguments: Precision.allCases)
    func `F35: of others the day is shown at exact alone, and only the last 24 hours of it`(_ precision: Precision)
        async throws
    {
        try await TestService.run { test in
            let (anna, bo) = (try await test.member(1), try await test.member(2))
            try await test.connect(bo, to: anna, precision)
            try await test.morning(of: anna)
            let answer = try await day(test, anna, for: bo, "date=2026-03-01")
            guard precision == .exact else {
                let nobody = test.hub.outside.newID(of: Member.self).text
                let stranger = try await test.call(
                    "GET",
                    "/api/v1/members/\(nobody)/day?date=2026-03-01",
                    token: bo.token
                )
                #expect(answer.status == 404 && answer.text == stranger.text)
                return
            }
            #expect(answer.status == 200 && (answer.json["stays"] as? [Any])?.count == 2)
            // A day later but for the last ten minutes of the morning.
            test.clock.advance(seconds: 86_400 - 600)
            let late = try await day(test, anna, for: bo, "date=2026-03-01")
            let from = try #require((late.json["from"] as? String).flatMap { Timestamp(text: $0) })
            #expect(from == test.clock.now.advanced(bySeconds: -86_400))
            #expect((late.json["trips"] as? [Any])?.isEmpty == true)
            let stays = try #require(late.json["stays"] as? [[String: Any]])
            #expect(stays.count == 1 && (stays[0]["from"] as? String).flatMap { Timestamp(text: $0) } ?? from >= from)
            #expect((try await day(test, anna, for: anna, "date=2026-03-01").json["stays"] as? [Any])?.count == 2)
            test.clock.advance(seconds: 86_400)
            let gone = try await day(test, anna, for: bo, "date=2026-03-01")
            #expect(gone.status == 200 && (gone.json["stays"] as? [Any])?.isEmpty == true)
            #expect(gone.json["from"] as? String == gone.json["to"] as? String)
        }
    }

    @Test(arguments: [
        "", "date=", "date=today", "date=2026-02-29", "date=2026-03-01T00:00:00Z", "date=2026-3-1",
        "utcOffsetMinutes=x&date=2026-03-01", "utcOffsetMinutes=1081&date=2026-03-01",
        "utcOffsetMinutes=&date=2026-03-01",
    ])
    func `a day that makes no sense names the parameter`(_ query: String) async throws {
        try await TestService.run { test in
            let anna = try await test.member(1)
            let answer = try await day(test, anna, for: anna, query)
            #expect(answer.status == 422)
            let field = query.hasPrefix("utc") ? "utcOffsetMinutes" : "date"
            #expect(answer.json["field"] as? String == field)
        }
    }
}
