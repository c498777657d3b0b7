import Family
import Foundation
import Hub
import HubAPI
import Storage
import Testing
import WireClient

/// Everyone whose traffic must not tell the second PIN from the real one.
enum TwinObserver: String, CaseIterable {
    /// The traveller's own session, in the hands of whoever forces her.
    case traveller
    /// Connected at place level, asked to watch over nothing.
    case viewer
    /// Connected at place level, and a companion of the trip after the forced one.
    case laterCompanion
    case guestByLink, guestByCode, guestByLinkAfterwards, guestByCodeAfterwards
    /// A browser with a live link of the traveller's, which is no part of the trip.
    case liveViewer
}

/// One seeded story of a trip whose traveller is forced to enter a PIN, and what each observer's requests, streams and
/// messages carried.
///
/// Two stories of one seed differ in the PIN alone. Bo, the companion, is the recipient and no observer.
struct TwinStory {
    static let pin = "2580"
    static let duress = "9137"

    let test: TestService
    /// Typed when she is forced.
    let forcedPIN: String
    let client: Kept
    var ana: TestMember
    let bo, cleo, dana: TestMember
    /// The mail address of an outside contact of Ana's, who is a recipient and no observer.
    let contact: String
    var transcript: [TwinObserver: [String]] = [:]
    var streams: [(observer: TwinObserver, member: TestMember, reader: EventReader, read: Int)] = []
    /// What the streams carried; compared without its order, which no stream promises for what changes together.
    var streamed: [TwinObserver: [String]] = [:]
    var cookies: [TwinObserver: String] = [:]
    private var chance: SeededBytes
    private var north = 0.0

    /// Tells the story of a seed on a hub that may have told others before.
    static func tell(
        _ seed: UInt64,
        typing pin: String,
        on test: TestService
    ) async throws -> [TwinObserver: [String]] {
        var story = try await TwinStory(seed, typing: pin, on: test)
        try await story.tell()
        return story.transcript
    }

    private init(_ seed: UInt64, typing pin: String, on test: TestService) async throws {
        self.test = test
        forcedPIN = pin
        chance = SeededBytes(seed: seed)
        client = try await test.keptClient()
        let first = Int(seed) * 10
        ana = try await test.member(first)
        bo = try await test.member(first + 1)
        cleo = try await test.member(first + 2)
        dana = try await test.member(first + 3)
        try await test.connect(bo, to: ana, .exact)
        // Notices of the same moment have no order.
        test.clock.advance(seconds: 1)
        try await test.connect(cleo, to: ana, .place)
        test.clock.advance(seconds: 1)
        try await test.connect(dana, to: ana, .place)
        try await test.setCheapPINs(of: ana.id)
        contact = "dora\(seed)@example.org"
        test.clock.advance(seconds: 1)
        try await test.agreeToBeCalled(contact, by: ana)
        for (observer, member) in [(TwinObserver.traveller, ana), (.viewer, cleo), (.laterCompanion, dana)] {
            try await test.subscribe(member)
            streams.append((observer, member, try await EventReader.open(test, token: member.token), 0))
        }
    }

