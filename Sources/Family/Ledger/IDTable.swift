/// Finds identities in an array that stands beside it: a hash table of positions, two thirds full at most.
///
/// It asks the array itself whether what it found is what was meant, so that an entry takes eight bytes. Which order
/// identities come in decides nothing but speed.
struct IDTable<Subject: ~Copyable>: Sendable {
    /// A mark of 32 bits and the position after next to it; zero where nothing stands, a position of all ones where
    /// something stood.
    private var slots: ContiguousArray<UInt64>
    /// Slots that are not free, those included where something stood.
    private var usedCount = 0

    private static var gone: UInt64 { 0xFFFF_FFFF }

    /// A table with room for so many identities.
    init(capacity: Int) {
        var slotsCount = 16
        while slotsCount * 2 < capacity * 3 { slotsCount *= 2 }
        slots = ContiguousArray(repeating: 0, count: slotsCount)
    }

    /// Where an identity stands in the array, nil where it does not, and the slot in which it stands or would.
    func find(_ id: ID<Subject>, isAt: (Int) -> Bool) -> (position: Int?, slot: Int) {
        let hash = IDTable.hash(id)
        var slot = home(hash)
        while slots[slot] != 0 {
            if slots[slot] >> 32 == hash & 0xFFFF_FFFF, slots[slot] & IDTable.gone != IDTable.gone {
                let position = Int(slots[slot] & 0xFFFF_FFFF) - 1
                if isAt(position) { return (position, slot) }
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        return (nil, slot)
    }

    /// Makes sure that one more fits, where `idAt` names what is in it.
    ///
    /// Slots found before are others afterwards.
    mutating func makeRoom(idAt: (Int) -> ID<Subject>) {
        guard (usedCount + 1) * 3 > slots.count * 2 else { return }
        let before = slots
        slots = ContiguousArray(repeating: 0, count: before.count * 2)
        usedCount = 0
        for entry in before where entry != 0 && entry & IDTable.gone != IDTable.gone {
            let position = Int(entry & 0xFFFF_FFFF) - 1
            let id = idAt(position)
            fill(find(id) { _ in false }.slot, with: id, at: position)
        }
    }

    /// Puts an identity into the slot where it was not found.
    mutating func fill(_ slot: Int, with id: ID<Subject>, at position: Int) {
        precondition(slots[slot] == 0 && UInt64(position) < 0xFFFF_FFFE)
        slots[slot] = (IDTable.hash(id) & 0xFFFF_FFFF) << 32 | UInt64(position + 1)
        usedCount += 1
    }

    /// Takes away an identity that stands at this position.
    mutating func remove(_ id: ID<Subject>, at position: Int) {
        let hash = IDTable.hash(id)
        var slot = home(hash)
        let wanted = (hash & 0xFFFF_FFFF) << 32 | UInt64(position + 1)
        while slots[slot] != wanted {
            if slots[slot] == 0 { return }
            slot = (slot + 1) & (slots.count - 1)
        }
        slots[slot] = slots[slot] | IDTable.gone
    }

    /// The high bits of the hash say where to look first; the low ones are the mark.
    private func home(_ hash: UInt64) -> Int {
        Int(truncatingIfNeeded: hash >> 32) & (slots.count - 1)
    }

    /// The bits of an identity mixed so that each of the hash depends on all of them.
    private static func hash(_ id: ID<Subject>) -> UInt64 {
        var mixed = (id.high ^ 0x9E37_79B9_7F4A_7C15) &* 0xBF58_476D_1CE4_E5B9
        mixed ^= mixed >> 29
        mixed = (mixed ^ id.low) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 32
    }
}
