import Family
import Maps
import Testing

/// How the answers of engines are read, the strange ones above all.
@Suite struct EngineAnswerTests {
    @Test(arguments: [
        ("", RoutingRefusal.unavailable), ("<html>", .unavailable), ("{}", .unavailable), ("[]", .unavailable),
        (#"{"code":"Ok"}"#, .unavailable), (#"{"code":"Ok","routes":[]}"#, .unavailable),
        (#"{"code":"NoRoute"}"#, .noWay), (#"{"error_code":442}"#, .noWay), (#"{"code":"NoSegment"}"#, .nothingNear),
        (#"{"error_code":171}"#, .nothingNear), (#"{"code":"DistanceExceeded"}"#, .tooFar),
        (#"{"code":"InvalidQuery"}"#, .unavailable),
        (#"{"code":"Ok","routes":[{"distance":1,"duration":1,"legs":[]}]}"#, .unavailable),
    ])
    func `an answer without a way says why`(_ text: String, _ refusal: RoutingRefusal) {
        #expect(throws: refusal) { _ = try EngineAnswer.route(Array(text.utf8), by: .osrm) }
    }

    @Test func `a place far from every street has none near`() {
        let text = answer(waypoints: #"[{"distance":2000.5},{"distance":3}]"#)
        #expect(throws: RoutingRefusal.nothingNear) { _ = try EngineAnswer.route(Array(text.utf8), by: .osrm) }
    }

    @Test(arguments: [
        ("turn", "left", "Burgweg", "Turn left onto Burgweg"), ("turn", "slight right", "", "Bear right"),
        ("turn", "sharp left", "A", "Turn sharply left onto A"), ("turn", "uturn", "A", "Turn around on A"),
        ("new name", "straight", "B 13", "Continue on B 13"), ("fork", "slight left", "", "Keep left"),
        ("end of road", "right", "Im Feld", "At the end of the road turn right onto Im Feld"),
        ("merge", "slight left", "A13", "Merge onto A13"), ("off ramp", "slight right", "", "Take the exit"),
        ("on ramp", "right", "A13", "Take the ramp onto A13"), ("depart", "", "Städtle", "Head east on Städtle"),
        ("arrive", "left", "", "You are there"), ("something new", "", "X", "Continue on X"),
    ])
    func `a step is said in our own words`(_ type: String, _ modifier: String, _ street: String, _ text: String) throws
    {
        let step =
            #"{"maneuver":{"type":"\#(type)","modifier":"\#(modifier)","bearing_after":85},"#
            + #""name":"\#(street)","distance":1,"duration":1,"geometry":"\#(geometry)"}"#
        let route = try EngineAnswer.route(Array(answer(steps: [step]).utf8), by: .osrm)
        #expect(route.steps[0].text == text)
        #expect(route.steps[0].street == (street.isEmpty ? nil : street))
    }

    @Test(arguments: [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (21, "21st")])
    func `a roundabout is one step, and its exits are counted`(_ exit: Int, _ ordinal: String) throws {
        let steps = ["roundabout", "exit roundabout"].map { type in
            #"{"maneuver":{"type":"\#(type)","exit":\#(exit)},"name":"Au","distance":5,"duration":2,"geometry":"\#(geometry)"}"#
        }
        let route = try EngineAnswer.route(Array(answer(steps: steps).utf8), by: .osrm)
        #expect(route.steps.map(\.text) == ["At the roundabout take the \(ordinal) exit onto Au"])
        #expect(route.steps[0].distanceMetres == 10 && route.steps[0].durationSeconds == 4)
    }

    @Test(arguments: ["?", "????~", "\u{7F}", "é", "_", String(repeating: "~", count: 40)])
    func `a route with a malformed geometry line is refused`(_ geometry: String) {
        let step = #"{"maneuver":{"type":"turn"},"distance":1,"duration":1,"geometry":"\#(geometry)"}"#
        #expect(throws: RoutingRefusal.unavailable) {
            _ = try EngineAnswer.route(Array(answer(steps: [step]).utf8), by: .osrm)
        }
    }

    @Test func `a line is read to a tenth of a metre`() throws {
        let step = #"{"maneuver":{"type":"turn"},"distance":1,"duration":1,"geometry":"\#(geometry)"}"#
        let line = try EngineAnswer.route(Array(answer(steps: [step]).utf8), by: .osrm).line
        #expect(line.map { [$0.latitude, $0.longitude] } == [[38.5, -120.2], [40.7, -120.95], [43.252, -126.453]])
    }
}

/// The line of Google's own example, with six decimals.
private let geometry = "_izlhA~rlgdF_{geC~ywl@_kwzCn`{nI"

private func answer(steps: [String] = [], waypoints: String = "[]") -> String {
    #"{"code":"Ok","waypoints":\#(waypoints),"routes":[{"distance":1,"duration":1,"legs":[{"steps":["#
        + steps.joined(separator: ",") + "]}]}]}"
}
