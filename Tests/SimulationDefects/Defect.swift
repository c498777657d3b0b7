import Glibc

/// Whether a seeded defect is switched on: the environment names one.
///
/// Never part of the hub: `try` puts it into a copy of the sources, with the patches beside it.
public enum Defect {
    private static let name = unsafe getenv("HEARTH_DEFECT").map { unsafe String(cString: $0) }

    /// Whether the defect of this name is the one that is on.
    public static func isOn(_ name: String) -> Bool { name == self.name }
}
