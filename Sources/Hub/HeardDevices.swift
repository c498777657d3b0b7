import Family
import Synchronization

/// When each device was last heard: exact in memory, written once a minute.
final class HeardDevices: Sendable {
    private struct Heard {
        var at: Timestamp
        var savedAt: Timestamp
    }

    private static let saveEveryMilliseconds: Int64 = 60_000

    private let devices = Mutex(TwoGenerationCache<ID<Device>, Heard>(capacity: 50_000))

    /// Records that a device was heard; true when the caller should write it down now.
    func needsSaving(_ device: ID<Device>, now: Timestamp) -> Bool {
        devices.withLock { devices in
            let before = devices.value(for: device)
            let isDue = before.map { now.milliseconds(since: $0.savedAt) >= Self.saveEveryMilliseconds } ?? true
            devices.set(Heard(at: now, savedAt: isDue ? now : before?.savedAt ?? now), for: device)
            return isDue
        }
    }

    /// When a device was last heard since the hub started; nil if not.
    func lastHeard(_ device: ID<Device>) -> Timestamp? {
        devices.withLock { $0.value(for: device)?.at }
    }
}
