/// Finds identities in an array that stands beside it: a hash table of positions, two thirds full at most.
///
/// It asks the array itself whether what it found is what was meant, so that an entry takes four bytes. Which order
/// identities come in decides nothing but speed.
///
/// What is asked for every transfer is compiled into its caller: a call here costs as much as what it does.
struct IDTable<Subject: ~Copyable>: Sendable {
    /// A position plus one in the low bits, as many as it takes to count the slots, and a mark of its identity above them.
    ///
    /// Zero where nothing stands, a position of all ones where something stood.
    private var slots: ContiguousArray<UInt32>
    /// So many slots may be filled before there have to be more.
    private var roomCount: Int

    /// Where an identity is in the table, or would be.
    struct Place {
        /// Where it stands in the array; nil where it does not.
        fileprivate(set) var position: Int?
        fileprivate var slot: Int
        fileprivate let mark: UInt32
    }

    /// A table with room for so many identities.
    init(capacity: Int) {
        var slotsCount = 16
        while slotsCount * 2 < capacity * 3 { slotsCount *= 2 }
        self.init(slotsCount: slotsCount)
    }

    private init(slotsCount: Int) {
        slots = ContiguousArray(repeating: 0, count: slotsCount)
        roomCount = slotsCount / 3 * 2
    }

    /// The place of an identity, where `isAt` says whether the array has it at a position.
    @inline(__always)
    func find(_ id: ID<Subject>, isAt: (Int) -> Bool) -> Place {
        let (hash, gone) = (IDTable.hash(id), gone)
        let mark = UInt32(truncatingIfNeeded: hash) & ~gone
        var place = Place(position: nil, slot: Int(UInt32(truncatingIfNeeded: hash >> 32) & gone), mark: mark)
        while true {
            let entry = slots[place.slot]
            if entry == 0 { return place }
            if entry & ~gone == mark, entry & gone != gone {
                let position = Int(entry & gone) - 1
                if isAt(position) {
                    place.position = position
                    return place
                }
            }
            place.slot = (place.slot + 1) & Int(gone)
        }
    }

    /// Makes sure that one more fits, where `idAt` names what is in it.
    ///
    /// Places found before are others afterwards.
    @inline(__always)
    mutating func makeRoom(idAt: (Int) -> ID<Subject>) {
        if roomCount == 0 { grow(idAt: idAt) }
    }

    /// Enters an identity at the place where it was not found.
    @inline(__always)
    mutating func fill(_ place: Place, with position: Int) {
        precondition(place.position == nil && roomCount > 0 && position < slots.count - 2)
        slots[place.slot] = place.mark | UInt32(truncatingIfNeeded: position + 1)
        roomCount -= 1
    }

    /// Takes away an identity that stands at this position.
    mutating func remove(_ id: ID<Subject>, at position: Int) {
        let place = find(id) { $0 == position }
        guard place.position != nil else { return }
        slots[place.slot] |= gone
    }

    private mutating func grow(idAt: (Int) -> ID<Subject>) {
        precondition(slots.count < 1 << 30)
        var larger = IDTable(slotsCount: slots.count * 2)
        for entry in slots where entry != 0 && entry & gone != gone {
            let position = Int(entry & gone) - 1
            larger.fill(larger.find(idAt(position)) { _ in false }, with: position)
        }
        self = larger
    }

    /// The low bits of a slot, all ones: the position of what is no more.
    private var gone: UInt32 { UInt32(truncatingIfNeeded: slots.count - 1) }

    /// The bits of an identity mixed so that each of the hash depends on all of them.
    @inline(__always)
    private static func hash(_ id: ID<Subject>) -> UInt64 {
        var mixed = (id.high ^ 0x9E37_79B9_7F4A_7C15) &* 0xBF58_476D_1CE4_E5B9
        mixed ^= mixed >> 29
        mixed = (mixed ^ id.low) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 32
    }
}
