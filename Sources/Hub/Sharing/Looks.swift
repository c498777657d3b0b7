package import Family
import SQL
import Storage
import Synchronization

/// Where somebody was looked at.
package struct Screens: OptionSet, Hashable, Sendable {
    package let rawValue: Int64

    package init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    /// A program that names no screen.
    package static let api = Screens(rawValue: 1)
    package static let home = Screens(rawValue: 1 << 1)
    package static let clock = Screens(rawValue: 1 << 2)
    /// The day of one person.
    package static let day = Screens(rawValue: 1 << 3)
    package static let trip = Screens(rawValue: 1 << 4)
    /// A read-only link to the clock.
    package static let clockLink = Screens(rawValue: 1 << 5)
    /// A phone app that draws those whom its owner sees.
    package static let phoneApp = Screens(rawValue: 1 << 6)
    /// A notice that the viewer asked for.
    package static let notice = Screens(rawValue: 1 << 8)
    /// The page of a live link, which a browser without an account has open.
    package static let liveLink = Screens(rawValue: 1 << 10)
    /// Another page of the hub's own.
    package static let page = Screens(rawValue: 1 << 7)

    /// The pages of a trip that one watches over and of alarms, which are told as another page (F29).
    package static let watching = Screens(rawValue: 1 << 9)

    private static let named: [(Screens, String)] = [
        (.home, "home"), (.clock, "clock"), (.day, "day"), (.trip, "trip"), (.page, "page"),
        (.notice, "notice"), (.clockLink, "clockLink"), (.liveLink, "liveLink"), (.phoneApp, "phoneApp"),
        (.api, "api"),
    ]

    /// The words for programs, the most telling first.
    package var names: [String] {
        Screens.named.filter { contains($0.0) }.map(\.1)
    }

    /// The screen that a page names; another page's name is some page, and none is a program.
    package init(named name: String?) {
        switch name {
        case nil, "", "api": self = .api
        case "home": self = .home
        case "clock", "my-clock": self = .clock
        case "day": self = .day
        case "trip": self = .trip
        case "watch", "watching", "alarm", "alarms", "follow": self = .watching
        default: self = .page
        }
    }
}

/// One viewer who looked at a member, within a quarter of an hour.
package struct AccessRecord: Sendable {
    package var viewer: Looker
    /// The member, or what the link that let a browser in is called by its maker.
    package var person: Person
    /// What the browser is called, where it was one without an account.
    package var browser: String?
    package var firstAt: Timestamp
    package var lastAt: Timestamp
    /// The most that was shown.
    package var precision: Precision
    package var screens: Screens
}

/// A place in the list of looks to go on from.
package struct LookCursor: Hashable, Sendable {
    package var at: Timestamp
    package var viewer: ID<Looker>

    package init(at: Timestamp, viewer: ID<Looker>) {
        self.at = at
        self.viewer = viewer
    }
}

extension Hub {
    /// Looks of one answer.
    package static let looksPageMax = 500
    /// For how long it can be seen who looked (F37).
    package static let lookMilliseconds: Int64 = 90 * 86_400 * 1_000

    /// Who looked at a member, newest first, and where to go on; nobody can keep out of it (F37).
    package func looks(
        at subject: ID<Member>,
        after cursor: LookCursor?
    ) async throws -> (looks: [AccessRecord], next: LookCursor?) {
        try await lookBook.write(subject)
        let now = outside.now()
        let earliest = now.advanced(byMilliseconds: -Hub.lookMilliseconds)
        return try await database.read { transaction in
            let rows = try transaction.looks(
                at: subject,
                before: cursor.map { ($0.at, $0.viewer) },
                limit: Hub.looksPageMax
            ).filter { $0.firstAt >= earliest }
            let looks = try rows.compactMap { row in
                try transaction.look(row, to: subject, now: now)
            }
            let last = rows.count == Hub.looksPageMax ? rows.last : nil
            return (looks, last.map { LookCursor(at: $0.firstAt, viewer: $0.viewer.id) })
        }
    }

    /// Records that a viewer was shown these people, as far as each consent goes; oneself does not count.
    ///
    /// `most` is all that the way shows, whatever the consent; what is withheld is shown once F29 holds no longer.
    package func noteLooks(
        by viewer: ID<Member>,
        at grants: [PresenceGrant],
        on screen: Screens,
        most: Precision = .exact,
        isWithheld: Bool = false
    ) {
        // Whoever opens the page of a hidden alarm reads the presence beside it: that look is withheld as the alarm's is.
        let hidden = screen == .watching ? grants.filter(\.isDangerHidden) : []
        let shown = hidden.isEmpty ? grants : grants.filter { !$0.isDangerHidden }
        let screen = screen == .watching ? Screens.page : screen
        note(shown, by: viewer, on: screen, most: most, isWithheld: isWithheld)
        note(hidden, by: viewer, on: screen, most: most, isWithheld: true)
    }

    private func note(
        _ grants: [PresenceGrant],
        by viewer: ID<Member>,
        on screen: Screens,
        most: Precision,
        isWithheld: Bool
    ) {
        let now = outside.now()
        let seen = grants.compactMap { grant -> (ID<Member>, Precision)? in
            let precision = min(grant.precision(now: now), most)
            return grant.subject == viewer || precision == .off ? nil : (grant.subject, precision)
        }
        guard !seen.isEmpty else { return }
        lookBook.note(.member(viewer), seen, screen, isWithheld: isWithheld, now: now)
    }

    /// Records that people are shown by an open stream, on the screen that its session named last.
    package func noteLooks(by caller: AuthenticatedSession, at grants: [PresenceGrant]) {
        let screen = screens.withLock { $0.value(for: caller.session) } ?? .api
        noteLooks(by: caller.member, at: grants, on: screen)
    }

    /// Remembers which screen a session has open; its streams send no word of it.
    package func remember(_ screen: Screens, of session: ID<Session>) {
        screens.withLock { $0.set(screen, for: session) }
    }

    /// Writes what was noted and waits until it is on disk; for a hub that stops.
    package func writeLooks() async {
        do {
            try await lookBook.write(nil)
        } catch {
            outside.log(LogEntry(.error, "looks were not written", [("reason", safeWords(error))]))
        }
    }
}

extension Transaction {
    /// A look as its subject is told of it; nil where its viewer is not known any longer.
    fileprivate func look(_ row: LookRow, to subject: ID<Member>, now: Timestamp) throws(StorageError) -> AccessRecord?
    {
        switch row.viewer {
        case .member(let viewer): return try person(viewer, to: subject, now: now).map { AccessRecord(row, by: $0) }
        case .browser(let id):
            guard let viewer = try liveViewer(id), let link = try liveLink(viewer.link) else { return nil }
            var look = AccessRecord(row, by: Person(name: link.name, colour: 0))
            look.browser = viewer.browser
            look.screens = .liveLink
            return look
        }
    }
}

extension AccessRecord {
    fileprivate init(_ row: LookRow, by person: Person) {
        viewer = row.viewer
        self.person = person
        firstAt = row.firstAt
        lastAt = row.lastAt
        precision = row.precision
        screens = Screens(rawValue: row.screens)
    }
}
