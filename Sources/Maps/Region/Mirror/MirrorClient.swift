import HTTPClient
import Synchronization

/// Asks a mirror for its list and its extracts, one question at a time; it is told nothing but what is asked for.
package struct MirrorClient: Sendable {
    /// Why a mirror did not give what it was asked for.
    struct Trouble: Error, Equatable {
        /// For the keeper.
        var words: String
        /// Whether asking again is of no use.
        var isFinal = false
        /// When the mirror wants to be asked again.
        var seconds: Int?
    }

    package let mirror: RegionMirror
    private let answerMilliseconds: Int

    /// What the mirror sees of the program.
    private static let userAgent = "Hearth"

    /// Small answers take at most `answerMilliseconds`.
    package init(_ mirror: RegionMirror, answerMilliseconds: Int = 20_000) {
        (self.mirror, self.answerMilliseconds) = (mirror, answerMilliseconds)
    }

    /// The mirror's list.
    ///
    /// - Throws: `RegionFailure` where it does not answer, or has no list in this layout.
    package func catalogue() async throws(RegionFailure) -> RegionCatalogue {
        do throws(Trouble) {
            let bytes = try await small("/index-v1-nogeom.json", bytesMax: RegionCatalogue.bytesMax)
            if let catalogue = RegionCatalogue(bytes) { return catalogue }
        } catch {
            throw RegionFailure(words: error.words)
        }
        throw RegionFailure(words: "\(mirror.host) has no list of regions that can be read")
    }

    /// What the mirror has for a region now.
    ///
    /// - Throws: `RegionFailure` where it does not answer or has no such file, or one without a size and a checksum.
    package func offer(_ entry: RegionCatalogue.Entry) async throws(RegionFailure) -> RegionOffer {
        do throws(Trouble) {
            return try await asked(entry)
        } catch {
            throw RegionFailure(words: error.words)
        }
    }

    /// The same, with whether it is worth trying again.
    func asked(_ entry: RegionCatalogue.Entry) async throws(Trouble) -> RegionOffer {
        let sum = String(decoding: try await small(entry.path + ".md5", bytesMax: 4_096), as: UTF8.self)
        let digest = sum.prefix { !$0.isWhitespace }.lowercased()
        guard digest.utf8.count == 32, digest.allSatisfy(\.isHexDigit) else {
            throw Trouble(words: "\(mirror.host) has no checksum for \(entry.file)", isFinal: true)
        }
        let head = try await fetch(entry.path, isHEAD: true) { _, _ in true }
        guard head.status == 200 else { throw trouble(head) }
        guard let bytes = head.bytes, (1...RegionImportService.bytesMax).contains(bytes) else {
            let words = "\(mirror.host) does not say how large \(entry.file) is, or it is too large"
            throw Trouble(words: words, isFinal: true)
        }
        return RegionOffer(entry: entry, bytes: bytes, digest: digest, mark: Self.mark(head))
    }

    /// Fetches a path; one redirect is followed, to this mirror alone.
    func fetch(
        _ path: String,
        headers: [(name: String, value: String)] = [],
        isHEAD: Bool = false,
        isLong: Bool = false,
        take: @escaping @Sendable (AnswerHead, [UInt8]) -> Bool
    ) async throws(Trouble) -> AnswerHead {
        let client = HTTPClient(
            userAgent: Self.userAgent,
            answerMilliseconds: isLong ? 0 : answerMilliseconds,
            usesProxy: !mirror.isLoopback
        )
        guard let client else { throw Trouble(words: "no memory for a request") }
        var url = mirror.address(path)
        for _ in 0..<2 {
            do throws(HTTPClientFailure) {
                // What a redirect says beside where it leads is nothing to take.
                let head = try await client.fetch(url, headers: headers, isHEAD: isHEAD) { head, piece in
                    (300..<400).contains(head.status) ? true : take(head, piece)
                }
                guard (300..<400).contains(head.status) else { return head }
                guard let next = mirror.redirect(head.location) else { break }
                url = next
            } catch {
                throw Trouble(words: "\(mirror.host): \(error.words)")
            }
        }
        throw Trouble(words: "\(mirror.host) leads elsewhere, where nothing is fetched from", isFinal: true)
    }

    /// What an answer means that is none.
    func trouble(_ head: AnswerHead) -> Trouble {
        let isFinal = (400..<500).contains(head.status) && ![408, 416, 425, 429].contains(head.status)
        let words = isFinal ? "does not have it" : "does not give it now"
        return Trouble(
            words: "\(mirror.host) \(words) (status \(head.status))",
            isFinal: isFinal,
            seconds: head.retryAfterSeconds
        )
    }

    /// By what `If-Range` names a file (RFC 9110, 13.1.5): a strong tag, or else its date.
    static func mark(_ head: AnswerHead) -> String? {
        [head.tag, head.modifiedAt].compactMap(\.self).first { text in
            !text.hasPrefix("W/") && (1...200).contains(text.utf8.count)
                && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        }
    }

    private func small(_ path: String, bytesMax: Int) async throws(Trouble) -> [UInt8] {
        let kept = Gathered(bytesMax: bytesMax)
        do throws(Trouble) {
            let head = try await fetch(path) { _, piece in kept.append(piece) }
            guard head.status == 200 else { throw trouble(head) }
        } catch {
            guard !kept.isTooLarge else {
                throw Trouble(words: "\(mirror.host) answers with more than it should", isFinal: true)
            }
            throw error
        }
        return kept.bytes
    }
}

/// A small answer.
private final class Gathered: Sendable {
    private let bytesMax: Int
    private let state = Mutex((bytes: [UInt8](), isTooLarge: false))

    init(bytesMax: Int) {
        self.bytesMax = bytesMax
    }

    var bytes: [UInt8] { state.withLock { $0.bytes } }
    var isTooLarge: Bool { state.withLock { $0.isTooLarge } }

    func append(_ piece: [UInt8]) -> Bool {
        state.withLock { state in
            state.isTooLarge = state.bytes.count + piece.count > bytesMax
            if !state.isTooLarge { state.bytes += piece }
            return !state.isTooLarge
        }
    }
}
