import Family
import Hub

/// The reader of a stream.
enum StreamReader: Sendable {
    case member(AuthenticatedSession)
    /// A browser without an account that a live link let in: it is told of one member, and of nothing else.
    case live(LiveViewer)

    /// The member whose consents decide what the stream tells.
    var member: ID<Member> {
        switch self {
        case .member(let caller): caller.member
        case .live(let viewer): viewer.member
        }
    }

    /// The session that it belongs to; nil of a browser without an account.
    var caller: AuthenticatedSession? {
        if case .member(let caller) = self { caller } else { nil }
    }

    var expiresAt: Timestamp {
        switch self {
        case .member(let caller): caller.expiresAt
        case .live(let viewer): viewer.expiresAt
        }
    }

    /// Whether their streams count together: those of one member, and those of one browser.
    func sharesLimit(with other: StreamReader) -> Bool {
        switch (self, other) {
        case (.member(let one), .member(let other)): one.member == other.member
        case (.live(let one), .live(let other)): one.id == other.id
        case (.member, .live), (.live, .member): false
        }
    }
}

extension HubSettings {
    /// How many streams such a reader may have open (S31).
    func streams(of reader: StreamReader) -> Int {
        switch reader {
        case .member: streamsPerMember
        case .live: 3
        }
    }
}

extension Hub {
    /// Refuses a reader who may not read a stream any longer.
    func requireOpen(_ reader: StreamReader) async throws {
        switch reader {
        case .member(let caller): guard try await isOpen(caller) else { throw Problem.notLoggedIn }
        case .live(let viewer): guard try await grant(of: viewer) != nil else { throw LiveLinkRefusal.viewEnded }
        }
    }

    /// Whom a reader may see, and whose hands are on their clock.
    func consents(of reader: StreamReader) async throws -> (grants: [PresenceGrant], onClock: Set<ID<Member>>) {
        switch reader {
        case .member(let caller):
            let grants = try await grants(of: caller.member)
            return (grants, Set(try await clockChoice(of: caller.member).shown(among: grants).map(\.subject)))
        case .live(let viewer):
            guard let grant = try await grant(of: viewer) else { return ([], []) }
            return ([grant], [])
        }
    }

    /// Records that people are shown by an open stream.
    func noteLooks(by reader: StreamReader, at grants: [PresenceGrant]) {
        switch reader {
        case .member(let caller): noteLooks(by: caller, at: grants)
        case .live(let viewer): noteLooks(by: viewer, at: grants)
        }
    }
}
