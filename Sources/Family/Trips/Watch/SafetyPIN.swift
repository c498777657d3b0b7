/// A PIN as its owner types it: four to eight digits.
public struct SafetyPIN: Hashable, Sendable {
    /// The digits in ASCII, as they are hashed.
    public let bytes: [UInt8]

    public static let digits = 4...8

    /// Reads what was typed; nil for anything but four to eight of 0 to 9, without spaces.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard SafetyPIN.digits.contains(bytes.count) else { return nil }
        for byte in bytes where !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte) { return nil }
        self.bytes = bytes
    }
}
