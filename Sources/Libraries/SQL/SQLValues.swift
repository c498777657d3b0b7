/// The values of a statement's placeholders, in one piece.
///
/// Texts and blobs lie behind each other, so that a driver reads them where they are, and neither copies nor holds them
/// one by one.
package struct SQLValues: Sendable {
    /// What one value is; of a text, in UTF-8, and of a blob, where it lies in `bytes`.
    package enum Item: Sendable {
        case null
        case integer(Int64)
        case real(Double)
        case text(start: Int, count: Int)
        case blob(start: Int, count: Int)
    }

    /// In the order of `$1`, `$2` and so on.
    package private(set) var items: [Item] = []
    package private(set) var bytes: [UInt8] = []

    init() {}

    init(_ values: [SQLValue]) {
        reserve(values.count, bytes: values.reduce(0) { $0 + $1.byteCount })
        for value in values { append(value) }
    }

    mutating func reserve(_ count: Int, bytes byteCount: Int) {
        items.reserveCapacity(count)
        bytes.reserveCapacity(byteCount)
    }

    mutating func append(_ value: SQLValue) {
        let start = bytes.count
        switch value {
        case .null: items.append(.null)
        case .integer(let integer): items.append(.integer(integer))
        case .real(let real): items.append(.real(real))
        case .text(let text):
            bytes.append(contentsOf: text.utf8)
            items.append(.text(start: start, count: bytes.count - start))
        case .blob(let blob):
            bytes.append(contentsOf: blob)
            items.append(.blob(start: start, count: blob.count))
        }
    }
}

extension SQLValue {
    fileprivate var byteCount: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .blob(let blob): blob.count
        case .null, .integer, .real: 0
        }
    }
}
