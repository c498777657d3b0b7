/// `POST /clock/links`: what the link shows beside the clock; nothing where it is absent.
public struct AddClockLinkBody: Codable, Sendable {
    public var map: Bool?
    /// Today's.
    public var missions: Bool?

    public init(map: Bool? = nil, missions: Bool? = nil) {
        self.map = map
        self.missions = missions
    }
}

/// `POST /wall-views`.
public struct OpenWallBody: Codable, Sendable {
    /// The token of the link.
    public var token: String

    public init(token: String) {
        self.token = token
    }
}

/// `GET /wall`: what a wall display shows.
public struct WallBody: Codable, Sendable {
    /// A member on its map.
    public struct Person: Codable, Sendable {
        public var name: String
        public var colour: Int
        /// Absent where nothing was heard yet, or nothing is shown.
        public var presence: PresenceBody?

        public init(name: String, colour: Int, presence: PresenceBody?) {
            self.name = name
            self.colour = colour
            self.presence = presence
        }
    }

    /// One of the day's missions.
    public struct Mission: Codable, Sendable {
        /// How far it has come.
        public enum State: String, Codable, CaseIterable, Sendable {
            case open
            case claimed
            case done
        }

        public var title: String
        /// The member who does it; absent where anyone may.
        public var doer: String?
        public var state: State

        public init(title: String, doer: String?, state: State) {
            self.title = title
            self.doer = doer
            self.state = state
        }
    }

    public var clock: ClockBody
    /// Absent where the link has no map.
    public var people: [Person]?
    /// Open ones first; absent where the link shows none.
    public var missions: [Mission]?

    public init(clock: ClockBody, people: [Person]?, missions: [Mission]?) {
        self.clock = clock
        self.people = people
        self.missions = missions
    }
}

/// `PUT /me/on-walls`: whether the wall displays of my family may show me on a map.
public struct OnWallsBody: Codable, Sendable {
    public var shown: Bool

    public init(shown: Bool) {
        self.shown = shown
    }
}
