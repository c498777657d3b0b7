import API
import Family
import HTTP
import Hub
import Languages
import Zip

extension HubService {
    /// `GET /me/export`: everything of the member that the hub holds, as one archive (F58).
    func export(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        try await hub.requireRecentProof(caller)
        let now = hub.outside.now()
        if !request.isLoopback, let seconds = exportBudget.retryAfterSeconds(caller.member, now: now) {
            throw Problem.tooManyRequests.retry(afterSeconds: seconds)
        }
        let files = try await smallFiles(caller, request)
        let months = try await hub.trackBounds(of: caller.member).map(monthsOf) ?? []
        let archive = try UnlinkedFile(in: hub.settings.scratchFolder)
        let hub = hub
        let outcome = await exportWork.run { () -> Result<Void, any Error> in
            do {
                try await write(files, months, of: caller.member, hub, now: now, to: archive)
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        guard let outcome else {
            throw Problem(503, "tooManyExports", "Others are exporting. Try again.").retry(afterSeconds: 30)
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
    private func smallFiles(_ caller: AuthenticatedSession, _ request: Request) async throws -> [(
        name: String, bytes: [UInt8]
    )] {
        let member = caller.member
        let answers: [(String, Response)] = [
            ("profile.json", try await me(caller, request)),
            ("shown.json", try await shown(caller, request)),
            ("retention.json", try await retention(caller, request)),
            ("connections.json", try await connections(caller, request)),
            ("families.json", try await families(caller, request)),
            ("sharing.json", try await sharing(caller, request)),
            ("requests.json", try await requests(caller, request)),
            ("views.json", .json(try await allLooks(at: member))),
            ("places.json", try await places(caller, request)),
            ("family-places.json", try await familyPlaces(caller, request)),
            ("devices.json", try await devices(caller, request)),
            ("sessions.json", try await sessions(caller, request)),
            ("watches.json", try await watches(caller, request)),
            ("trips.json", try await trips(caller, request)),
            ("alarms.json", try await alarms(caller, request)),
            ("drills.json", try await drills(caller, request)),
            ("contacts.json", try await contacts(caller, request)),
            ("dead-zones.json", try await deadZones(caller, request)),
            ("push.json", try await push(caller, request)),
            ("security.json", try await security(caller, request)),
            ("notices.json", try await notices(caller, request)),
            ("clock.json", .json(try await hub.clockChoice(of: member))),
            ("clock-links.json", try await clockLinks(caller, request)),
            ("live-links.json", try await liveLinks(caller, request)),
            ("calendar-links.json", try await calendarLinks(caller, request)),
            ("wallet.json", try await walletFile(of: member)),
            ("money-requests.json", try await moneyRequests(caller, request)),
            ("coins.json", try await coins(caller, request)),
            ("coin-payments.json", .json(try await coinDetails(of: member))),
            ("missions.json", try await missionsFile(of: member)),
        ]
        let readMe = ExportReadMe.text(in: try await hub.language(of: member))
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

/// Writes the archive; runs where the disk may be waited for.
///
/// The tracks are read first, as an archive is written without a pause.
private func write(
    _ files: [(name: String, bytes: [UInt8])],
    _ months: [Month],
    of member: ID<Member>,
    _ hub: Hub,
    now: Timestamp,
    to archive: UnlinkedFile
) async throws {
    var spool = try FixSpool(in: hub.settings.scratchFolder)
    var tracks: [(month: Month, parts: [FixSpool.Part])] = []
    for month in months {
        let parts = try await read(month, of: member, hub, into: &spool)
        if !parts.isEmpty { tracks.append((month, parts)) }
    }
    let seconds = now.milliseconds / 1_000
    var entries = files.map { ZipEntry($0.name, modifiedAtSeconds: seconds, bytes: $0.bytes) }
    for (month, parts) in tracks {
        for format in [TrackFormat.json, .gpx] {
            var text = TrackText(format: format, spool: spool, parts: parts[...])
            entries.append(
                ZipEntry("track/\(month.name).\(format.rawValue)", modifiedAtSeconds: seconds) { try text.next() }
            )
        }
    }
    try writeZip(entries, to: archive.descriptor)
}

/// Reads one month's track, a page at a time, and answers where it is.
private func read(
    _ month: Month,
    of member: ID<Member>,
    _ hub: Hub,
    into spool: inout FixSpool
) async throws -> [FixSpool.Part] {
    var parts: [FixSpool.Part] = []
    var cursor: TrackCursor?
    repeat {
        let page = try await hub.ownTrack(of: member, from: month.start, to: month.end, after: cursor)
        try spool.requireRoom(forFixes: page.fixes.count)
        parts += try spool.add(page.fixes)
        cursor = page.next
    } while cursor != nil
    return parts
}

/// The text of one month's track, a part at a time.
private struct TrackText {
    private enum Place {
        case head
        case part
        case end
    }

    let format: TrackFormat
    let spool: FixSpool
    private var parts: ArraySlice<FixSpool.Part>
    private var place = Place.head
    private var isFirst = true

    init(format: TrackFormat, spool: FixSpool, parts: ArraySlice<FixSpool.Part>) {
        (self.format, self.spool, self.parts) = (format, spool, parts)
    }

    mutating func next() throws -> [UInt8]? {
        switch place {
        case .head:
            place = .part
            return format.head
        case .part:
            guard let part = parts.popFirst() else {
                place = .end
                return format.tail
            }
            defer { isFirst = false }
            try spool.requireRoom(forFixes: FixPack.countMax)
            return format.text(try spool.records(of: part), isFirst: isFirst)
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
