import Family
import Synchronization

/// When each device was last heard and how wrong its clock is: exact in memory, written once a minute.
final class HeardDevices: Sendable {
    private struct Heard {
        var at: Timestamp
        var savedAt: Timestamp?
        var clock = ClockSkew()
    }

    private static let saveEveryMilliseconds: Int64 = 60_000

    private let devices = Mutex(TwoGenerationCache<ID<Device>, Heard>(capacity: 50_000))

    /// Records that a device was heard, and what its clock said where it did; true when the caller should write it down
    /// now.
    func needsSaving(_ device: ID<Device>, now: Timestamp, sentAt: Timestamp?) -> Bool {
        devices.withLock { devices in
            devices.change(device, from: Heard(at: now)) { heard in
                heard.at = now
                if let sentAt { heard.clock.observe(sentAt: sentAt, receivedAt: now) }
                if let savedAt = heard.savedAt, now.milliseconds(since: savedAt) < Self.saveEveryMilliseconds {
                    return false
                }
                heard.savedAt = now
                return true
            }
        }
    }

    /// When a device was last heard since the hub started; nil if not.
    func lastHeard(_ device: ID<Device>) -> Timestamp? {
        devices.withLock { $0.value(for: device)?.at }
    }

    /// How far a device's clock runs ahead in milliseconds; nil where too little was heard since the hub started.
    func clockAheadMilliseconds(_ device: ID<Device>) -> Int64? {
        devices.withLock { $0.value(for: device)?.clock.milliseconds }
    }
}
