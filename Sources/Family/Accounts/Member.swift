/// A person with an account.
///
/// What the domain knows of one; names, numbers and secrets are rows of the hub.
public enum Member: Sendable {}

/// A phone app, or a page, that may send its member's fixes.
public enum Device: Sendable {}

/// A car, a pet or a thing that a Traccar server forwards positions of.
public enum Tracker: Sendable {}

/// One viewer who may see one subject.
public enum Connection: Sendable {}

/// The people who share a store and missions; a member belongs to one, alone in it at first.
public enum FamilyGroup: Sendable {}

/// One log-in of one member.
public enum Session: Sendable {}

/// A read-only link to one member's clock, for a wall display.
public enum ClockLink: Sendable {}

/// A link by which a calendar program reads one member's missions and trips.
public enum CalendarLink: Sendable {}

/// One offer to join a family.
public enum Invite: Sendable {}
