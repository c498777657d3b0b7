import Family
import Foundation
import Hub
import SQL
import Storage
import Testing
import WireClient

/// A member with a session of their own, and a phone.
struct TestMember: Sendable {
    let id: ID<Member>
    let phone: String
    let token: String
    let device: ID<Device>
    var deviceToken: String
}

extension TestService {
    static let password = "correct horse battery"

    /// Adds the `number`th member, logged in, with a phone that sends; without a password unless asked: hashing one is
    /// slow on purpose.
    func member(_ number: Int, password: String? = nil) async throws -> TestMember {
        // Identities sort by their millisecond.
        clock.advance(milliseconds: 1)
        let phone = "+4144668\(1_000 + number)"
        let id = try await hub.addMember(phone: phone, name: "Member \(number)", password: password)
        let (_, token) = try await hub.addSession(for: id)
        let device = hub.outside.newID(of: Device.self)
        let (_, deviceToken) = try await hub.addDevice(device, for: id, name: "phone")
        return TestMember(id: id, phone: phone, token: token, device: device, deviceToken: deviceToken)
    }

    /// Lets `viewer` see `subject` through the API; at `off` they are connected and then shown nothing.
    @discardableResult
    func connect(_ viewer: TestMember, to subject: TestMember, _ precision: Precision) async throws -> String {
        let granted = precision == .off ? Precision.place : precision
        let code = try await call(
            "PUT",
            "/api/v1/me/connect-code",
            token: subject.token,
            json: #"{"precision":"\#(granted)"}"#
        ).json["code"]
        let id = hub.outside.newID(of: Connection.self).text
        let body = #"{"id":"\#(id)","phone":"\#(subject.phone)","code":"\#(try #require(code as? String))"}"#
        let connected = try await call("POST", "/api/v1/connections", token: viewer.token, json: body)
        try #require(connected.status == 201)
        if precision == .off { try await lower(id, by: subject, to: .off) }
        return id
    }

    /// Changes what a connection lets through.
    func lower(_ connection: String, by subject: TestMember, to precision: Precision) async throws {
        let changed = try await call(
            "PATCH",
            "/api/v1/connections/\(connection)",
            token: subject.token,
            json: #"{"precision":"\#(precision)"}"#
        )
        try #require(changed.status == 200)
    }

    /// Makes a place of 150 m around a point.
    func place(_ label: String, at centre: Coordinate, of member: TestMember) async throws {
        let id = hub.outside.newID(of: Place.self).text
        let answer = try await call(
            "POST",
            "/api/v1/places",
            token: member.token,
            json: """
                {"id":"\(id)","label":"\(label)","description":"behind the third oak",
                "latitude":\(centre.latitude),"longitude":\(centre.longitude),"radiusMetres":150}
                """
        )
        try #require(answer.status == 201)
    }

    /// Posts one OwnTracks location taken now, as a phone does.
    @discardableResult
    func post(_ spot: Coordinate, of member: TestMember, more: String = "") async throws -> TestResponse {
        let seconds = clock.now.milliseconds / 1_000
        let body = """
            {"_type":"location","lat":\(spot.latitude),"lon":\(spot.longitude),"tst":\(seconds),"acc":10\(more)}
            """
        return try await call("POST", "/in/owntracks", token: member.deviceToken, body: Array(body.utf8))
    }

    /// How many fixes are on disk.
    func storedFixes() async throws -> Int {
        Int(try await hub.database.read { try $0.first("SELECT count(*) FROM every_fix")?.integer(0) ?? 0 })
    }
}

extension TestResponse {
    /// The body as a JSON object; empty where it is none.
    var json: [String: Any] {
        // What is no JSON has no fields, which the expectations then miss.
        ((try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any]) ?? [:]
    }

    /// The `items` of a list.
    var items: [[String: Any]] { json["items"] as? [[String: Any]] ?? [] }

    /// The problem's code word.
    var code: String? { json["code"] as? String }
}

/// The path of a link to this hub, which is whole: it also opens where the asker's own address is not known.
func pathOfLink(_ link: Any?) throws -> String {
    let address = try #require(link as? String)
    try #require(address.hasPrefix("http://hearth.test/"))
    return String(address.dropFirst("http://hearth.test".count))
}

/// A point that lies on the globe.
func point(_ latitude: Double, _ longitude: Double) -> Coordinate {
    guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
        preconditionFailure("\(latitude), \(longitude) is off the globe")
    }
    return coordinate
}

/// Somewhere in Berlin, far from the middle of its cell of one kilometre.
let berlin = point(52.5208123, 13.4094192)
