import Compression
/// How large the body of a request may be.
package enum BodyPolicy: Sendable {
    /// At most so many bytes; 413 beyond.
    case limit(Int)
    /// A body larger than `beyond` bytes is condensed from its first byte on.
    ///
    /// 413 when more than `hardLimit` bytes come, or more than `beyond` are left after condensing.
    case condense(beyond: Int, hardLimit: Int, with: @Sendable () -> any BodyFilter)
}

/// Makes a body smaller as it arrives: bytes in, fewer bytes out.
package protocol BodyFilter {
    /// Takes the next bytes and appends what is to be kept; the pieces may be cut anywhere.
    mutating func condense(_ bytes: Span<UInt8>, into output: inout [UInt8])
    /// Appends what was held back; called once, after the last bytes.
    mutating func finish(into output: inout [UInt8])
}

extension BodyFilter {
    /// Holds nothing back.
    package mutating func finish(into output: inout [UInt8]) {}
}

/// Why a body is not taken.
enum BodyError: Error {
    case tooLarge
    case malformed

    /// What a fault of the compression means for the body.
    init(_ fault: InflateFault) {
        switch fault {
        case .tooLarge: self = .tooLarge
        case .malformed: self = .malformed
        }
    }
}

/// A body on its way in: inflated, held to its limit, condensed where the policy says so.
struct BodyIntake {
    private var bytes: [UInt8] = []
    private var receivedBytes = 0
    private let keptBytesMax: Int
    private let receivedBytesMax: Int
    private let makeCondenser: (@Sendable () -> any BodyFilter)?
    private var condenser: (any BodyFilter)?
    private var inflater: Inflater?

    /// Makes ready for a body, or says at once that it is too large.
    ///
    /// - Parameters:
    ///   - policy: how large the body may be.
    ///   - declaredBytes: the Content-Length, where there is one.
    ///   - isGzipped: whether the body comes compressed; the limits count what it is inflated to.
    /// - Throws: `tooLarge`, or `malformed` where nothing can be inflated.
    init(_ policy: BodyPolicy, declaredBytes: Int?, isGzipped: Bool) throws(BodyError) {
        switch policy {
        case .limit(let limit):
            (keptBytesMax, receivedBytesMax, makeCondenser) = (limit, limit, nil)
        case .condense(let beyond, let hardLimit, let make):
            (keptBytesMax, receivedBytesMax, makeCondenser) = (beyond, max(beyond, hardLimit), make)
        }
        guard declaredBytes ?? 0 <= receivedBytesMax else { throw .tooLarge }
        if isGzipped {
            guard let inflater = Inflater(compressedBytes: declaredBytes ?? 0) else { throw .malformed }
            self.inflater = inflater
        } else if let declaredBytes {
            bytes.reserveCapacity(min(declaredBytes, keptBytesMax, 64 << 10))
        }
    }

    /// Takes the next bytes as they came.
    mutating func append(_ input: Span<UInt8>) throws(BodyError) {
        guard let inflater else { return try keep(input) }
        try inflater.inflate(input, refusal: BodyError.init) { piece throws(BodyError) in try keep(piece) }
    }

    /// The body, after its last byte.
    mutating func finish() throws(BodyError) -> [UInt8] {
        if let inflater, receivedBytes > 0 || inflater.hasBegun {
            guard inflater.isComplete else { throw .malformed }
        }
        condenser?.finish(into: &bytes)
        guard bytes.count <= keptBytesMax else { throw .tooLarge }
        return bytes
    }

    private mutating func keep(_ piece: Span<UInt8>) throws(BodyError) {
        receivedBytes += piece.count
        guard receivedBytes <= receivedBytesMax else { throw .tooLarge }
        if condenser == nil, let makeCondenser, receivedBytes > keptBytesMax {
            var condenser = makeCondenser()
            let before = bytes
            bytes = []
            condenser.condense(before.span, into: &bytes)
            self.condenser = condenser
        }
        if condenser == nil {
            unsafe piece.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
        } else {
            condenser?.condense(piece, into: &bytes)
        }
        guard bytes.count <= keptBytesMax else { throw .tooLarge }
    }
}
