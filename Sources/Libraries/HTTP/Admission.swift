import Dispatch
import Glibc
import Synchronization

/// Who may hold how many of a server's connections, before anything is known of a request (S49, F74).
///
/// One address holds an eighth at most, addresses without a known session seven eighths together. Where these are used
/// up, a newcomer takes the place of the connection of that kind that is oldest among some, so that holding connections
/// open keeps nobody out.
final class Admission: Sendable {
    private let connectionsMax: Int
    private let perAddressMax: Int
    private let strangersMax: Int
    /// Sockets with numbers from here on are closed at once: what is left is for the database and for messages.
    private let socketsEnd: Int32
    private let headTimeout: Duration
    private let now: @Sendable () -> ContinuousClock.Instant
    private let proxies: [AddressRange]
    private let state = Mutex(State())

    private struct Entry {
        let reader: StrictReader
        /// The address whose share it counts to; nil for a proxy's until a request names the client.
        var address: ClientAddress?
        var isKnown: Bool
        /// Told to close; it counts no more.
        var isClosing = false
    }

    private struct State {
        var entries: [ObjectIdentifier: Int] = [:]
        /// In no order, without gaps, so that some can be looked at by number.
        var list: [Entry] = []
        var perAddress: [ClientAddress: Int] = [:]
        var open = 0
        var strangers = 0
        /// Addresses that a known session came from lately: two generations.
        var known: Set<ClientAddress> = []
        var knownBefore: Set<ClientAddress> = []

        func knows(_ address: ClientAddress) -> Bool { known.contains(address) || knownBefore.contains(address) }
    }

    private static let knownMax = 4_096
    /// How many connections are compared to find an old one.
    private static let sampleMax = 32
    private static let spared = Duration.seconds(1)

    init(_ configuration: ServerConfiguration, descriptors: Int) {
        let forOthers = min(configuration.descriptorsKept, descriptors / 2)
        connectionsMax = max(1, min(configuration.connectionsMax, descriptors - forOthers))
        perAddressMax = max(1, connectionsMax / 8)
        strangersMax = max(1, connectionsMax - connectionsMax / 8)
        socketsEnd = Int32(clamping: descriptors - forOthers / 2)
        headTimeout = configuration.headTimeout
        now = configuration.now
        proxies = configuration.trustedProxies
    }

    /// Whether a connection from an address may begin; where it takes another's place, that one is closed.
    func admits(_ peer: ClientAddress) -> Bool {
        let isProxy = isProxy(peer)
        let address = peer.network
        return state.withLock { state in
            guard isProxy || state.perAddress[address, default: 0] < perAddressMax else { return false }
            let isFavoured = isProxy || state.knows(address)
            guard state.open >= connectionsMax || !isFavoured && state.strangers >= strangersMax else { return true }
            return closeOldStranger(&state)
        }
    }

    /// Lists a connection that was admitted.
    func began(_ reader: StrictReader) {
        let isProxy = isProxy(reader.peer)
        let address = isProxy ? nil : reader.peer.network
        state.withLock { state in
            let isKnown = isProxy || address.map(state.knows) ?? false
            state.entries[ObjectIdentifier(reader)] = state.list.count
            state.list.append(Entry(reader: reader, address: address, isKnown: isKnown))
            state.open += 1
            if !isKnown { state.strangers += 1 }
            if let address { state.perAddress[address, default: 0] += 1 }
            if reader.socket >= socketsEnd { close(state.list.count - 1, &state) }
        }
    }

    /// Forgets a connection whose socket is closed after this.
    func ended(_ reader: StrictReader) {
        state.withLock { state in
            guard let place = state.entries.removeValue(forKey: ObjectIdentifier(reader)) else { return }
            discount(state.list[place], &state)
            let last = state.list.removeLast()
            guard place < state.list.count else { return }
            state.list[place] = last
            state.entries[ObjectIdentifier(last.reader)] = place
        }
    }

    /// Counts a proxy's connection to the client that its request names; false where that one holds its share already.
    func isWithinShare(_ reader: StrictReader, of client: ClientAddress) -> Bool {
        guard isProxy(reader.peer) else { return true }
        let address = client.network
        return state.withLock { state in
            guard let place = state.entries[ObjectIdentifier(reader)], !state.list[place].isClosing else { return true }
            let before = state.list[place].address
            guard before != address else { return true }
            guard state.perAddress[address, default: 0] < perAddressMax else { return false }
            if let before { release(before, &state) }
            state.perAddress[address, default: 0] += 1
            state.list[place].address = address
            return true
        }
    }

    /// Remembers that a known session speaks from where a connection comes from.
    func remember(_ reader: StrictReader) {
        guard !reader.isRemembered.exchange(true, ordering: .relaxed) else { return }
        let address = reader.peer.network
        state.withLock { state in
            if !state.known.contains(address) {
                if state.known.count >= Admission.knownMax {
                    (state.knownBefore, state.known) = (state.known, [])
                }
                state.known.insert(address)
            }
            guard let place = state.entries[ObjectIdentifier(reader)], !state.list[place].isKnown else { return }
            state.list[place].isKnown = true
            if !state.list[place].isClosing { state.strangers -= 1 }
        }
    }

    /// Closes connections whose head is not whole in time; to be called each second.
    func closeSlow() {
        state.withLock { state in
            for place in state.list.indices where state.list[place].reader.headAge ?? .zero > headTimeout {
                close(place, &state)
            }
        }
    }

    private func isProxy(_ peer: ClientAddress) -> Bool {
        proxies.contains { $0.contains(peer) }
    }

    private func closeOldStranger(_ state: inout State) -> Bool {
        guard !state.list.isEmpty else { return false }
        let start = Int.random(in: 0..<state.list.count)
        var oldest: Int?
        var looked = 0
        // All of them where there are few, so that none is overlooked.
        for offset in 0..<state.list.count where looked < Admission.sampleMax {
            let place = (start + offset) % state.list.count
            guard !state.list[place].isKnown, !state.list[place].isClosing else { continue }
            looked += 1
            if let found = oldest, state.list[found].reader.beganAt <= state.list[place].reader.beganAt { continue }
            oldest = place
        }
        guard let oldest, now() - state.list[oldest].reader.beganAt > Admission.spared else {
            return false
        }
        close(oldest, &state)
        return true
    }

    /// Has the library notice the end of a connection: it alone closes the socket, after `ended`.
    private func close(_ place: Int, _ state: inout State) {
        guard !state.list[place].isClosing else { return }
        discount(state.list[place], &state)
        state.list[place].isClosing = true
        shutdown(state.list[place].reader.socket, Int32(SHUT_RDWR))
    }

    private func discount(_ entry: Entry, _ state: inout State) {
        guard !entry.isClosing else { return }
        state.open -= 1
        if !entry.isKnown { state.strangers -= 1 }
        if let address = entry.address { release(address, &state) }
    }

    private func release(_ address: ClientAddress, _ state: inout State) {
        guard let count = state.perAddress[address] else { return }
        state.perAddress[address] = count > 1 ? count - 1 : nil
    }
}

/// Closes the connections that are too slow, each second for as long as it is held.
@safe
final class Sweeps: Sendable {
    // Made before it is shared, and cancelled by the last who holds it.
    private nonisolated(unsafe) let timer: any DispatchSourceTimer

    init(_ admission: Admission) {
        let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "hearth.admission"))
        timer.setEventHandler { admission.closeSlow() }
        timer.schedule(deadline: .now() + 1, repeating: 1)
        timer.activate()
        unsafe self.timer = timer
    }

    deinit {
        unsafe timer.cancel()
    }
}
