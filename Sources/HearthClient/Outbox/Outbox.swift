public import API
public import Family
public import Foundation

/// What is on its way to the hub and has to get there, whatever becomes of network, app and phone.
///
/// Once `add` or its like returns, the entry is on the disk; it is removed once the hub has stored it. Entries leave in
/// the order in which they were added, but for calls for help, which go first. All of it is harmless to send twice, because a lost
/// answer makes the outbox send again. Each member has a file of their own, so that nothing is ever sent as somebody
/// else: whoever logs out finds what still waits when they log in again.
///
/// An app calls ``run()`` while it is open, and ``flush()`` in the time that the system gives it in the background.
public actor Outbox {
    /// How much may wait.
    public struct Limits: Sendable {
        /// 16 MiB: about 100 000 fixes, or ten days at one each ten seconds.
        public var bytes = 16 << 20
        public var calls = 1_000
        /// Fixes that are sent in one request; at most ``HearthClient/fixesPerRequest``.
        public var fixesPerRequest = 1_000

        public init() {}
    }

    /// What became of an attempt to send everything.
    public enum Outcome: Hashable, Sendable {
        /// Nothing waits any more.
        case empty
        /// Something waits on; it is tried again after this time at the earliest.
        case later(ClientFailure, after: Duration)
        /// Something waits for its member to log in.
        case loggedOut
    }

    let client: HearthClient
    let limits: Limits
    private let folder: URL
    private let executor: FileExecutor
    private var open: (member: ID<Member>, journal: Journal)?
    var failures = 0
    var fixesAtOnce: Int
    var sending: Task<Outcome, Never>?
    private var nap: Task<Void, Never>?
    private var isWoken = false
    private var isIdle = true

    nonisolated public var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// An outbox of the client, its files in a folder that is there and belongs to the app alone.
    ///
    /// One outbox at a time works on a folder; a second one is refused what it is given.
    public init(_ client: HearthClient, folder: URL, limits: Limits = Limits()) {
        self.client = client
        self.folder = folder
        self.limits = limits
        executor = FileExecutor("hearth.outbox")
        fixesAtOnce = min(max(limits.fixesPerRequest, 1), HearthClient.fixesPerRequest)
    }

    /// How much waits: calls, and fixes counted by the lot in which they were added.
    public var waitingCount: Int {
        get async throws(OutboxError) { try await journal().entries.count }
    }

    /// What the hub would not take and ``forgetRefused(_:)`` has not put away, the oldest first; the 100 newest.
    public var refused: [RefusedCall] {
        get async throws(OutboxError) { try await journal().refused }
    }

    /// Takes fixes on their way, in the order in which they were made.
    @discardableResult
    public func add(_ fixes: [FixBody]) async throws(OutboxError) -> Int64 {
        try await add(.fixes(json: try Self.json(fixes)))
    }

    /// Takes a request on its way.
    ///
    /// It has to be harmless to repeat, with an `id` that the client made where it makes something. A PIN is never kept
    /// on a device, so nothing that takes one is taken here.
    @discardableResult
    public func add(_ request: HubRequest) async throws(OutboxError) -> Int64 {
        guard request.mayRepeat, request.pin == nil, request.query.isEmpty, request.method != "GET" else {
            throw .notToBeKept
        }
        let (method, path) = request.route.methodAndPath
        let json = request.body.map { String(decoding: $0, as: UTF8.self) }
        return try await add(.call(method: method, path: path, json: json))
    }

    /// Takes a transfer on its way; its `id` makes it one, however often it is sent.
    @discardableResult
    public func transfer(_ body: PostTransferBody) async throws(OutboxError) -> Int64 {
        // A signature is good for ten minutes, which an outbox cannot promise.
        guard body.signature == nil else { throw .notToBeKept }
        let request: HubRequest
        do throws(ClientFailure) {
            request = try HubRequest(.wallet(.transfer), body, mayRepeat: true)
        } catch {
            throw .unwritable
        }
        return try await add(request)
    }

    /// Calls for help, before all else that waits, and does not give up while the hub would take it.
    ///
    /// The hub is told how long ago it began, so that its end is where it would have been.
    @discardableResult
    public func callForHelp(
        _ id: ID<HelpCountdown>,
        cause: HelpCauseName,
        trip: ID<Trip>? = nil
    ) async throws(OutboxError) -> Int64 {
        let number = try await add(.help(id, cause: cause, trip: trip))
        wake()
        return number
    }

    /// Puts refusals away of which the member has been told.
    public func forgetRefused(_ numbers: [Int64]) async throws(OutboxError) {
        try await write([.told(numbers)], mustLast: true)
    }

    /// Sends for as long as the calling task lives: at once, and after each failure with growing waits.
    public func run() async {
        while !Task.isCancelled {
            switch await flush() {
            case .empty, .loggedOut: await rest(.seconds(3_600), isIdle: true)
            case .later(_, let wait): await rest(wait, isIdle: false)
            }
        }
    }

    /// Sends now rather than when a wait is over: the network is back, or somebody logged in.
    public func wake() {
        isWoken = true
        nap?.cancel()
    }

    /// Lets go of the files, so that another outbox may have them; what is asked next opens them again.
    public func close() {
        open = nil
    }

    private func add(_ kind: OutboxEntry.Kind) async throws(OutboxError) -> Int64 {
        let journal = try await journal()
        let entry = OutboxEntry(number: journal.nextNumber, madeAt: client.surroundings.now(), kind: kind)
        let calls = journal.entries.count { !$0.isFixes }
        // Whoever calls for help is never told that the box is full.
        if !entry.isHelp {
            guard journal.bytes + entry.bytes <= limits.bytes else { throw .full }
            guard entry.isFixes || calls < limits.calls else { throw .full }
        }
        try open?.journal.append([.added(entry)], mustLast: true)
        if isIdle { wake() }
        return entry.number
    }

    /// Waits until it is time again, or until something is new.
    private func rest(_ wait: Duration, isIdle: Bool) async {
        self.isIdle = isIdle
        defer {
            self.isIdle = true
            isWoken = false
            nap = nil
        }
        guard !isWoken else { return }
        let sleep = client.surroundings.sleep
        let nap = Task { () -> Void in
            // Woken or over, it is time either way.
            try? await sleep(wait)
        }
        self.nap = nap
        await withTaskCancellationHandler {
            await nap.value
        } onCancel: {
            nap.cancel()
        }
    }

    private static func json(_ fixes: [FixBody]) throws(OutboxError) -> String {
        do {
            return String(decoding: try JSONEncoder().encode(fixes), as: UTF8.self)
        } catch {
            throw .unwritable
        }
    }
}

extension Outbox {
    /// What waits of who is logged in.
    func journal() async throws(OutboxError) -> Journal {
        let member: ID<Member>?
        do throws(ClientFailure) {
            member = try await client.member
        } catch {
            throw .device("the token store cannot be read")
        }
        guard let member else { throw .loggedOut }
        return try journal(of: member)
    }

    /// Whose file is open.
    var owner: ID<Member>? { open?.member }

    /// Writes to the file that is open.
    func write(
        _ records: [Journal.Record],
        mustLast: Bool,
        of member: ID<Member>? = nil
    ) async throws(OutboxError) {
        if member == nil { _ = try await journal() }
        // Somebody else may have logged in since: what was sent is then sent once more when its member is back.
        guard member == nil || owner == member else { throw .loggedOut }
        try open?.journal.append(records, mustLast: mustLast)
    }

    private func journal(of member: ID<Member>) throws(OutboxError) -> Journal {
        if let open, open.member == member { return open.journal }
        open = nil
        let journal = try Journal(path: folder.appendingPathComponent(member.text + ".outbox").path)
        open = (member, journal)
        return journal
    }
}
