/// The largest head of a log that a device has seen and signed (C2SP tlog-cosignature).
public struct SeenHead: Hashable, Sendable {
    /// The device's key.
    public let key: ID<LedgerKey>
    public let leafCount: Int
    public let root: [UInt8]
    /// As it is signed.
    public let secondsSince1970: Int64
    public let signature: [UInt8]

    public init(key: ID<LedgerKey>, leafCount: Int, root: [UInt8], secondsSince1970: Int64, signature: [UInt8]) {
        self.key = key
        self.leafCount = leafCount
        self.root = root
        self.secondsSince1970 = secondsSince1970
        self.signature = signature
    }
}
