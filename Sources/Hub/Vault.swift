package import Crypto
import Family

/// What seals and finds the hub's personal data: the hub's own keys, and each member's data key under them (S34).
///
/// Every sealed value is bound to what it is and whose it is, so that a row moved elsewhere no longer opens.
package struct Vault: Sendable {
    let keys: HubKeys

    /// A vault that opens with these keys.
    package init(keys: HubKeys) {
        self.keys = keys
    }

    /// A fresh data key for one member, and the form in which the database keeps it.
    func makeDataKey(for member: ID<Member>) -> (key: AEADKey, wrapped: [UInt8]) {
        keys.wrapping.makeWrappedKey(purpose: Self.dataKeyPurpose, owner: member.bytes)
    }

    /// A member's data key from its stored form; nil where it was not wrapped by this hub's keys for this member.
    func dataKey(wrapped: [UInt8], for member: ID<Member>) -> AEADKey? {
        keys.wrapping.unwrap(wrapped, purpose: Self.dataKeyPurpose, owner: member.bytes)
    }

    /// The keyed hash by which a phone number is found.
    func lookup(_ phone: PhoneNumber) -> [UInt8] {
        keys.phoneLookup.authenticate(Array(phone.e164.utf8))
    }

    /// The form in which tokens with 128 bits of chance and more are stored.
    func hash(token: [UInt8]) -> TokenHash {
        TokenHash(bytes: keys.tokens.authenticate(token))
    }

    /// The form in which short codes are stored (S7): bound to the member they belong to.
    func hash(code: String, of member: ID<Member>) -> [UInt8] {
        keys.pepper.authenticate(message(code, of: member))
    }

    /// Whether a code is the one that was stored so, in constant time.
    func isRight(code: String, of member: ID<Member>, hash: [UInt8]) -> Bool {
        isPeppered(hash, message(code, of: member))
    }

    /// A mark by which a repeated request is known to be the same, telling nothing of what it said.
    func hash(request fields: [String], by member: ID<Member>) -> [UInt8] {
        var bytes = Purpose.request.binding(member.bytes)
        for field in fields {
            let utf8 = Array(field.utf8)
            for shift in [16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: utf8.count >> shift)) }
            bytes.append(contentsOf: utf8)
        }
        return keys.tokens.authenticate(bytes)
    }

    /// The mark by which a repeat of a fix finds itself: device, point, and the time that the device says.
    func tag(of fix: Fix, from device: ID<Device>) -> Int64 {
        var bytes = device.bytes
        bytes.reserveCapacity(40)
        // Whole units of 1e-7 degree, so that a fix read back from its row has the same mark.
        let north = Int64((fix.coordinate.latitude * 10_000_000).rounded())
        let east = Int64((fix.coordinate.longitude * 10_000_000).rounded())
        for units in [north, east, fix.at.milliseconds] {
            for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: units >> shift)) }
        }
        return Int64(bitPattern: keys.fixTags.hash(bytes))
    }

    /// The hash by which it is known that a member left.
    func tombstone(of member: ID<Member>) -> [UInt8] {
        keys.tokens.authenticate(Purpose.tombstone.binding(member.bytes))
    }

    private func message(_ code: String, of member: ID<Member>) -> [UInt8] {
        Purpose.connectCode.binding(member.bytes) + Array(code.utf8)
    }

    private static let dataKeyPurpose = "member data key"

    /// What a sealed value is, as part of its binding.
    enum Purpose: UInt8 {
        case phone = 2
        case place = 3
        case fix = 4
        case presence = 5
        case passphrase = 6
        case connectCode = 7
        case request = 8
        case picture = 9
        case recipient = 10
        case message = 11
        case verification = 12
        case network = 13
        case block = 14
        case security = 15
        case invite = 20
        case tombstone = 40
        case authenticator = 24
        case recoveryCode = 25
        case fixPack = 32
        case mail = 44
        case push = 50
        case safety = 51
        case trip = 52
        case tripRoute = 53
        case tripState = 54
        case tripPoint = 55
        /// A point of a device that a forced PIN chose.
        case shownTripPoint = 79
        case pretendedPIN = 80
        case alarmLink = 56
        case tripCode = 57
        case deadZones = 58
        case familyKey = 59
        case familyPlace = 61
        case contact = 64
        case contactLink = 65
        case ledgerKey = 60
        case ledgerCommand = 62
        case statement = 63
        case deputyKeys = 66
        case deputyGiven = 67
        case deputyWatch = 68
        case deputyMessage = 69
        case coinWallet = 70
        case coinReading = 71
        case tracker = 72
        case thing = 73
        case coinWords = 74
        case coinImages = 75
        case coinPayee = 76
        case coinPayment = 77
        case coinRequest = 78

        /// The bytes that a sealed value of this purpose is bound to.
        func binding(_ owner: [UInt8]) -> [UInt8] {
            var bytes: [UInt8] = [rawValue]
            bytes.append(contentsOf: owner)
            return bytes
        }
    }
}

/// The hash of a token, as a key of caches and columns.
package struct TokenHash: Hashable, Sendable {
    /// 32 bytes.
    package let bytes: [UInt8]
    /// The first eight of them, which tell tokens apart in a table as well as all do.
    private let start: UInt64

    package init(bytes: [UInt8]) {
        self.bytes = bytes
        start = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(start)
    }
}
