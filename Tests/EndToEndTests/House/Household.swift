import API
import Family
import Foundation
import Testing
import WireClient

/// Two people on a real hub, set up as a keeper and two phones would: Bo sees Anna exactly, Anna has a place "Home".
struct Household: Sendable {
    /// Somebody with an account, a session and a phone.
    struct Person: Sendable {
        let id: String
        let phone: String
        let session: String
        let device: String
    }

    let anna: Person
    let bo: Person

    static let home = (latitude: 52.5208123, longitude: 13.4094192)
    static let password = "correct horse battery"

    /// Sets everything up by the command line and HTTP alone.
    init(_ folder: HubFolder, _ hub: HubProcess) async throws {
        anna = try await Household.person("Anna", "+41446681801", folder, hub)
        bo = try await Household.person("Bo", "+41446681802", folder, hub)
        let asked = try await hub.call(
            "PUT",
            "/api/v1/me/connect-code",
            token: anna.session,
            json: #"{"precision":"exact"}"#
        )
        let code = try #require(asked.json["code"] as? String)
        folder.keepSecret(code, "connect code")
        let connected = try await hub.call(
            "POST",
            "/api/v1/connections",
            token: bo.session,
            json: #"{"id":"\#(freshID())","phone":"\#(anna.phone)","code":"\#(code)"}"#
        )
        try #require(connected.status == 201)
        let place = """
            {"id":"\(freshID())","label":"Home","description":"ours","radiusMetres":150,
            "latitude":\(Household.home.latitude),"longitude":\(Household.home.longitude)}
            """
        let made = try await hub.call("POST", "/api/v1/places", token: anna.session, json: place)
        try #require(made.status == 201)
        folder.keepSecret("52.520", "latitude")
        folder.keepSecret("13.409", "longitude")
    }

    /// Somebody with an account that the command line makes, logged in, and their phone.
    static func person(
        _ name: String,
        _ phone: String,
        _ folder: HubFolder,
        _ hub: HubProcess
    ) async throws -> Person {
        folder.keepSecret(phone, "\(name)'s number")
        folder.keepSecret(String(phone.dropFirst(3)), "\(name)'s number without its country")
        let added = try await folder.command(
            ["member", "add", "--phone", phone, "--name", name, "--password", password, "--json"]
        )
        try #require(added.code == 0, "\(added.said)")
        let id = try #require(object(added.out)["id"] as? String)
        let device = try await folder.command(["device", "add", "--member", phone, "--name", "phone", "--json"])
        try #require(device.code == 0, "\(device.said)")
        let token = try #require(object(device.out)["token"] as? String)
        let logIn = try await hub.call(
            "POST",
            "/api/v1/sessions",
            json: #"{"phone":"\#(phone)","password":"\#(password)"}"#
        )
        let session = try #require(logIn.json["token"] as? String)
        folder.keepSecret(token, "\(name)'s device token")
        folder.keepSecret(session, "\(name)'s session token")
        folder.keepSecret(password, "password")
        return Person(id: id, phone: phone, session: session, device: token)
    }

    private static func object(_ text: String) -> [String: Any] {
        // What is no JSON has no fields, which is then required.
        ((try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any]) ?? [:]
    }
}

/// An OwnTracks location.
func location(_ latitude: Double, _ longitude: Double, secondsSince1970: Int) -> String {
    #"{"_type":"location","lat":\#(latitude),"lon":\#(longitude),"tst":\#(secondsSince1970),"acc":10,"tid":"an"}"#
}

/// An identity as a client makes one.
func freshID() -> String { UUID().uuidString.lowercased() }
