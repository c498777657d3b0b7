import API
import Family
import HTTP
import Hub
import Languages
import PhoneProtocols

extension HubService {
    func track(_ member: ID<Member>, _ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let fields = request.queryFields
        let to = try fields["to"].map { try timestamp($0, "to") } ?? Timestamp(milliseconds: .max)
        let from = try fields["from"].map { try timestamp($0, "from") } ?? Timestamp(milliseconds: .min)
        guard let format = TrackFormat(rawValue: fields["format"] ?? "json") else {
            throw Problem.invalid("format", "Choose json, gpx or geojson.")
        }
        let limit = try fields["limit"].map(pageLimit) ?? Hub.trackPageMax
        var cursor = try fields["after"].map(trackCursor)
        let page = { (cursor: TrackCursor?) in
            try await self.hub.track(
                of: member,
                for: caller.member,
                from: from,
                to: to,
                after: cursor,
                limit: limit,
                on: request.screen
            )
        }
        var read = try await page(cursor)
        if format == .json {
            return .json(TrackBody(fixes: read.fixes.map(TrackFixBody.init), next: read.next.map(text)))
        }
        // A file is whole, however long the history; a list comes in pages.
        let file = try UnlinkedFile(in: hub.settings.scratchFolder)
        try file.append(format.head)
        var isFirst = true
        while true {
            try file.append(format.text(read.fixes, isFirst: isFirst))
            isFirst = isFirst && read.fixes.isEmpty
            cursor = read.next
            guard cursor != nil else { break }
            read = try await page(cursor)
        }
        try file.append(format.tail)
        return Response(200, [format.contentType, .noStore], file: file)
    }

    private func timestamp(_ text: String, _ field: String) throws(Problem) -> Timestamp {
        guard let timestamp = Timestamp(text: text) else {
            throw .invalid(field, "Write a time like 2026-03-01T08:05:00.000Z.")
        }
        return timestamp
    }

    private func pageLimit(_ text: String) throws(Problem) -> Int {
        guard let limit = Int(text), (1...Hub.trackPageMax).contains(limit) else {
            throw .invalid("limit", "Enter a limit of 1 to \(Hub.trackPageMax).")
        }
        return limit
    }

    private func trackCursor(_ text: String) throws -> TrackCursor {
        let parts = text.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 2, let at = Int64(parts[0]), let tag = Int64(parts[1]) else {
            throw SubjectRefusal.cursorUnknown
        }
        return TrackCursor(at: Timestamp(milliseconds: at), tag: tag)
    }

    private func text(_ cursor: TrackCursor) -> String {
        "\(cursor.at.milliseconds)_\(cursor.tag)"
    }
}
