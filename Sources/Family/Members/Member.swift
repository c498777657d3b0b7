/// A person with an account.
///
/// What the domain knows of one; names, numbers and secrets are rows of the hub.
public enum Member: Sendable {}

/// A phone app, or a page, that may send its member's fixes.
public enum Device: Sendable {}

/// One viewer who may see one subject.
public enum Connection: Sendable {}
