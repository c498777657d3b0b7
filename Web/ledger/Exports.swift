// What the page may ask of Family to check a ledger for itself: the same book that the hub's own check keeps.
//
// Compiled with all of Family into ledger.wasm, a module of its own because no other page needs it. Signatures are
// checked by the browser, which does that better: the book is told that they are genuine, and the page is told what it
// has to check. Numbers in memory are little-endian, what stands in entries is as it stands there.

/// A book in which nothing stands yet; given back where the page keeps it, until it lets the whole module go.
@_expose(wasm, "bookNew")
@_cdecl("ledger_book_new")
public func bookNew() -> UnsafeMutableRawPointer {
    let book = UnsafeMutablePointer<LedgerBook>.allocate(capacity: 1)
    book.initialize(to: LedgerBook())
    return UnsafeMutableRawPointer(book)
}

/// Takes the next entry.
///
/// Where it is readable, the answer becomes a byte for what is wrong with it (0 for nothing, otherwise the number of a
/// `LedgerBook.Fault`), a byte for how many entries before it are meant, a byte for how many signatures are to be
/// checked, another that is 0, the length of the message as 32 bits, the message, and for each signature 32 bytes of
/// the key and 64 of the signature. All of them sign the same message.
///
/// - Returns: the answer's length; -1 where the bytes are no entry, -2 where there is no room.
@_expose(wasm, "bookTake")
@_cdecl("ledger_book_take")
public func bookTake(
    _ book: UnsafeMutableRawPointer,
    _ record: UnsafePointer<UInt8>,
    _ recordCount: Int32,
    _ answer: UnsafeMutablePointer<UInt8>,
    _ room: Int32
) -> Int32 {
    let bytes = [UInt8](UnsafeBufferPointer(start: record, count: max(0, Int(recordCount))))
    guard let entry = LedgerEntry(bytes: bytes) else { return -1 }
    var message: [UInt8] = []
    var signatures: [UInt8] = []
    let fault = book.assumingMemoryBound(to: LedgerBook.self).pointee.append(entry) { signature, signed, publicKey in
        message = signed
        signatures += publicKey
        signatures += signature
        return true
    }
    var told: [UInt8] = [fault?.fault.rawValue ?? 0, UInt8(truncatingIfNeeded: fault?.entriesBefore ?? 0)]
    told += [UInt8(truncatingIfNeeded: signatures.count / 96), 0]
    for shift in [0, 8, 16, 24] as [UInt32] {
        told.append(UInt8(truncatingIfNeeded: UInt32(truncatingIfNeeded: message.count) >> shift))
    }
    told += message
    told += signatures
    guard told.count <= Int(room) else { return -2 }
    for (index, byte) in told.enumerated() { answer[index] = byte }
    return Int32(told.count)
}

/// What the book says of the log as a whole: 1 where it may end here, else 0, then the ledger's 16 bytes and the 32 of
/// the hub's key; 0 for a book without its founding, which writes nothing.
@_expose(wasm, "bookHead")
@_cdecl("ledger_book_head")
public func bookHead(_ book: UnsafeMutableRawPointer, _ answer: UnsafeMutablePointer<UInt8>) -> Int32 {
    let book = book.assumingMemoryBound(to: LedgerBook.self).pointee
    guard let id = book.id, book.systemKey.count == 32 else { return 0 }
    answer[0] = book.isComplete ? 1 : 0
    for (index, byte) in id.bytes.enumerated() { answer[1 + index] = byte }
    for (index, byte) in book.systemKey.enumerated() { answer[17 + index] = byte }
    return 49
}

/// The 32 bytes of a key that is on a device, by the 16 of its identity; 0 for any other, which writes nothing.
@_expose(wasm, "bookDevice")
@_cdecl("ledger_book_device")
public func bookDevice(
    _ book: UnsafeMutableRawPointer,
    _ id: UnsafePointer<UInt8>,
    _ answer: UnsafeMutablePointer<UInt8>
) -> Int32 {
    let book = book.assumingMemoryBound(to: LedgerBook.self)
    guard let id = ID<LedgerKey>(bytes: [UInt8](UnsafeBufferPointer(start: id, count: 16))),
        let publicKey = book.pointee.deviceKey(id), publicKey.count == 32
    else { return 0 }
    for (index, byte) in publicKey.enumerated() { answer[index] = byte }
    return 32
}

/// What the entries make of an account: 16 bytes each, big-endian, for what was credited, debited, and is held on its
/// way out; 0 for one that the book does not know.
@_expose(wasm, "bookAccount")
@_cdecl("ledger_book_account")
public func bookAccount(
    _ book: UnsafeMutableRawPointer,
    _ id: UnsafePointer<UInt8>,
    _ answer: UnsafeMutablePointer<UInt8>
) -> Int32 {
    let book = book.assumingMemoryBound(to: LedgerBook.self)
    guard let id = ID<Account>(bytes: [UInt8](UnsafeBufferPointer(start: id, count: 16))),
        let account = book.pointee.ledger[id]
    else { return 0 }
    var place = 0
    for amount in [account.creditsPosted, account.debitsPosted, account.debitsPending] {
        for half in [UInt64(truncatingIfNeeded: amount.units >> 64), UInt64(truncatingIfNeeded: amount.units)] {
            for byte in 0..<8 as Range<UInt64> {
                answer[place] = UInt8(truncatingIfNeeded: half >> (56 - 8 * byte))
                place += 1
            }
        }
    }
    return 48
}
