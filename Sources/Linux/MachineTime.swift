import CLinux

/// This machine's clock.
package enum MachineTime {
    /// Whether a time service keeps it right.
    package static var isKept: Bool { hearth_clock_is_kept() != 0 }
}
