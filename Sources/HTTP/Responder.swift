/// The right to answer one request, once, from any thread.
///
/// A responder that is let go without an answer answers 500, so that no client waits for ever.
package final class Responder: Sendable {
    private let exchange: Exchange

    init(_ exchange: Exchange) {
        self.exchange = exchange
    }

    deinit {
        exchange.answer(.unanswered)
    }

    /// Sends the response; calls after the first do nothing.
    ///
    /// Cheapest when called before the handler returns; later calls wake the connection.
    package func send(_ response: Response) {
        exchange.answer(response)
    }
}
