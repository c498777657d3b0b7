/// Somebody who watches over a trip or is told of an alarm: a member, or a guest with a link.
///
/// The domain only tells one from another.
public enum Companion: Sendable {}

/// A test of whether an alarm would reach somebody (F20); the domain knows no more of it.
public enum Drill: Sendable {}
