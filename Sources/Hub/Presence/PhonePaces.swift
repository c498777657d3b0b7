package import Family
import SQL
import Storage
import Synchronization

/// Which phones report every few seconds because the hub asked them to, in memory: a phone that does not is answered
/// without a query.
final class PhonePaces: Sendable {
    private let hurried = Mutex<Set<ID<Device>>>([])

    func isHurried(_ device: ID<Device>) -> Bool { hurried.withLock { $0.contains(device) } }

    func note(_ device: ID<Device>, isHurried: Bool) {
        hurried.withLock { hurried in
            if isHurried { hurried.insert(device) } else { hurried.remove(device) }
        }
    }

    func replace(_ devices: [ID<Device>]) { hurried.withLock { $0 = Set(devices) } }
}

/// What the answer to a phone app is to change.
package enum PaceChange: Hashable, Sendable {
    /// It is to report every few seconds.
    case hurry
    /// It is to report as before, in its protocol's own words.
    case relax(String)
}

extension Hub {
    /// Whether the answer to a phone is to change how often it reports; costs no query.
    ///
    /// What decides is what its traveller's own screens show: a phone that goes on hurrying would tell that an alarm is
    /// open behind the second PIN (F29).
    package func mayChangePace(of credential: DeviceCredential) -> Bool {
        credential.follows && safety.isHurried(credential.member) != paces.isHurried(credential.device)
    }

    /// When a device was heard last; nil where it was not since the hub started.
    package func lastHeard(_ device: ID<Device>) -> Timestamp? { heard.lastHeard(device) }

    /// Writes down how a phone reports from now on, and says what to tell it: once, and only where it changes (C3).
    ///
    /// `usual` is how it reports now, in its protocol's own words; nil leaves it as it is. Throws `StorageError`.
    package func changePace(of credential: DeviceCredential, usual: String?) async throws -> PaceChange? {
        let (device, isHurry) = (credential.device, safety.isHurried(credential.member))
        let change = try await database.transaction { transaction -> PaceChange? in
            let before = try transaction.usualPace(of: device)
            if isHurry {
                guard before == nil, let usual else { return nil }
                try transaction.setUsualPace(usual, of: device)
                return .hurry
            }
            guard let before else { return nil }
            try transaction.setUsualPace(nil, of: device)
            return .relax(before)
        }
        // A phone that is left alone is not looked at again before its trip is over.
        paces.note(device, isHurried: isHurry)
        return change
    }

    /// Reads again which phones hurry.
    func rememberPaces() async throws {
        paces.replace(try await database.read { try $0.hurriedDevices() })
    }
}
