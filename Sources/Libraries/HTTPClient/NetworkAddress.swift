import Glibc

/// An IP address, as far as it matters whether it is one of the open internet.
package struct NetworkAddress: Hashable, Sendable {
    /// The first bits of addresses that are no server of somebody else's.
    private struct Block: Sendable {
        let bytes: [UInt8]
        let bits: Int
    }

    /// 4 or 16 bytes.
    package let bytes: [UInt8]
    /// As programs write it.
    package let text: String

    /// Nil for a text that is no address.
    package init?(_ text: String) {
        var four = in_addr()
        var six = in6_addr()
        if unsafe inet_pton(AF_INET, text, &four) == 1 {
            bytes = unsafe withUnsafeBytes(of: four) { unsafe Array($0) }
        } else if unsafe inet_pton(AF_INET6, text, &six) == 1 {
            bytes = unsafe withUnsafeBytes(of: six) { unsafe Array($0) }
        } else {
            return nil
        }
        self.text = text
    }

    /// Every address of a name, in the order in which they are to be tried; none where one of them cannot be judged.
    ///
    /// Blocks for as long as the machine's resolver takes.
    package static func all(of host: String) -> [NetworkAddress] {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var first: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(host, nil, &hints, &first) == 0 else { return [] }
        // The list is the resolver's to free (getaddrinfo(3)).
        defer { unsafe freeaddrinfo(first) }
        var found: [NetworkAddress] = []
        var entry = unsafe first
        while let here = unsafe entry {
            var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let status = unsafe getnameinfo(
                here.pointee.ai_addr,
                here.pointee.ai_addrlen,
                &name,
                socklen_t(name.count),
                nil,
                0,
                NI_NUMERICHOST
            )
            let text = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            guard status == 0, let address = NetworkAddress(text) else { return [] }
            found.append(address)
            unsafe entry = here.pointee.ai_next
        }
        return found
    }

    /// Whether it is neither this machine nor a neighbour, nor one that stands for either (S26).
    package var isPublic: Bool {
        guard bytes.count == 16 else { return !Self.closedFour.contains(where: lies) }
        // Of IPv6 only 2000::/3 is handed out; whatever else there is, is special.
        return bytes[0] & 0xE0 == 0x20 && !Self.closedSix.contains(where: lies)
    }

    private func lies(in block: Block) -> Bool {
        let whole = block.bits / 8
        guard bytes.prefix(whole) == block.bytes.prefix(whole) else { return false }
        let rest = block.bits % 8
        return rest == 0 || bytes[whole] >> (8 - rest) == block.bytes[whole] >> (8 - rest)
    }

    /// The special blocks of IPv4 (RFC 6890): this machine, neighbours, carriers' own, examples, multicast and beyond.
    private static let closedFour = [
        Block(bytes: [0], bits: 8), Block(bytes: [10], bits: 8), Block(bytes: [100, 64], bits: 10),
        Block(bytes: [127], bits: 8), Block(bytes: [169, 254], bits: 16), Block(bytes: [172, 16], bits: 12),
        Block(bytes: [192, 0, 0], bits: 24), Block(bytes: [192, 0, 2], bits: 24),
        Block(bytes: [192, 88, 99], bits: 24), Block(bytes: [192, 168], bits: 16),
        Block(bytes: [198, 18], bits: 15), Block(bytes: [198, 51, 100], bits: 24),
        Block(bytes: [203, 0, 113], bits: 24), Block(bytes: [224], bits: 3),
    ]

    /// Within 2000::/3: protocols' own with Teredo, examples, and IPv4 addresses in another dress.
    private static let closedSix = [
        Block(bytes: [0x20, 0x01, 0x00], bits: 23), Block(bytes: [0x20, 0x01, 0x0D, 0xB8], bits: 32),
        Block(bytes: [0x20, 0x02], bits: 16), Block(bytes: [0x3F, 0xFF, 0x00], bits: 20),
    ]
}
