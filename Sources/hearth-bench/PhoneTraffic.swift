import HearthProgram
import Crypto
import Family

/// What one made-up phone sends: requests of fixed length, whose figures are written anew in place for each sending.
///
/// Its member drives up and down a road of 2 km at 40 km/h with home at one end, a fix a second, so that no two fixes
/// are the same and the hub sees departures and arrivals.
struct PhoneTraffic {
    /// The request to send.
    private(set) var bytes: [UInt8]
    /// Fixes in one request.
    let fixesPerRequest: Int
    /// Where the body begins in `bytes`.
    private let bodyStart: Int
    private var slots: [Slot] = []
    private var journey: Journey

    /// Where in the request a figure of a fix stands.
    private struct Slot {
        let offset: Int
        let figure: Figure
    }

    private enum Figure: CaseIterable {
        case latitude, longitude, unixTime, time
        /// The last of a fix.
        case end

        /// What stands for it in a template, as long as the figure.
        var marker: String {
            switch self {
            case .latitude: "LLLLLL"
            case .longitude: "OOOOOO"
            case .unixTime: "TTTTTTTTTT"
            case .time: "DDDDDDDDDDDDDDDDDDDD"
            case .end: "\n"
            }
        }
    }

    /// OwnTracks on an iPhone, one fix a request.
    static func ownTracks(token: String, journey: Journey) -> PhoneTraffic {
        let body = """
            {"_type":"location","acc":12,"alt":34,"batt":81,"bs":1,"cog":271,"conn":"m","created_at":TTTTTTTTTT,\
            "lat":52.LLLLLL,"lon":13.OOOOOO,"m":2,"t":"u","tid":"an","topic":"owntracks/anna/phone",\
            "tst":TTTTTTTTTT,"vac":4,"vel":40}\n
            """
        let credentials = Base64.encode(Array("anna:\(token)".utf8))
        let headers = "Authorization: Basic \(credentials)\r\nX-Limit-U: anna\r\nX-Limit-D: phone"
        return PhoneTraffic(path: "/in/owntracks", agent: "OwnTracks/18.4", headers, body: [body], journey)
    }

    /// Overland on an iPhone, many fixes a request.
    static func overland(token: String, fixes: Int, journey: Journey) -> PhoneTraffic {
        let feature = """
            {"type":"Feature","geometry":{"type":"Point","coordinates":[13.OOOOOO,52.LLLLLL]},"properties":{\
            "timestamp":"DDDDDDDDDDDDDDDDDDDD","altitude":34,"speed":11.1,"course":271,"horizontal_accuracy":12,\
            "vertical_accuracy":8,"speed_accuracy":1,"course_accuracy":-1,"motion":["driving"],"pauses":false,\
            "activity":"automotive_navigation","desired_accuracy":-1,"deferred":100,"significant_change":"disabled",\
            "locations_in_payload":\(fixes),"battery_state":"charging","battery_level":0.81,"wifi":"",\
            "device_id":"anna-phone","unique_id":"D0F2C1A0-1111-2222-3333-444455556666"}}\n
            """
        let batch = Array(repeating: feature, count: fixes).joined(separator: ",")
        let body = ["{\"locations\":[", batch, "]}"]
        return PhoneTraffic(
            path: "/in/overland",
            agent: "Overland/1.4",
            "Authorization: Bearer \(token)",
            body: body,
            journey
        )
    }

    private init(path: String, agent: String, _ headers: String, body: [String], _ journey: Journey) {
        let text = body.joined()
        let marks = text.utf8.count { $0 == UInt8(ascii: "\n") }
        let head = """
            POST \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: \(agent)\r\nAccept: */*\r\n\(headers)\r\n\
            Content-Type: application/json\r\nContent-Length: \(text.utf8.count)\r\n\r\n
            """
        self.journey = journey
        fixesPerRequest = marks
        bytes = Array((head + text).utf8)
        bodyStart = head.utf8.count
        slots = PhoneTraffic.slots(in: bytes, from: head.utf8.count)
        // White space ends a fix here and means nothing in JSON.
        for slot in slots where slot.figure == .end { bytes[slot.offset] = UInt8(ascii: " ") }
    }

    /// The request's body alone.
    var body: [UInt8] { Array(bytes[bodyStart...]) }

    private static func slots(in bytes: [UInt8], from start: Int) -> [Slot] {
        let markers = Figure.allCases.map { ($0, Array($0.marker.utf8)) }
        var slots: [Slot] = []
        var offset = start
        while offset < bytes.count {
            let found = markers.first { bytes[offset...].starts(with: $0.1) }
            if let found { slots.append(Slot(offset: offset, figure: found.0)) }
            offset += found?.1.count ?? 1
        }
        return slots
    }

    /// Writes the fixes of the next request.
    mutating func advance() {
        journey.advance()
        for slot in slots {
            switch slot.figure {
            case .latitude: write(journey.latitudeMicrodegrees, digits: 6, at: slot.offset)
            case .longitude: write(journey.longitudeMicrodegrees, digits: 6, at: slot.offset)
            case .unixTime: write(journey.unixSeconds, digits: 10, at: slot.offset)
            case .time: writeTime(at: slot.offset)
            case .end: if slot.offset != slots.last?.offset { journey.advance() }
            }
        }
    }

    private mutating func write(_ number: Int, digits: Int, at offset: Int) {
        var rest = number
        for position in stride(from: offset + digits - 1, through: offset, by: -1) {
            bytes[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
    }

    /// As Overland writes it, in whole seconds: `2026-03-01T08:05:00Z`.
    private mutating func writeTime(at offset: Int) {
        let text = Timestamp(milliseconds: Int64(journey.unixSeconds) * 1_000).text
        for (place, byte) in text.utf8.prefix(19).enumerated() { bytes[offset + place] = byte }
        bytes[offset + 19] = UInt8(ascii: "Z")
    }
}
