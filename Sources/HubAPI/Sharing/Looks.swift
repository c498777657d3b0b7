import API
import Family
import HTTP
import Hub

extension HubService {
    func looks(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let cursor = try request.queryFields["after"].map(lookCursor)
        let (looks, next) = try await hub.looks(at: caller.member, after: cursor)
        return .json(
            LooksBody(items: looks.map(LookBody.init), next: next.map { "\($0.at.milliseconds)_\($0.viewer.text)" })
        )
    }

    /// All of them, for whoever takes them along.
    func allLooks(at member: ID<Member>) async throws -> LooksBody {
        var items: [LookBody] = []
        var cursor: LookCursor?
        repeat {
            let page = try await hub.looks(at: member, after: cursor)
            items += page.looks.map(LookBody.init)
            cursor = page.next
        } while cursor != nil
        return LooksBody(items: items, next: nil)
    }

    private func lookCursor(_ text: String) throws -> LookCursor {
        let parts = text.split(separator: "_", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let at = Int64(parts[0]), let viewer = ID<Looker>(text: parts[1]) else {
            throw SubjectRefusal.cursorUnknown
        }
        return LookCursor(at: Timestamp(milliseconds: at), viewer: viewer)
    }
}

extension Request {
    /// The screen that a page says it shows; a program that says none is one.
    var screen: Screens { Screens(named: headers["Hearth-Screen"]) }
}

extension LookBody {
    fileprivate init(_ look: AccessRecord) {
        self.init(
            viewer: look.viewer.id,
            member: look.viewer.member,
            name: look.person.name,
            colour: look.viewer.member == nil ? nil : look.person.colour,
            picture: look.viewer.member.flatMap { picturePath(of: $0, look.person.pictureVersion) },
            browser: look.browser,
            firstAt: look.firstAt,
            lastAt: look.lastAt,
            precision: PrecisionName(look.precision),
            screens: look.screens.names
        )
    }
}
