import API
import Family
import HTTP
import Hub
import Zip

extension HubService {
    /// `GET /me/export`: everything of the member that the hub holds, as one archive (F58).
    func export(_ visitor: Visitor, _ request: Request) async throws -> Response {
        try await hub.requireRecentProof(visitor)
        let now = hub.outside.now()
        if !request.isLoopback, let seconds = exportBudget.secondsToWait(visitor.member, now: now) {
            throw Problem.tooManyRequests.retry(afterSeconds: seconds)
        }
        let files = try await smallFiles(visitor, request)
        let months = try await hub.trackBounds(of: visitor.member).map(monthsOf) ?? []
        let archive = try NamelessFile(in: hub.settings.scratchFolder)
        let hub = hub
        let outcome = await exportWork.run { () -> Result<Void, any Error> in
            Result { try write(files, months, of: visitor.member, hub, now: now, to: archive) }
        }
        guard let outcome else {
            throw Problem(503, "tooManyExports", "Others are exporting. Please try again.").retry(afterSeconds: 30)
        }
        try outcome.get()
        let name = "hearth-\(now.text.prefix(10)).zip"
        let headers = [
            Header("Content-Type", "application/zip"),
            Header("Content-Disposition", "attachment; filename=\"\(name)\""),
            .noStore,
        ]
        return Response(200, headers, file: archive)
    }

    /// What fits into memory: the answers of the API, as its member reads them.
    private func smallFiles(_ visitor: Visitor, _ request: Request) async throws -> [(name: String, bytes: [UInt8])] {
        let member = visitor.member
        let answers: [(String, Response)] = [
            ("profile.json", try await me(visitor, request)),
            ("shown.json", try await shown(visitor, request)),
            ("retention.json", try await retention(visitor, request)),
            ("connections.json", try await connections(visitor, request)),
            ("families.json", try await families(visitor, request)),
            ("sharing.json", try await sharing(visitor, request)),
            ("requests.json", try await requests(visitor, request)),
            ("views.json", .json(try await allLooks(at: member))),
            ("places.json", try await places(visitor, request)),
            ("devices.json", try await devices(visitor, request)),
            ("sessions.json", try await sessions(visitor, request)),
            ("watches.json", try await watches(visitor, request)),
            ("trips.json", try await trips(visitor, request)),
            ("alarms.json", try await alarms(visitor, request)),
            ("drills.json", try await drills(visitor, request)),
            ("contacts.json", try await contacts(visitor, request)),
            ("dead-zones.json", try await deadZones(visitor, request)),
            ("push.json", try await push(visitor, request)),
            ("security.json", try await security(visitor, request)),
            ("notices.json", try await notices(visitor, request)),
            ("clock.json", .json(try await hub.clockChoice(of: member))),
            ("clock-links.json", try await clockLinks(visitor, request)),
            ("wallet.json", try await walletFile(of: member)),
            ("money-requests.json", try await moneyRequests(visitor, request)),
            ("missions.json", try await missionsFile(of: member)),
        ]
        var files = [("README.txt", Array(readMe.utf8))]
        for (name, answer) in answers {
            if case .bytes(let bytes) = answer.body { files.append((name, bytes)) }
        }
        // Most members have none.
        if let picture = try? await hub.picture(of: member, for: member) {
            files.append(("media/picture.jpg", picture.jpeg))
        }
        return files
    }
}

/// Writes the archive; on a thread of its own.
private func write(
    _ files: [(name: String, bytes: [UInt8])],
    _ months: [Month],
    of member: ID<Member>,
    _ hub: Hub,
    now: Timestamp,
    to archive: NamelessFile
) throws {
    let seconds = now.milliseconds / 1_000
    var entries = files.map { ZipEntry($0.name, modifiedAtSeconds: seconds, bytes: $0.bytes) }
    for month in months {
        let first = try hub.ownTrackAndWait(of: member, from: month.start, to: month.end, after: nil)
        guard !first.fixes.isEmpty || first.next != nil else { continue }
        for format in [TrackFormat.json, .gpx] {
            var pages = TrackPages(format: format, month: month, member: member, hub: hub)
            entries.append(
                ZipEntry("track/\(month.name).\(format.rawValue)", modifiedAtSeconds: seconds) { try pages.next() }
            )
        }
    }
    try writeZip(entries, to: archive.descriptor)
}

