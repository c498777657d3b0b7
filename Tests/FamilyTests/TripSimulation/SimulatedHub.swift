import Family

/// A hub whose disk survives and whose memory does not.
///
/// It does what the rules ask of whoever keeps a watch, and no more: state, deadline and letters are written together
/// before anybody is answered; who waits for the deadline may be late, early or doubled; a letter is lent, sent and then
/// recorded.
struct SimulatedHub {
    /// What is on disk.
    private struct Disk {
        var watch = SafetyWatch().bytes
        var deadline: Timestamp?
        var letters: [Letter] = []
    }

    /// One event as it was committed, and what came of it.
    struct Entry {
        var at: Timestamp
        var event: SafetyEvent
        var fresh: ID<Alarm>
        var outcome: SafetyOutcome
    }

    static let companions = 0..<3
    static let backups = 3..<5
    static let channels = 0..<3
    private static let leaseSeconds: Int64 = 30

    private var disk = Disk()
    private var freshCount: UInt64 = 0
    private(set) var entries: [Entry] = []
    /// Nil while it runs; otherwise when somebody starts it again.
    private(set) var downUntil: Timestamp?
    /// When it went and came.
    private(set) var outages: [Range<Timestamp>] = []
    /// Letters that were sent and not recorded, because the hub fell in between.
    private(set) var unrecordedCount = 0

    var isUp: Bool { downUntil == nil }
    var deadline: Timestamp? { disk.deadline }
    var letters: [Letter] { disk.letters }
    var watch: SafetyWatch? { SafetyWatch(bytes: disk.watch) }

    mutating func fall(now: Timestamp, until: Timestamp) {
        guard isUp else { return }
        downUntil = until
        outages.append(now..<until)
    }

    /// Starts again: all that it knows is on disk, and what was lent is taken back.
    mutating func rise() {
        downUntil = nil
        for index in disk.letters.indices { disk.letters[index].takeBack() }
    }

    /// Takes an event, in one transaction; nil where it fell before the commit.
    mutating func take(_ event: SafetyEvent, now: Timestamp, fallsFirst: Bool) -> SafetyAnswer? {
        guard isUp, !fallsFirst, var watch = SafetyWatch(bytes: disk.watch) else { return nil }
        freshCount += 1
        let fresh = ID<Alarm>(high: .max, low: freshCount)
        let outcome = watch.apply(event, now: now, fresh: fresh)
        var next = disk
        next.watch = watch.bytes
        next.deadline = watch.deadline
        for effect in outcome.effects { next.letters += letters(for: effect, now: now) }
        disk = next
        entries.append(Entry(at: now, event: event, fresh: fresh, outcome: outcome))
        return outcome.answer
    }

    /// When the next letter may be sent; nil where none waits.
    var nextLetterAt: Timestamp? {
        disk.letters.lazy.filter { !$0.isRecorded }.map(\.dueAt).min()
    }

    /// Sends what is due: `isAccepted` says what the provider does, `falls` whether the hub falls before it records.
    mutating func send(
        now: Timestamp,
        isAccepted: (Int) -> Bool,
        falls: () -> Bool
    ) -> [Letter] {
        var sent: [Letter] = []
        for index in disk.letters.indices where isUp && !disk.letters[index].isRecorded {
            guard disk.letters[index].dueAt <= now else { continue }
            disk.letters[index].lend(until: now.advanced(bySeconds: Self.leaseSeconds))
            guard isAccepted(disk.letters[index].channel) else {
                disk.letters[index].postpone(now: now)
                continue
            }
            disk.letters[index].sentAt.append(now)
            sent.append(disk.letters[index])
            guard !falls() else {
                unrecordedCount += 1
                fall(now: now, until: now.advanced(bySeconds: 20))
                return sent
            }
            disk.letters[index].isRecorded = true
        }
        return sent
    }

    private func letters(for effect: SafetyEffect, now: Timestamp) -> [Letter] {
        switch effect {
        case .send(let round):
            let people = Array(Self.companions) + (round.isForBackups ? Array(Self.backups) : [])
            return people.flatMap { person in
                Self.channels.map { Letter(.round(round), to: person, channel: $0, now: now) }
            }
        case .tellAlarmed(let news, let alarm):
            return Self.companions.map { Letter(.alarmNews(news, alarm), to: $0, channel: 0, now: now) }
        case .tell(let news, _):
            return Self.companions.map { Letter(.news(news), to: $0, channel: 0, now: now) }
        case .ask, .pretend, .endSharing, .endCovertSharing, .leaveToPerson, .recordTold, .toldInVain:
            return []
        }
    }
}

/// A message on its way to one person over one channel.
struct Letter: Equatable {
    enum Content: Equatable {
        case round(NotificationRound)
        case alarmNews(AlarmNews, ID<Alarm>)
        case news(TripNews)
    }

    let content: Content
    let person: Int
    let channel: Int
    let writtenAt: Timestamp
    private(set) var dueAt: Timestamp
    private var triesCount = 0
    var isRecorded = false
    /// Each time that the provider took it.
    var sentAt: [Timestamp] = []

    init(_ content: Content, to person: Int, channel: Int, now: Timestamp) {
        self.content = content
        self.person = person
        self.channel = channel
        writtenAt = now
        dueAt = now
    }

    mutating func lend(until: Timestamp) {
        dueAt = until
        triesCount += 1
    }

    mutating func takeBack() {
        dueAt = min(dueAt, writtenAt)
    }

    mutating func postpone(now: Timestamp) {
        dueAt = now.advanced(bySeconds: min(5 << Int64(min(triesCount, 6)), 300))
    }
}
