/// A name on the wire, of a field or a word, held without an allocation.
///
/// Names of more than 16 bytes are told apart by their first 16 bytes and their length.
package struct WireName: Equatable, Sendable {
    private(set) var first: UInt64 = 0
    private(set) var second: UInt64 = 0
    private(set) var count = 0

    @inline(__always)
    init() {}

    /// The name as this program writes it.
    package init(_ text: String) {
        for byte in text.utf8 { append(byte) }
    }

    /// The name of which these are the first sixteen bytes, where it has as many.
    @inline(__always)
    init(_ first: UInt64, _ second: UInt64, count: Int) {
        self.count = count
        // A shift by all 64 bits leaves nothing.
        self.first = first >> UInt64(truncatingIfNeeded: 64 &- 8 &* min(count, 8))
        self.second = second >> UInt64(truncatingIfNeeded: 64 &- 8 &* min(max(count &- 8, 0), 8))
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        if count < 8 {
            first = first << 8 | UInt64(byte)
        } else if count < 16 {
            second = second << 8 | UInt64(byte)
        }
        count += 1
    }

    /// A slot for hashing; hostile names can collide, which costs one comparison each.
    @inline(__always)
    var mixed: UInt64 {
        (first ^ second &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(truncatingIfNeeded: count)) &* 0xD6E8_FEB8_6659_FD93
    }
}

/// Finds the field that a name on the wire stands for, in a table of 256 places that is at most half full.
struct FieldTable<Field: Sendable>: Sendable {
    private struct Place: Sendable {
        var name: WireName
        var field: Field
    }

    private var places = [Place?](repeating: nil, count: 256)

    /// A table of these names.
    init(_ names: [String: Field]) {
        precondition(names.count <= 128)
        for (name, field) in names { insert(field, as: WireName(name)) }
    }

    subscript(name: WireName) -> Field? {
        var slot = Int(truncatingIfNeeded: name.mixed >> 56)
        while let place = places[slot] {
            if place.name == name { return place.field }
            slot = (slot + 1) & 255
        }
        return nil
    }

    private mutating func insert(_ field: Field, as name: WireName) {
        var slot = Int(truncatingIfNeeded: name.mixed >> 56)
        while places[slot] != nil { slot = (slot + 1) & 255 }
        places[slot] = Place(name: name, field: field)
    }
}

extension FieldTable where Field: CaseIterable & RawRepresentable, Field.RawValue == String {
    /// A table of the fields' raw values, and of other names for them.
    init(aliases: [String: Field] = [:]) {
        let names = Field.allCases.map { ($0.rawValue, $0) }
        self.init(aliases.merging(names) { alias, _ in alias })
    }
}
