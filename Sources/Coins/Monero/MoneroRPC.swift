import FoundationEssentials
import HTTPClient

/// A client of JSON-RPC 2.0 over HTTP, as Monero's node and wallet program speak it.
///
/// One call at a time, on one connection that is kept.
struct MoneroRPC: Sendable {
    /// The error of an answer.
    struct Fault: Error, Decodable, Hashable {
        var code: Int
        var message: String
    }

    /// Why there is no result.
    enum Failure: Error {
        /// No answer in time: the other side may still be at it.
        case timedOut
        /// No connection was made: the other side had nothing of it.
        case unreachable
        /// The connection broke: the other side may have taken the call.
        case broken
        case fault(Fault)
        /// Something else than an answer came, with this status.
        case unreadable(status: Int)
    }

    private struct Call<Parameters: Encodable>: Encodable {
        var jsonrpc = "2.0"
        var id = "0"
        var method: String
        var params: Parameters
    }

    private struct Answer<Result: Decodable>: Decodable {
        var result: Result?
        var error: Fault?
    }

    /// A call without parameters.
    struct Nothing: Codable {}

    private let address: String
    private let authorization: OutgoingRequest.Authorization
    private let client: HTTPClient

    /// A client of the service at an address such as `http://127.0.0.1:18081`; nil without memory for it.
    init?(
        _ address: String,
        authorization: OutgoingRequest.Authorization = .none,
        milliseconds: Int,
        bytesMax: Int
    ) {
        let made = HTTPClient(
            userAgent: "Hearth",
            connectMilliseconds: min(milliseconds, 5_000),
            answerMilliseconds: milliseconds,
            answerBytesMax: bytesMax,
            usesProxy: false
        )
        guard let made else { return nil }
        (self.address, self.authorization, client) = (address, authorization, made)
    }

    /// Calls a method and reads its result.
    func call<Result: Decodable>(
        _ method: String,
        _ parameters: some Encodable & Sendable = Nothing(),
        as type: Result.Type = Nothing.self
    ) async throws(Failure) -> Result {
        let call = Call(method: method, params: parameters)
        let answer: (status: Int, Answer<Result>?) = try await post("/json_rpc", call)
        if let fault = answer.1?.error { throw .fault(fault) }
        guard answer.status == 200, let result = answer.1?.result else { throw .unreadable(status: answer.status) }
        return result
    }

    /// Asks at a path of its own, as a node has for transactions, and reads the answer.
    func ask<Result: Decodable>(
        _ path: String,
        _ parameters: some Encodable & Sendable,
        as type: Result.Type
    ) async throws(Failure) -> Result {
        let answer: (status: Int, Result?) = try await post(path, parameters)
        guard answer.status == 200, let result = answer.1 else { throw .unreadable(status: answer.status) }
        return result
    }

    /// The status of an answer and what could be read of it.
    private func post<Body: Decodable>(
        _ path: String,
        _ parameters: some Encodable
    ) async throws(Failure) -> (status: Int, Body?) {
        let body: [UInt8]
        do { body = Array(try JSONEncoder().encode(parameters)) } catch {
            // Texts and numbers can always be written.
            throw .unreadable(status: 0)
        }
        let request = OutgoingRequest(
            url: address + path,
            contentType: "application/json",
            authorization: authorization,
            body: body
        )
        let answer: IncomingAnswer
        do throws(HTTPClientFailure) { answer = try await client.post(request) } catch {
            switch error {
            case .timedOut: throw .timedOut
            case .unreachable: throw .unreachable
            case .invalidAddress, .untrusted, .broken: throw .broken
            }
        }
        // What cannot be read is told by the status; the reason would quote the answer.
        return (answer.status, try? JSONDecoder().decode(Body.self, from: Data(answer.body)))
    }
}