/// The text of one month's track, a page at a time.
private struct TrackPages {
    private enum Part {
        case head
        case page(TrackCursor?)
        case tail
        case end
    }

    let format: TrackFormat
    let month: Month
    let member: ID<Member>
    let hub: Hub
    private var part = Part.head
    private var isFirst = true

    init(format: TrackFormat, month: Month, member: ID<Member>, hub: Hub) {
        (self.format, self.month, self.member, self.hub) = (format, month, member, hub)
    }

    mutating func next() throws -> [UInt8]? {
        switch part {
        case .head:
            part = .page(nil)
            return format.head
        case .page(let cursor):
            let page = try hub.ownTrackAndWait(of: member, from: month.start, to: month.end, after: cursor)
            defer { isFirst = isFirst && page.fixes.isEmpty }
            part = page.next.map { .page($0) } ?? .tail
            return format.text(page.fixes, isFirst: isFirst)
        case .tail:
            part = .end
            return format.tail
        case .end:
            return nil
        }
    }
}

/// A month in UTC.
private struct Month: Sendable {
    /// As "2026-03".
    let name: String
    let start: Timestamp
    /// Not part of it.
    let end: Timestamp
}

/// The months that a time touches, oldest first.
private func monthsOf(_ times: ClosedRange<Timestamp>) -> [Month] {
    var months: [Month] = []
    guard var start = firstOfMonth(times.lowerBound) else { return [] }
    // 31 days after the first of a month lie in the next one, whose first is what is looked for.
    while start <= times.upperBound, let end = firstOfMonth(start.advanced(bySeconds: 32 * 86_400)) {
        months.append(Month(name: String(start.text.prefix(7)), start: start, end: end))
        start = end
    }
    return months
}

private func firstOfMonth(_ time: Timestamp) -> Timestamp? {
    Timestamp(text: "\(time.text.prefix(7))-01T00:00:00Z")
}

private let readMe = """
    What this hub keeps of you

    profile.json      your name, colour, number, mail address, time zone and role
    shown.json        whom your Home page shows
    retention.json    how long your history is kept
    connections.json  whom you see, and who sees you, with what they see
    families.json     your family, and whom it has invited
    sharing.json      what of you can be seen by others in all, and how often you are reminded of it
    requests.json     who asked to see you, and whom you asked
    views.json        who looked at you in the last 90 days
    places.json       your places
    devices.json      the phone apps that report for you; their tokens are kept nowhere
    sessions.json     where you are logged in
    watches.json      of whom and what you asked to be told
    trips.json        your trips: where to, when and how they ended; the way itself is in the track
    alarms.json       what you were told of lately, and what runs about you
    drills.json       the tests that you sent, and those that wait for your word
    contacts.json     people without an account who are called when you need help
    dead-zones.json   your places without reception
    push.json         the browsers that you are sent push messages in
    security.json     your passkeys, whether an app shows you codes, and a change of your number that
                      may still be undone; nothing that would open your account
    notices.json      what you were told lately
    clock.json        the slots and hands of your clock
    clock-links.json  the links to your clock that you gave out
    wallet.json       your accounts, with what came in and went out
    money-requests.json
                      whom you asked for money lately, and who asked you
    missions.json     missions that you gave or were given, your countdowns, and what you bought for gold
    media             your picture, if you have one
    track             your positions, one file a month (UTC): .json has everything, .gpx opens in map programs

    Times are in UTC. Your password, your tokens and codes are not in here: the hub keeps only hashes of them.

    """
