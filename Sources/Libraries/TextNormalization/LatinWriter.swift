import CUnicode
import Synchronization

/// Writes any script in the plain letters a to z, as far as there are rules for it: "Москва" is "moskva".
///
/// Opened at the first use, because its rules take some megabytes; any thread may use it.
package final class LatinWriter: Sendable {
    /// Shared, because one holds the rules of every script that was met.
    package static let only = LatinWriter()

    /// Signs that only mark how the letter before is spoken go, so that they do not part a word.
    private static let name = "Any-Latin; [\\u02B9\\u02BA\\u02BC\\u02BE\\u02BF] Remove; Latin-ASCII; Lower"
    private static let unitsMax = 1_024
    private static let growthMax = 8

    private let rules = Mutex<Rules?>(nil)

    /// The text in plain letters; what there are no rules for stays, and so does a text of more than 1 024 units.
    package func latin(_ text: String) -> String {
        let units = Array(text.utf16)
        guard !units.isEmpty, units.count <= Self.unitsMax else { return text }
        var written = units + [UInt16](repeating: 0, count: units.count * (Self.growthMax - 1) + 16)
        let count = rules.withLock { rules in
            if rules == nil { rules = Rules(Self.name) }
            return rules?.write(&written, units.count) ?? -1
        }
        guard count >= 0 else { return text }
        return String(decoding: written.prefix(count), as: UTF16.self)
    }
}

/// ICU's transliterator, which one thread uses at a time: ``LatinWriter`` sees to that.
@safe
private final class Rules: Sendable {
    private nonisolated(unsafe) let writer: UnsafeMutableRawPointer

    init?(_ name: String) {
        let units = Array(name.utf16)
        guard let writer = unsafe hearth_unicode_writer(units, Int32(units.count)) else { return nil }
        unsafe self.writer = unsafe writer
    }

    deinit {
        unsafe hearth_unicode_close(writer)
    }

    func write(_ text: inout [UInt16], _ count: Int) -> Int {
        let room = Int32(text.count)
        return Int(unsafe hearth_unicode_write(writer, &text, Int32(count), room))
    }
}
