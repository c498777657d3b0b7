import HTTP

extension Response {
    /// A body of the API, for this one asker.
    static func json(_ body: some Encodable, status: Int = 200) -> Response {
        Response(status, [.json, .noStore], body: JSON.bytes(body))
    }

    /// Done, and nothing to say.
    static let done = Response(204, [.noStore])
}
