extension Request {
    /// The names and values of the query, decoded, in the order sent.
    package var queryFields: [FormField] { FormField.fields(in: head.storage.bytes[head.storage.query]) }

    /// The names and values of a body of type `application/x-www-form-urlencoded`, decoded, in the order sent.
    package var form: [FormField] { FormField.fields(in: body[...]) }

    /// The cookies, in the order sent; quotes around a value are dropped.
    package var cookies: [FormField] {
        headers.values(of: "Cookie").flatMap { $0.split(separator: ";") }.compactMap { pair in
            guard let equals = pair.firstIndex(of: "=") else { return nil }
            let name = pair[..<equals].trimmed
            var value = pair[pair.index(after: equals)...].trimmed
            if value.count >= 2 && value.hasPrefix("\"") && value.hasSuffix("\"") {
                value = value.dropFirst().dropLast()
            }
            return name.isEmpty ? nil : FormField(name: String(name), value: String(value))
        }
    }

    /// What the `Authorization` header brings: one look at it for whoever takes either kind; nil without one.
    package var credentials: Credentials? {
        guard let header = headers["Authorization"] else { return nil }
        if let token = authorizationValue(header, scheme: "bearer") { return .bearer(token) }
        return BasicCredentials(authorization: header).map { .basic($0) } ?? .unreadable
    }

    /// The user name and password of an `Authorization: Basic` header; nil without one that can be read.
    package var basicCredentials: BasicCredentials? {
        headers["Authorization"].flatMap { BasicCredentials(authorization: $0) }
    }

    /// The token of an `Authorization: Bearer` header; nil without one.
    package var bearerToken: String? {
        headers["Authorization"].flatMap { authorizationValue($0, scheme: "bearer") }
    }
}

/// What an `Authorization` header can bring.
package enum Credentials: Hashable, Sendable {
    case bearer(String)
    case basic(BasicCredentials)
    /// Another scheme, or one that cannot be read.
    case unreadable
}

/// One name and its value, as forms, queries and cookies carry them.
package struct FormField: Hashable, Sendable {
    /// What the value is called; names may repeat.
    package let name: String
    /// Empty when there is none.
    package let value: String

    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }

    /// Reads `a=b&c=d`: "+" is a space, "%41" is "A", and an escape that is none stays as it is.
    package static func fields(in bytes: ArraySlice<UInt8>) -> [FormField] {
        bytes.split(separator: UInt8(ascii: "&")).map { pair in
            let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            return FormField(name: unescaped(pair[..<equals]), value: unescaped(pair[equals...].dropFirst()))
        }
    }

    private static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
        percentDecoded(bytes, plusIsSpace: true)
    }
}

extension Sequence<FormField> {
    /// The value of the first field with this name.
    package subscript(name: String) -> String? {
        first { $0.name == name }?.value
    }
}

/// Undoes "%41"; escapes that are none stay as they are, and what is not UTF-8 becomes U+FFFD.
package func percentDecoded(_ bytes: ArraySlice<UInt8>, plusIsSpace: Bool = false) -> String {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
        let byte = bytes[index]
        index += 1
        if byte == UInt8(ascii: "%"), index + 1 < bytes.endIndex,
            let high = hexDigit(bytes[index]), let low = hexDigit(bytes[index + 1])
        {
            decoded.append(high << 4 | low)
            index += 2
        } else {
            decoded.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
        }
    }
    return String(decoding: decoded, as: UTF8.self)
}

private func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
}
