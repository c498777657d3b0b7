import Countries
import Family
package import PhoneNumbers
import SQL
import Storage
import Synchronization

extension Hub {
    /// The hub's own region: what its keeper set, or else the country of the first keeper's number; nil before either.
    package var region: PhoneRegion? {
        settings.phoneRegion ?? keeperRegion.withLock { $0 }
    }

    /// Reads the borders before an alarm needs them.
    package func readCountries() {
        _ = CountryIndex.world
    }

    /// Takes the hub's region from its first keeper's number where none was set.
    func learnRegion() async throws {
        guard settings.phoneRegion == nil, keeperRegion.withLock({ $0 == nil }) else { return }
        let phone = try await database.read { transaction in
            try transaction.keepers().first.flatMap { try transaction.member($0) }.flatMap { self.phone(of: $0) }
        }
        let code = phone.flatMap { country(of: $0) }
        keeperRegion.withLock { $0 = code.flatMap(PhoneRegion.init) }
    }

    /// The country whose number it is, by two letters; nil for a number of none.
    func country(of phone: PhoneNumber) -> String? {
        do throws(PhoneNumberParseError) {
            let region = try PhoneReading(phone.e164, in: .international).region
            return region == "001" ? nil : region
        } catch {
            return nil
        }
    }

    /// What is dialled for help where somebody is: by a fix of the last ten minutes, else by their number, else by the
    /// hub's region (F71).
    ///
    /// `fix` is nil for a reader who is not to see where they are, and for nobody else.
    func emergency(at fix: Fix?, of phone: PhoneNumber?, now: Timestamp) -> EmergencyAdvice {
        var countries: [String] = []
        if let fix, now.milliseconds(since: fix.at) <= EmergencyAdvice.fixMilliseconds {
            let reach = EmergencyAdvice.reach(accuracyMetres: fix.accuracyMetres)
            countries = CountryIndex.world?.countries(of: fix.coordinate, within: reach).countries ?? []
        }
        return EmergencyAdvice(
            position: countries,
            phoneNumber: phone.flatMap { country(of: $0) },
            hub: region?.code
        )
    }

    /// The same for a member, at the position where they were last.
    func emergency(of person: MemberRow, at fix: Fix?, now: Timestamp) -> EmergencyAdvice {
        emergency(at: fix, of: phone(of: person) ?? vault.unconfirmedPhone(of: person), now: now)
    }
}
