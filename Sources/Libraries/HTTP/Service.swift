import Synchronization

/// What the exchanges of one server share: its configuration, its handler, and who is under way.
final class Service: Sendable {
    typealias Handler = @Sendable (Request, Responder) -> Void

    let configuration: ServerConfiguration
    let handler: Handler
    let rules: HeadRules
    let admission: Admission
    /// Those that wait for an answer from another thread.
    let suspended = ShutdownRegistry<Exchange>()
    /// The event streams that have a reader.
    let streams = ShutdownRegistry<EventStream>()
    /// Once true, new requests are turned away.
    let isStopping = Atomic(false)
    /// Exchanges in memory, whatever they do.
    let liveExchanges = Atomic(0)
    /// Exchanges whose handler was called and whose answer is not wholly sent.
    let openExchanges = Atomic(0)
    private let requests = Atomic<UInt64>(0)

    /// `descriptors` is how many files the process may have open.
    init(_ configuration: ServerConfiguration, descriptors: Int, handler: @escaping Handler) {
        self.configuration = configuration
        rules = HeadRules(bytesMax: min(max(configuration.headBytesMax, 2 << 10), 32 << 10))
        admission = Admission(configuration, descriptors: descriptors)
        self.handler = handler
    }

    func nextRequestID() -> UInt64 {
        requests.wrappingAdd(1, ordering: .relaxed).newValue
    }

    /// Adds a response's own headers and the common ones to it.
    func build(_ headers: [Header], _ response: consuming NativeResponse?) -> NativeResponse? {
        guard let response else {
            configuration.onFault("A response could not be made: out of memory.")
            return nil
        }
        if !response.add(headers, common: configuration.commonHeaders) {
            configuration.onFault("A header of a response was refused: it has a line break, or is not ours to set.")
        }
        return response
    }
}
