/// Somebody who watches over a trip or is told of an alarm: a member, or a guest with a link.
///
/// The domain only tells one from another.
public enum Companion: Sendable {}
