import CPostgres
import SQL

/// The types that the hub's tables and statements have, by the server's own numbers ("pg_type.dat").
enum PostgresType {
    static let bool: Oid = 16
    static let bytea: Oid = 17
    static let char: Oid = 18
    static let name: Oid = 19
    static let int8: Oid = 20
    static let int2: Oid = 21
    static let int4: Oid = 23
    static let text: Oid = 25
    static let oid: Oid = 26
    static let float4: Oid = 700
    static let float8: Oid = 701
    static let unknown: Oid = 705
    static let varchar: Oid = 1043
    static let numeric: Oid = 1700
    static let void: Oid = 2278
}

/// One value as the server takes it: where its bytes lie, in which of two buffers.
enum PostgresArgument {
    case null
    /// Behind each other with other numbers; `isText` says that they are digits with an end mark.
    case number(start: Int, count: Int, isText: Bool)
    /// In the statement's own values.
    case bytes(start: Int, count: Int)
}

/// The values of one statement, in the types that its placeholders have.
struct PostgresArguments {
    private(set) var items: [PostgresArgument] = []
    private(set) var numbers: [UInt8] = []

    /// Throws `.constraint` where a value is not of its placeholder's type, as a strict table of SQLite does.
    init(_ values: SQLValues, types: [Oid]) throws(StorageError) {
        guard values.items.count == types.count else {
            throw StorageError(.other, "\(values.items.count) values for \(types.count) placeholders")
        }
        items.reserveCapacity(types.count)
        numbers.reserveCapacity(types.count * 8)
        for (position, item) in values.items.enumerated() {
            items.append(try argument(item, types[position], position))
        }
    }

    private mutating func argument(
        _ item: SQLValues.Item,
        _ type: Oid,
        _ position: Int
    ) throws(StorageError) -> PostgresArgument {
        switch (item, type) {
        case (.null, _): return .null
        case (.text(let start, let count), PostgresType.text),
            (.text(let start, let count), PostgresType.varchar), (.text(let start, let count), PostgresType.name),
            (.blob(let start, let count), PostgresType.bytea):
            return .bytes(start: start, count: count)
        case (.integer(let integer), _):
            if let number = number(integer, type) { return number }
        case (.real(let real), PostgresType.float8):
            return number(bytes: real.bitPattern)
        default: break
        }
        throw StorageError(.constraint, "$\(position + 1) has a value of another type than its place (\(type))")
    }

    private mutating func number(_ integer: Int64, _ type: Oid) -> PostgresArgument? {
        switch type {
        case PostgresType.int8: number(bytes: integer)
        case PostgresType.int4: Int32(exactly: integer).map { number(bytes: $0) }
        case PostgresType.int2: Int16(exactly: integer).map { number(bytes: $0) }
        case PostgresType.bool: number(bytes: UInt8(integer == 0 ? 0 : 1))
        case PostgresType.float8: number(bytes: Double(integer).bitPattern)
        case PostgresType.numeric: digits(integer)
        default: nil
        }
    }

    private mutating func number(bytes value: some FixedWidthInteger) -> PostgresArgument {
        let start = numbers.count
        let width = value.bitWidth
        for shift in stride(from: width - 8, through: 0, by: -8) {
            numbers.append(UInt8(truncatingIfNeeded: value >> shift))
        }
        return .number(start: start, count: width / 8, isText: false)
    }

    private mutating func digits(_ integer: Int64) -> PostgresArgument {
        let start = numbers.count
        numbers += Array(String(integer).utf8) + [0]
        return .number(start: start, count: numbers.count - start - 1, isText: true)
    }
}

extension SQLValue {
    /// Reads a column in binary form; nil where the driver knows no such type or the number fits none of its own.
    ///
    /// Yes and no are read as 1 and 0. What is added up of integers comes as `numeric`, which is an integer where it can be.
    init?(_ bytes: UnsafeRawBufferPointer, type: Oid) {
        switch type {
        case PostgresType.int8: self = .integer(unsafe bytes.bigEndian(Int64.self))
        case PostgresType.int4: self = .integer(Int64(unsafe bytes.bigEndian(Int32.self)))
        case PostgresType.int2: self = .integer(Int64(unsafe bytes.bigEndian(Int16.self)))
        case PostgresType.oid: self = .integer(Int64(unsafe bytes.bigEndian(UInt32.self)))
        case PostgresType.bool: self = .integer(unsafe bytes.first == 0 ? 0 : 1)
        case PostgresType.float8: self = .real(Double(bitPattern: unsafe bytes.bigEndian(UInt64.self)))
        case PostgresType.float4: self = .real(Double(Float(bitPattern: unsafe bytes.bigEndian(UInt32.self))))
        case PostgresType.text, PostgresType.varchar, PostgresType.name, PostgresType.char, PostgresType.unknown:
            self = .text(unsafe String(decoding: bytes, as: UTF8.self))
        case PostgresType.bytea: self = .blob(unsafe Array(bytes))
        case PostgresType.numeric:
            guard let value = unsafe Self.numeric(bytes) else { return nil }
            self = value
        case PostgresType.void: self = .null
        default: return nil
        }
    }

    /// Reads digits to the base of 10 000, behind how many there are, the power of the first, the sign and the scale.
    private static func numeric(_ bytes: UnsafeRawBufferPointer) -> SQLValue? {
        func part(_ index: Int) -> Int {
            Int(unsafe UnsafeRawBufferPointer(rebasing: bytes[(index * 2)..<(index * 2 + 2)]).bigEndian(Int16.self))
        }
        let (count, weight, sign) = (part(0), part(1), part(2))
        // Neither not a number nor infinite.
        guard sign == 0 || sign == 0x4000 else { return nil }
        var (whole, fraction, hasFraction, scale) = (0, 0.0, false, 1.0)
        for index in 0..<count {
            let digit = part(4 + index)
            if index <= weight {
                let (product, overflow) = whole.multipliedReportingOverflow(by: 10_000)
                let (sum, overflow2) = product.addingReportingOverflow(sign == 0 ? digit : -digit)
                guard !overflow, !overflow2 else { return nil }
                whole = sum
            } else {
                hasFraction = hasFraction || digit != 0
                // Digits that are all behind the point begin where the weight says.
                if scale == 1, weight < -1 { for _ in weight..<(-1) { scale /= 10_000 } }
                scale /= 10_000
                fraction += Double(digit) * scale
            }
        }
        // Zeros at the end are left out.
        for _ in 0..<max(0, weight + 1 - count) {
            let (product, overflow) = whole.multipliedReportingOverflow(by: 10_000)
            guard !overflow else { return nil }
            whole = product
        }
        return hasFraction ? .real(Double(whole) + (sign == 0 ? fraction : -fraction)) : .integer(Int64(whole))
    }
}

extension UnsafeRawBufferPointer {
    /// The number that these bytes are, the highest first.
    fileprivate func bigEndian<Number: FixedWidthInteger>(_: Number.Type) -> Number {
        unsafe prefix(Number.bitWidth / 8).reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
    }
}
