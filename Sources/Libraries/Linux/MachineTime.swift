import CLinux
import Glibc

/// This machine's clock.
package enum MachineTime {
    /// Whether a time service keeps it right.
    package static var isKept: Bool { hearth_clock_is_kept() != 0 }

    /// Names this start of the machine, random(4); nil where the kernel does not say.
    package static var boot: String? {
        let descriptor = unsafe open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var name = [UInt8](repeating: 0, count: 36)
        let count = unsafe read(descriptor, &name, name.count)
        return count == name.count ? String(decoding: name, as: UTF8.self) : nil
    }
}
