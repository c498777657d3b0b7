import Family
import PhoneNumbers
import SQL
import Storage

extension CodeLimits {
    /// So many numbers that differ in their last two digits alone, in a day, are somebody's machine (S9).
    static let adjacentMax = 5
    /// For how long they are counted.
    static let adjacentMilliseconds: Int64 = 86_400_000
}

extension Hub {
    /// Whether codes are sent to a number (S9): of a country that the keeper named, and of no kind that costs whoever
    /// sends more than a text.
    ///
    /// Where texts are kept in the outbox nothing costs anything, and every number is as good. Before the hub has a region,
    /// the claim code's number may be of any country: it is the first keeper's, which says where the hub is.
    func maySendCode(to phone: PhoneNumber, hasClaim: Bool) -> Bool {
        guard canText else { return true }
        do throws(PhoneNumberParseError) {
            let reading = try PhoneReading(phone.e164, in: .international)
            guard !reading.kind.isDear else { return false }
            guard let regions = settings.textRegions ?? region.map({ [$0.code] }) else {
                return hasClaim && country(of: phone) != nil
            }
            if let region = reading.region { return regions.contains(region) }
            // A number that the lists do not know yet is of the country that its beginning says.
            return regions.compactMap { PhoneRegion($0) }.contains { phone.e164.hasPrefix("+\($0.callingCode)") }
        } catch {
            return false
        }
    }

    /// Whether with this request many numbers in a row were asked for: told once, when the last of them comes.
    func completesRow(_ row: VerificationRow, in transaction: Transaction) throws -> Bool {
        guard let block = row.blockHash else { return false }
        let since = row.createdAt.advanced(byMilliseconds: -CodeLimits.adjacentMilliseconds)
        let lookups = try transaction.numbersAsked(blockHash: block, since: since)
        return lookups.count == CodeLimits.adjacentMax && lookups.last == row.phoneLookup
    }

    /// Tells the keeper that somebody asks codes for numbers in a row.
    func warnOfNumbersInARow(from origin: RequestOrigin) async throws {
        note(.numbersInARow, from: origin)
        outside.log(LogEntry(.warning, "codes were asked for at numbers that follow one another"))
        let keepers = try await database.read { try $0.keepers() }
        for keeper in keepers { try await notify(keeper, .numbersInARow) }
    }
}

extension PhoneReading.Kind {
    /// Whether a text there may cost more than a text, or reaches nobody.
    fileprivate var isDear: Bool {
        switch self {
        case .premiumRate, .sharedCost, .tollFree, .universalAccess, .personal, .pager, .voicemail: true
        case .fixedLine, .mobile, .fixedLineOrMobile, .voiceOverIP, .unknown: false
        }
    }
}
