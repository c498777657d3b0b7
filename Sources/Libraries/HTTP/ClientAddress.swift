import Glibc

/// The numeric address of a client, IPv4 or IPv6; an IPv4 address mapped into IPv6 counts as IPv4.
package struct ClientAddress: Hashable, Sendable {
    /// Whether the address is of four bytes.
    package let isIPv4: Bool
    private let high: UInt64
    private let low: UInt64

    /// Reads four or sixteen bytes in network order; nil for any other number.
    package init?(bytes: some Collection<UInt8>) {
        var high: UInt64 = 0
        var low: UInt64 = 0
        switch bytes.count {
        case 4:
            low = bytes.reduce(0xFFFF) { $0 << 8 | UInt64($1) }
        case 16:
            high = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
            low = bytes.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
        default:
            return nil
        }
        self.high = high
        self.low = low
        isIPv4 = high == 0 && low >> 32 == 0xFFFF
    }

    private init(isIPv4: Bool, high: UInt64, low: UInt64) {
        self.isIPv4 = isIPv4
        self.high = high
        self.low = low
    }

    /// The address of a peer; nil for what is neither IPv4 nor IPv6.
    init?(peer: UnsafePointer<sockaddr>) {
        switch unsafe Int32(peer.pointee.sa_family) {
        case AF_INET:
            let four = unsafe UnsafeRawPointer(peer).loadUnaligned(as: sockaddr_in.self)
            high = 0
            low = 0xFFFF_0000_0000 | UInt64(UInt32(bigEndian: four.sin_addr.s_addr))
            isIPv4 = true
        case AF_INET6:
            let six = unsafe UnsafeRawPointer(peer).loadUnaligned(as: sockaddr_in6.self)
            (high, low) = unsafe withUnsafeBytes(of: six.sin6_addr) { bytes in
                (
                    UInt64(bigEndian: unsafe bytes.loadUnaligned(as: UInt64.self)),
                    UInt64(bigEndian: unsafe bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
                )
            }
            isIPv4 = high == 0 && low >> 32 == 0xFFFF
        default:
            return nil
        }
    }

    /// Reads numeric text such as "192.0.2.1", "2001:db8::1" or "[2001:db8::1]"; nil for anything else.
    package init?(_ text: some StringProtocol) {
        var text = String(text)
        if text.hasPrefix("[") && text.hasSuffix("]") { text = String(text.dropFirst().dropLast()) }
        var four = in_addr()
        var six = in6_addr()
        if unsafe inet_pton(AF_INET, text, &four) == 1 {
            self.init(bytes: unsafe withUnsafeBytes(of: four) { unsafe Array($0) })
        } else if unsafe inet_pton(AF_INET6, text, &six) == 1 {
            self.init(bytes: unsafe withUnsafeBytes(of: six) { unsafe Array($0) })
        } else {
            return nil
        }
    }

    /// Four or sixteen bytes in network order.
    package var bytes: [UInt8] {
        let all = [high, low].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) } }
        return isIPv4 ? Array(all.suffix(4)) : all
    }

    /// The numeric text of the address.
    package var text: String {
        let family = isIPv4 ? AF_INET : AF_INET6
        return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { buffer in
            guard unsafe inet_ntop(family, bytes, buffer.baseAddress, socklen_t(buffer.count)) != nil else { return "" }
            return unsafe String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
    }

    /// Whom a limit counts as one: the address itself of IPv4, and of IPv6 the 64 bits that one household is given.
    package var network: ClientAddress {
        isIPv4 ? self : ClientAddress(isIPv4: false, high: high, low: 0)
    }

    /// Whether the address is of this machine: 127.0.0.0/8 or ::1.
    package var isLoopback: Bool {
        isIPv4 ? low >> 24 & 0xFF == 127 : high == 0 && low == 1
    }

    /// Whether the first `length` bits, counted in the sixteen-byte form, equal those of `other`.
    func shares(_ length: Int, bitsWith other: ClientAddress) -> Bool {
        let highBits = min(length, 64)
        let lowBits = max(length - 64, 0)
        return (high ^ other.high) & mask(highBits) == 0 && (low ^ other.low) & mask(lowBits) == 0
    }

    private func mask(_ bits: Int) -> UInt64 {
        bits == 0 ? 0 : ~0 << UInt64(64 - bits)
    }
}

/// A range of addresses as CIDR names it: "10.0.0.0/8", "2001:db8::/32", or one address alone.
package struct AddressRange: Hashable, Sendable {
    private let base: ClientAddress
    private let length: Int

    /// Nil when the text names no range.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let base = ClientAddress(first) else { return nil }
        let full = base.isIPv4 ? 32 : 128
        guard let length = parts.count == 1 ? full : Int(parts[1]), (0...full).contains(length) else { return nil }
        self.base = base
        self.length = base.isIPv4 ? length + 96 : length
    }

    /// Whether the address lies in the range; an IPv4 address never lies in a range of IPv6.
    package func contains(_ address: ClientAddress) -> Bool {
        base.isIPv4 == address.isIPv4 && address.shares(length, bitsWith: base)
    }
}
