/// One header of a response: a name and its value, neither with a line break in it.
package struct Header: Hashable, Sendable {
    /// The name as it is sent; compared without regard to case.
    package let name: String
    /// The value as it is sent.
    package let value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// The headers of a request, read where they lie.
///
/// Each look-up walks the list, which holds a dozen of them, and makes one string of what it finds.
package struct Headers: Sendable {
    let storage: HeadStorage

    /// The value of the header with this name, whatever its case; several of them are joined with ", " (RFC 9110, 5.3).
    package subscript(name: StaticString) -> String? {
        var found: String?
        storage.forEachHeader { nameRange, valueRange in
            guard storage.matches(name, at: nameRange) else { return }
            let value = storage.text(valueRange)
            found = found.map { "\($0), \(value)" } ?? value
        }
        return found
    }

    /// The values of every header with this name, in the order received.
    package func values(of name: StaticString) -> [String] {
        var found: [String] = []
        storage.forEachHeader { nameRange, valueRange in
            guard storage.matches(name, at: nameRange) else { return }
            found.append(storage.text(valueRange))
        }
        return found
    }

    /// How many headers carry this name.
    package func count(of name: StaticString) -> Int {
        var count = 0
        storage.forEachHeader { nameRange, _ in
            if storage.matches(name, at: nameRange) { count += 1 }
        }
        return count
    }
}
