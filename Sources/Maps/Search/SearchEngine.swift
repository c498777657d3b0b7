import Family
import FoundationEssentials
import HTTPClient
import Synchronization

/// A search that is asked over HTTP: Nominatim or Photon.
final class SearchEngine: Sendable {
    private enum Kind {
        case nominatim, photon
    }

    /// Half a degree around a point that found places are wanted near.
    private static let nearDegrees = 0.5

    private let address: String
    private let clients: EngineClients
    private let kind = Mutex<Kind?>(nil)

    /// The engine at an address without a slash at the end; which it is is asked at the first use.
    init(_ address: String) {
        self.address = address
        let isLoopback = ["http://127.", "http://localhost", "http://[::1]"].contains { address.hasPrefix($0) }
        clients = EngineClients(isLoopback: isLoopback)
    }

    func search(_ text: String, near: Coordinate?, limit: Int) async throws(SearchRefusal) -> [FoundPlace] {
        let kind = try await knownKind()
        var question = "q=\(Self.encoded(text))&limit=\(limit)"
        switch kind {
        case .photon:
            if let near { question += "&lat=\(Self.rounded(near.latitude))&lon=\(Self.rounded(near.longitude))" }
            return PhotonAnswer.places(try await body("/api?" + question))
        case .nominatim:
            question += "&format=jsonv2&addressdetails=1"
            if let near {
                let edges = [
                    near.longitude - Self.nearDegrees, near.latitude - Self.nearDegrees,
                    near.longitude + Self.nearDegrees, near.latitude + Self.nearDegrees,
                ]
                // It is preferred, not the limit of what is found.
                question += "&viewbox=" + edges.map(Self.rounded).joined(separator: ",")
            }
            return NominatimAnswer.places(try await body("/search?" + question))
        }
    }

    func reverse(_ point: Coordinate) async throws(SearchRefusal) -> PointAddress {
        let kind = try await knownKind()
        let question = "lat=\(Self.rounded(point.latitude))&lon=\(Self.rounded(point.longitude))"
        switch kind {
        case .photon: return PhotonAnswer.point(try await body("/reverse?" + question))
        case .nominatim:
            return NominatimAnswer.point(
                try await body("/reverse?" + question + "&format=jsonv2&addressdetails=1&zoom=18")
            )
        }
    }

    /// Nominatim says at `/status` that it is well as a number, Photon in a word, or not at all.
    private func knownKind() async throws(SearchRefusal) -> Kind {
        if let known = kind.withLock({ $0 }) { return known }
        guard let answer = await clients.answer(.get(address + "/status?format=json")) else { throw .unavailable }
        struct Status: Decodable {
            let status: Int
        }
        // Whatever is not Nominatim's status is another engine's.
        let status = try? JSONDecoder().decode(Status.self, from: Data(answer.body))
        let found: Kind = status == nil ? .photon : .nominatim
        kind.withLock { $0 = found }
        return found
    }

    private func body(_ path: String) async throws(SearchRefusal) -> Data {
        guard let answer = await clients.answer(.get(address + path)), answer.status == 200 else {
            throw .unavailable
        }
        return Data(answer.body)
    }

    /// A text inside an address: everything but letters and digits of ASCII as bytes.
    private static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            let isPlain = (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
            bytes += isPlain ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A tenth of a metre is enough, and no number is written with an exponent.
    private static func rounded(_ degrees: Double) -> String {
        let millionths = Int((degrees * 1e6).rounded())
        let digits = String(abs(millionths) % 1_000_000)
        let sign = millionths < 0 ? "-" : ""
        return "\(sign)\(abs(millionths) / 1_000_000)." + String(repeating: "0", count: 6 - digits.count) + digits
    }
}