    private mutating func tell() async throws {
        // What came of the connections and the contact may reach a stream that opens just then, or not.
        try await settle()
        streamed = [:]
        let since = try await test.newestMessage()
        var trip = try await start(companions: [bo], minutes: 20 + Int64(chance.next() % 40))
        let (id, link, code) = (trip.id, trip.link, trip.code)
        try await open(.guestByLink, #"{"token":"\#(link)"}"#)
        try await open(.guestByCode, #"{"code":"\#(code)"}"#)
        try await openLiveLink()
        for _ in 0..<(1 + chance.next() % 3) { try await somethingOrdinary(on: id) }
        if chance.next() % 2 == 0 { try await callForHelp() }
        if chance.next() % 2 == 0 { try await chooseDevice(on: id) }
        try await forced(on: id)
        try await look(all: true)
        try await recipientActs()
        try await open(.guestByLinkAfterwards, #"{"token":"\#(link)"}"#)
        try await open(.guestByCodeAfterwards, #"{"code":"\#(code)"}"#)
        try await somethingOrdinary(on: id)
        try await pass(minutes: 2)
        try await look()
        if chance.next() % 3 == 0 { try await callForHelp() }
        // Whatever goes on is ended, so that another trip may begin; the first one is over for most.
        _ = try await own("POST", "trips/\(id)/cancel", #"{"pin":"\#(forcedPIN)"}"#)
        trip = try await start(companions: [dana], minutes: 45)
        try await recipientActs()
        try await somethingOrdinary(on: trip.id)
        try await look()
        _ = try await own("POST", "trips/\(trip.id)/arrive", #"{"pin":"\#(Self.pin)"}"#)
        try await pass(minutes: 16, each: 4)
        try await look(all: true)
        try await pass(minutes: 60, each: 20)
        try await look()
        try await recordMessages(since: since)
        for stream in streams { stream.reader.hangUp() }
        for (observer, lines) in streamed { transcript[observer, default: []] += lines.sorted() }
        for alarm in try await test.call("GET", "/api/v1/alarms", token: bo.token).items {
            _ = try await test.call("POST", "/api/v1/alarms/\(alarm["id"] ?? "")/confirm", token: bo.token)
        }
    }

    private mutating func start(
        companions: [TestMember],
        minutes: Int64
    ) async throws -> (id: String, link: String, code: String) {
        let id = test.hub.outside.newID(of: Trip.self).text
        let names = companions.map { #""\#($0.id.text)""# }.joined(separator: ",")
        let due = test.clock.now.advanced(bySeconds: minutes * 60).text
        let answer = try await own(
            "POST",
            "trips",
            """
            {"id":"\(id)","destination":{"name":"The station","latitude":52.55,"longitude":13.41},\
            "origin":{"latitude":52.52,"longitude":13.41},"mode":"walk","companions":[\(names)],"dueAt":"\(due)"}
            """
        )
        let link = (answer.json["link"] as? String)?.split(separator: "#").last.map(String.init)
        return (id, link ?? "", answer.json["accessCode"] as? String ?? "")
    }

    private mutating func somethingOrdinary(on trip: String) async throws {
        // Notices and texts of the same moment have no order.
        try await advance(seconds: 1)
        north += 40
        switch chance.next() % 4 {
        case 0: _ = try await own("POST", "trips/\(trip)/heartbeat")
        case 1: _ = try await own("POST", "trips/\(trip)/extend", #"{"minutes":10,"pin":"\#(Self.pin)"}"#)
        default: break
        }
        try await test.post(berlin.moved(northMetres: north, eastMetres: 0), of: ana)
        try await settle()
        try await pass(minutes: 1)
    }

    /// An alarm that she sees herself; some guest and Bo say that they are on it.
    private mutating func callForHelp() async throws {
        let cause = ["sos", "shake", "alert"][Int(chance.next() % 3)]
        let id = test.hub.outside.newID(of: HelpCountdown.self).text
        let call = #"{"id":"\#(id)","cause":"\#(cause)","startedAgoMilliseconds":0}"#
        _ = try await own("POST", "countdowns", call)
        try await pass(minutes: 1)
        try await look()
        if chance.next() % 2 == 0,
            let alarm = try await test.call("GET", "/api/v1/alarms", token: bo.token).items.first?["id"]
        {
            _ = try await test.call("POST", "/api/v1/alarms/\(alarm)/acknowledge", token: bo.token)
        }
        try await settle()
    }

    private mutating func forced(on trip: String) async throws {
        let pin = #"{"pin":"\#(forcedPIN)"}"#
        switch chance.next() % 8 {
        case 0: _ = try await own("POST", "trips/\(trip)/arrive", pin)
        case 1: _ = try await own("POST", "trips/\(trip)/cancel", pin)
        case 2: _ = try await own("POST", "trips/\(trip)/extend", #"{"minutes":20,"pin":"\#(forcedPIN)"}"#)
        case 3:
            let id = test.hub.outside.newID(of: HelpCountdown.self).text
            let call = #"{"id":"\#(id)","cause":"shake","startedAgoMilliseconds":0}"#
            _ = try await own("POST", "countdowns", call)
            try await advance(seconds: 4)
            _ = try await own("POST", "countdowns/\(id)/safe", pin)
        case 4: _ = try await own("POST", "trips/\(trip)/link", pin)
        case 5:
            let viewers = try await own("GET", "trips/\(trip)").json["viewers"] as? [[String: Any]]
            _ = try await own("DELETE", "trips/\(trip)/viewers/\(viewers?.first?["id"] ?? "")", pin)
        case 6: _ = try await own("DELETE", "trips/\(trip)/companions/\(bo.id.text)", pin)
        default: _ = try await own("POST", "me/stop", "", headers: ["Hearth-Pin: \(forcedPIN)"])
        }
        try await settle()
    }

    /// Makes her page the trip's, or gives her phone another token, as she is forced to.
    private mutating func chooseDevice(on trip: String) async throws {
        if chance.next() % 2 == 0 {
            _ = try await own("POST", "trips/\(trip)/device", #"{"pin":"\#(forcedPIN)"}"#)
        } else {
            let path = "devices/\(ana.device.text)/token"
            let answer = try await test.call(
                "POST",
                "/api/v1/\(path)",
                token: ana.token,
                headers: ["Hearth-Pin: \(forcedPIN)"]
            )
            ana.deviceToken = try #require(answer.json["token"] as? String)
        }
        try await settle()
        try await somethingOrdinary(on: trip)
        try await pass(minutes: 6)
        try await look(all: true)
    }

    /// Bo does in the one story what the alarm asks of him; in the other there is none.
    private mutating func recipientActs() async throws {
        let roll = chance.next()
        for alarm in try await test.call("GET", "/api/v1/alarms", token: bo.token).items
        where alarm["underDuress"] as? Bool == true {
            let path = "/api/v1/alarms/\(alarm["id"] ?? "")"
            if roll % 2 == 0 { _ = try await test.call("POST", "\(path)/acknowledge", token: bo.token) }
            if roll % 4 == 0 { _ = try await test.call("POST", "\(path)/act", token: bo.token) }
        }
        // So does the contact, and ends it now and then while nobody may notice.
        if let text = try await test.newestHiddenAlarm(to: contact) {
            try await test.openAsContact(text, ends: roll % 8 == 0)
        }
        _ = try await test.call("GET", "/api/v1/companion-trips", token: bo.token)
        _ = try await test.call("GET", "/api/v1/presence", token: bo.token)
        try await settle()
    }

    /// Lets time pass once every stream was told of what happened before: a stream says how things are when it reads them.
    mutating func advance(seconds: Int64) async throws {
        try await settle()
        test.clock.advance(seconds: seconds)
    }

    private mutating func pass(minutes: Int64, each step: Int64 = 1) async throws {
        for _ in 0..<(minutes / step) {
            try await advance(seconds: 60 * step)
            await test.hub.handleDeadlines()
        }
        try await settle()
        try await test.hub.sendMessages()
        try await settle()
    }
}
