import CStrictReads
import Glibc
import Synchronization

/// What the library reads of one connection: whole heads in order, and bodies as they come (S49).
///
/// Where a request is refused, the library reads the end of one in its place, and `refusal` says so to the exchange that
/// comes of it, which answers as every other does. Read on the connection's own thread alone; `Admission` asks it for
/// its times from another.
final class StrictReader: Sendable {
    /// The connection's socket, open for as long as `Admission` lists the connection.
    let socket: Int32
    /// Who is at the other end.
    let peer: ClientAddress
    /// When the connection began.
    let beganAt: ContinuousClock.Instant
    private let now: @Sendable () -> ContinuousClock.Instant
    private let session: UInt
    /// When a head that is not whole began, in nanoseconds after `beganAt`; -1 where none has.
    private let headBegan = Atomic<Int64>(0)
    /// Whether `Admission` was told that a known session uses the connection.
    let isRemembered = Atomic(false)
    private nonisolated(unsafe) var intake: Intake

    private struct Intake {
        var scanner: FramingScanner
        /// Bytes that are part of something that is not whole.
        var held: [UInt8] = []
        /// Bytes for the library, and how many of them it has.
        var ready: [UInt8] = []
        var taken = 0
        /// How many requests the library has begun.
        var exchanges = 0
        var refusal: (exchange: Int, fault: FramingFault)?
    }

    /// Reads from a socket, through its TLS session where there is one.
    init(
        socket: Int32,
        session: OpaquePointer?,
        peer: ClientAddress,
        rules: HeadRules,
        now: @escaping @Sendable () -> ContinuousClock.Instant
    ) {
        (self.socket, self.peer, self.now) = (socket, peer, now)
        beganAt = now()
        self.session = UInt(bitPattern: session)
        unsafe intake = Intake(scanner: FramingScanner(rules: rules))
    }

    /// How long the head that is not whole yet has taken; nil where none is under way.
    var headAge: Duration? {
        let began = headBegan.load(ordering: .relaxed)
        return began < 0 ? nil : now() - beganAt - .nanoseconds(began)
    }

    /// Stands between the library and the socket from now on; false where it cannot.
    func begin() -> Bool {
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        let watched = unsafe hearth_reads_watch(socket, sessionPointer, context) { context, buffer, count in
            guard let context = unsafe context, let buffer = unsafe buffer else { return -1 }
            let reader = unsafe Unmanaged<StrictReader>.fromOpaque(context).takeUnretainedValue()
            return unsafe reader.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: count))
        }
        return watched != 0
    }

    /// Leaves the socket to itself, before it is closed.
    func end() {
        hearth_reads_forget(socket)
    }

    /// The number of the request that the library begins now, the first being 1.
    func beginExchange() -> Int {
        unsafe intake.exchanges += 1
        return unsafe intake.exchanges
    }

    /// Why the request of this number is refused; nil where it is in order as far as it was read.
    ///
    /// A request that was not read here is refused too: then something keeps this reader from its place.
    func refusal(of exchange: Int) -> FramingFault? {
        if let refusal = unsafe intake.refusal, refusal.exchange == exchange { return refusal.fault }
        return unsafe exchange <= intake.scanner.heads ? nil : .malformed
    }

    private var sessionPointer: UnsafeMutableRawPointer? { unsafe UnsafeMutableRawPointer(bitPattern: session) }

    /// Fills the library's buffer as recv does.
    ///
    /// The library takes a count below its buffer's as a sign that the socket holds nothing more for now, so one is
    /// answered only after the socket gave less than was asked of it.
    private func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        defer { noteHead() }
        var filled = 0
        var dropped = 0
        while true {
            filled += unsafe takeReady(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
            guard filled < buffer.count else { return filled }
            let room = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            let count = unsafe hearth_reads_fetch(socket, sessionPointer, room.baseAddress, room.count)
            guard count > 0 else { return filled > 0 ? filled : count }
            if unsafe intake.refusal != nil {
                // What a refused client still sends is read, as far as it is moderate: closing a socket over unread
                // bytes would take the answer back.
                dropped += count
                guard dropped > StrictReader.droppedBytesMax else { continue }
                return filled > 0 ? filled : again()
            }
            let received = unsafe UnsafeRawBufferPointer(rebasing: room[..<count])
            filled += unsafe scan(received)
            guard session == 0, count < room.count else { continue }
            filled += unsafe takeReady(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
            return filled > 0 ? filled : again()
        }
    }

    private static let droppedBytesMax = 256 << 10

    private func again() -> Int {
        errno = EAGAIN
        return -1
    }

    /// Judges what lies in the library's buffer; how much of it may stay there, after nothing that is held.
    private func scan(_ received: UnsafeRawBufferPointer) -> Int {
        let (handedOn, fault) = unsafe intake.scanner.scan(received, after: intake.held)
        var stays = handedOn
        if unsafe !intake.held.isEmpty, handedOn > 0 {
            unsafe intake.ready += intake.held + Array(received[..<handedOn])
            unsafe intake.held = []
            stays = 0
        }
        guard let fault else {
            unsafe intake.held += Array(received[handedOn...])
            return stays
        }
        // The head that takes the place of a refused one counts as a request too.
        let heads = unsafe intake.scanner.heads
        let isHead = unsafe intake.scanner.isWithinHead
        unsafe intake.refusal = (isHead ? heads + 1 : heads, fault)
        unsafe intake.held = []
        unsafe intake.ready += Array(intake.scanner.ending.utf8)
        return stays
    }

    private func takeReady(into room: UnsafeMutableRawBufferPointer) -> Int {
        let left = unsafe intake.ready[intake.taken...]
        guard !left.isEmpty else { return 0 }
        let count = min(left.count, room.count)
        unsafe room.copyBytes(from: left.prefix(count))
        unsafe intake.taken += count
        if unsafe intake.taken == intake.ready.count { unsafe (intake.ready, intake.taken) = ([], 0) }
        return count
    }

    /// Notes since when a head is under way: the first one since the connection began.
    private func noteHead() {
        let scanner = unsafe intake.scanner
        let isUnderWay = unsafe intake.refusal == nil && (scanner.heads == 0 || scanner.isWithinHead)
        guard isUnderWay else { return headBegan.store(-1, ordering: .relaxed) }
        guard headBegan.load(ordering: .relaxed) < 0 else { return }
        let (seconds, attoseconds) = (now() - beganAt).components
        headBegan.store(seconds * 1_000_000_000 + attoseconds / 1_000_000_000, ordering: .relaxed)
    }
}
