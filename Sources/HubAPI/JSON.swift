import FoundationEssentials
import HTTP
import Languages

/// JSON in and out of the API's bodies.
///
/// Phone protocols have a reader of their own.
enum JSON {
    /// The bytes of a body.
    static func bytes(_ body: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Bodies are made of texts, finite numbers and lists, which always encode; an empty answer would say it did not.
        guard let data = try? encoder.encode(body) else { return [] }
        return [UInt8](data)
    }

    /// Reads the body of a request, or says in words which field is wrong.
    static func read<Body: Decodable>(_ type: Body.Type, from request: Request) throws(Problem) -> Body {
        guard request.mayBeJSON else { throw .jsonOnly }
        let body = request.body
        // The decoder would also take UTF-16 and UTF-32, where a filter on the way may read something else.
        guard !body.contains(0), String(validating: body, as: UTF8.self) != nil else { throw .notJSON }
        do {
            return try JSONDecoder().decode(type, from: Data(body))
        } catch let error as DecodingError {
            // Which of the two went wrong, the decoder does not say.
            throw isJSON(body) ? problem(error) : .notJSON
        } catch {
            throw .notJSON
        }
    }

    private static func isJSON(_ body: [UInt8]) -> Bool {
        struct Anything: Decodable {
            init(from decoder: any Decoder) {}
        }
        do {
            _ = try JSONDecoder().decode(Anything.self, from: Data(body))
            return true
        } catch {
            return false
        }
    }

    private static func problem(_ error: DecodingError) -> Problem {
        switch error {
        case .keyNotFound(let key, let context):
            .invalid(path(context.codingPath + [key]), "A field is missing.")
        case .valueNotFound(_, let context):
            .invalid(path(context.codingPath), "A field must not be null.")
        case .typeMismatch(_, let context):
            .invalid(path(context.codingPath), "A field has the wrong type.")
        case .dataCorrupted(let context) where context.codingPath.isEmpty:
            // The decoder does not say which field it is, either.
            .invalid(nil, "A number is too large or not whole, or a text is not valid UTF-8.")
        case .dataCorrupted(let context):
            .invalid(path(context.codingPath), "A field cannot be read.")
        @unknown default:
            .notJSON
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String? {
        keys.isEmpty ? nil : keys.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }
}
