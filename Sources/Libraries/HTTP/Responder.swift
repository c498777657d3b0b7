/// One request that waits for its answer.
protocol ResponseTaker: Sendable {
    /// Gives the answer, from any thread; only the first one counts.
    func answer(_ response: Response)
}

/// The right to answer one request, once, from any thread.
///
/// A responder that is let go without an answer answers 500, so that no client waits for ever.
package final class Responder: Sendable {
    private let exchange: any ResponseTaker

    init(_ exchange: any ResponseTaker) {
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
