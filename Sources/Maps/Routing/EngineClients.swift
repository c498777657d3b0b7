import HTTPClient
import Synchronization

/// The connections to one engine: a few at a time, reused, on threads of their own.
final class EngineClients: Sendable {
    private struct State {
        var idle: [HTTPClient] = []
        var open = 0
        var waiting: [CheckedContinuation<HTTPClient?, Never>] = []
    }

    /// Connections to one engine.
    static let clientsMax = 4
    private static let waitingMax = 64

    private let clientsMax: Int
    private let isLoopback: Bool
    private let answerMilliseconds: Int
    private let answerBytesMax: Int
    private let state = Mutex(State())

    /// Answers take at most `answerMilliseconds`; to an engine on loopback no proxy is asked.
    init(
        clientsMax: Int = EngineClients.clientsMax,
        answerMilliseconds: Int = 8_000,
        answerBytesMax: Int = 16 << 20,
        isLoopback: Bool
    ) {
        (self.clientsMax, self.answerMilliseconds, self.isLoopback) = (clientsMax, answerMilliseconds, isLoopback)
        self.answerBytesMax = answerBytesMax
    }

    /// Sends one request; a connection that broke is made anew once, as engines drop those that were quiet.
    ///
    /// Nil where no answer comes, or too many wait.
    func answer(_ request: OutgoingRequest) async -> IncomingAnswer? {
        guard let client = await take() else { return nil }
        defer { give(client) }
        for _ in 0..<2 {
            do {
                return try await client.post(request)
            } catch HTTPClientFailure.broken {
                continue
            } catch {
                return nil
            }
        }
        return nil
    }

    private func take() async -> HTTPClient? {
        await withCheckedContinuation { continuation in
            let (client, isRefused) = state.withLock { state -> (HTTPClient?, Bool) in
                if let idle = state.idle.popLast() { return (idle, false) }
                if state.open < clientsMax {
                    guard let fresh = make() else { return (nil, true) }
                    state.open += 1
                    return (fresh, false)
                }
                guard state.waiting.count < Self.waitingMax else { return (nil, true) }
                state.waiting.append(continuation)
                return (nil, false)
            }
            if client != nil || isRefused { continuation.resume(returning: client) }
        }
    }

    private func give(_ client: HTTPClient) {
        let next = state.withLock { state -> CheckedContinuation<HTTPClient?, Never>? in
            guard !state.waiting.isEmpty else {
                state.idle.append(client)
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume(returning: client)
    }

    private func make() -> HTTPClient? {
        HTTPClient(
            userAgent: "Hearth",
            connectMilliseconds: 2_000,
            answerMilliseconds: answerMilliseconds,
            answerBytesMax: answerBytesMax,
            usesProxy: !isLoopback
        )
    }
}
