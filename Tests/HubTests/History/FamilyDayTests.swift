import Family
import Hub
import SQL
import Storage
import Testing

/// A made-up family lives a whole day: commutes, noise, queues sent late and twice, restarts, consents that change.
@Suite struct FamilyDayTests {
    private static let precisions: [Precision] = [.place, .coarse, .exact]

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `F35, F53: after a family's day each fix is stored once, and no viewer saw more than allowed`(
        _ seed: UInt64
    ) async throws {
        try await TestHub.run { home in
            var day = try await Day(home, seed: seed)
            for minute in 0..<(24 * 60) {
                home.clock.advance(seconds: 60)
                try await day.live(minute: minute)
                if minute % 60 == 59 { try await day.check(minute: minute) }
                if minute % 360 == 359 { try await day.restart() }
            }
            try await day.checkTracks()
            try await day.checkEverybodyIsHome()
        }
    }

    /// One member of the family and what their phone has not sent yet.
    private struct Person {
        let member: ID<Member>
        let device: DeviceCredential
        let work: Coordinate
        /// Leaves home in this minute of the day, and work in the other.
        let leaves: Int
        let returns: Int
        var queue: [Fix] = []
        var sent: [Fix] = []
    }

    private struct Day {
        var home: TestHub
        var people: [Person] = []
        var chance: Chance
        let seed: UInt64

        init(_ home: TestHub, seed: UInt64) async throws {
            self.home = home
            self.seed = seed
            chance = Chance(seed: seed)
            for number in 1...4 {
                let member = try await home.member(number)
                let work = berlin.moved(northMetres: 4_000 + Double(number) * 700, eastMetres: Double(number) * 900)
                for (label, centre) in [("Home", berlin), ("Work", work)] {
                    home.clock.advance(milliseconds: 1)
                    let request = placeRequest(label, centre, radiusMetres: 150)
                    _ = try await home.hub.addPlace(home.hub.outside.newID(), for: member, request)
                }
                people.append(
                    Person(
                        member: member,
                        device: try await home.device(of: member),
                        work: work,
                        leaves: 420 + number * 13,
                        returns: 960 + number * 17
                    )
                )
            }
            for (viewer, subject) in pairs {
                let precision = FamilyDayTests.precisions.randomElement(using: &chance) ?? .exact
                try await home.connect(
                    viewer: people[viewer].member,
                    to: people[subject].member,
                    number: subject + 1,
                    precision
                )
            }
        }

        private var pairs: [(Int, Int)] {
            people.indices.flatMap { viewer in people.indices.map { (viewer, $0) } }.filter { $0.0 != $0.1 }
        }

        mutating func live(minute: Int) async throws {
            for index in people.indices {
                people[index].queue.append(fix(of: people[index], minute: minute))
                // Phones send at once, or minutes later, in any order, some of it again.
                guard Int.random(in: 0..<4, using: &chance) > 0 || minute % 60 == 59 else { continue }
                var batch = people[index].queue
                batch += people[index].sent.suffix(3).shuffled(using: &chance).prefix(1)
                people[index].queue = []
                let new = batch.count - min(1, people[index].sent.count)
                let outcome = try await home.send(batch.shuffled(using: &chance), from: people[index].device).get()
                #expect(outcome == DeviceReportOutcome(stored: new, repeated: batch.count - new), "seed \(seed)")
                people[index].sent += batch.prefix(new)
            }
        }

        /// Where somebody is in this minute, with the error of a phone.
        private mutating func fix(of person: Person, minute: Int) -> Fix {
            let along =
                switch minute {
                case ..<person.leaves: 0.0
                case ..<(person.leaves + 20): Double(minute - person.leaves) / 20
                case ..<person.returns: 1.0
                case ..<(person.returns + 20): 1 - Double(minute - person.returns) / 20
                default: 0.0
                }
            let north = (person.work.latitude - berlin.latitude) * along
            let east = (person.work.longitude - berlin.longitude) * along
            let spot = point(berlin.latitude + north, berlin.longitude + east).moved(
                northMetres: Double.random(in: -12...12, using: &chance),
                eastMetres: Double.random(in: -12...12, using: &chance)
            )
            return home.fix(spot)
        }

        func check(minute: Int) async throws {
            for (viewer, subject) in pairs {
                let (viewer, subject) = (people[viewer].member, people[subject].member)
                let grant = try await home.hub.grants(of: viewer).first { $0.subject == subject }
                let view = try await home.view(of: subject, for: viewer)
                let precision = grant?.precision(now: home.clock.now) ?? .off
                #expect((view == nil) == (precision == .off), "seed \(seed), minute \(minute)")
                #expect(precision >= .coarse || view?.cell == nil && view?.batteryPercent == nil)
                #expect((view?.position != nil) == (precision == .exact), "seed \(seed), minute \(minute)")
            }
            let atNoon = (600..<840).contains(minute)
            guard atNoon else { return }
            for person in people {
                #expect(try await home.view(of: person.member, for: person.member)?.placeLabel == "Work")
            }
        }

        /// The hub ends and starts again: what everybody sees stays.
        mutating func restart() async throws {
            let fresh = try await home.restarted()
            for person in people {
                let before = try await home.hub.views(for: person.member).map(\.view)
                #expect(try await fresh.hub.views(for: person.member).map(\.view) == before, "seed \(seed)")
            }
            home = fresh
            guard let (viewer, subject) = pairs.randomElement(using: &chance) else { return }
            let connections = try await home.hub.connections(of: people[subject].member).seers
            let viewerID = people[viewer].member
            guard let seer = connections.first(where: { $0.consent.viewer == viewerID }) else { return }
            _ = try await home.hub.changeConnection(
                seer.consent.id,
                by: people[subject].member,
                precision: Precision.allCases.randomElement(using: &chance) ?? .off,
                expiresAt: nil
            )
        }

        func checkTracks() async throws {
            for person in people {
                #expect(person.queue.isEmpty && person.sent.count == 24 * 60)
                let track = try await home.track(of: person.member).map(\.fix)
                let sent = person.sent.sorted { $0.at < $1.at }.map(\.rounded)
                #expect(track == sent, "seed \(seed)")
            }
        }

        func checkEverybodyIsHome() async throws {
            for person in people {
                let clock = try await home.hub.clock(of: person.member)
                let homeSlot = clock.reading.face.slots.firstIndex(of: .place("Home"))
                #expect(clock.reading.hands.allSatisfy { $0.slot == homeSlot }, "seed \(seed)")
                #expect(clock.reading.hands.contains { $0.member == person.member })
            }
        }
    }
}
