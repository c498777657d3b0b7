import Family
import FoundationEssentials
import HTTP
import SimulatedMachine

/// An answer as its reader has it.
struct Answer: Sendable {
    let status: Int
    /// The `name=value` of a cookie that it sets.
    var cookie: String?
    let body: [UInt8]
    /// By how many milliseconds the hub's clock was ahead of the world's; nil where the answer does not say.
    let ahead: Int64?

    init(_ answer: DirectAnswer) {
        status = answer.status
        cookie = answer.headers.first { $0.name.lowercased() == "set-cookie" }?.value.split(separator: ";").first
            .map(String.init)
        let time = answer.headers.first { $0.name == "Hearth-Time" }.flatMap { Timestamp(text: $0.value) }
        let now = machine_start_milliseconds() + machine_now() / 1_000_000
        ahead = time.map { $0.milliseconds - now }
        if case .bytes(let bytes) = answer.body { body = bytes } else { body = [] }
    }

    var isTaken: Bool { (200..<300).contains(status) }
    /// When something is by the world's clock that the hub says in a field, in nanoseconds after the simulation's start.
    func moment(_ field: String) -> Int64? {
        json[field].text.flatMap { Timestamp(text: $0) }.map {
            ($0.milliseconds - (ahead ?? 0) - machine_start_milliseconds()) * 1_000_000
        }
    }

    /// The body as JSON; null for other bytes.
    var json: JSON { JSON(body) }
}

/// The network between everybody and the hub: slow, and now and then a request or its answer is lost.
///
/// The program has one thread, which SimulatedMachine holds it to: nonisolated(unsafe) is safe for what is in here.
final class Wire: Sendable {
    /// How the paths end of what changes a trip or an alarm.
    private static let decisions = ["/acknowledge", "/safe", "/countdowns", "/arrive"]

    private let machine: Machine
    private let conduct: ConductJudge
    private let help: HelpJudge
    private nonisolated(unsafe) var chance: Chance  // one thread
    /// Whether it loses something now and then.
    nonisolated(unsafe) var mayLose = false  // one thread
    /// Whether the hub is killed, or its power cut, now and then while it handles a request.
    nonisolated(unsafe) var mayKill = false  // one thread
    nonisolated(unsafe) var mayCut = false  // one thread
    /// By how many milliseconds the hub's clock is ahead of the world's: everybody goes by it.
    var ahead: Int64 { machine.time.ahead }
    private nonisolated(unsafe) var pending: [Int: (Answer?) -> Void] = [:]  // one thread
    private nonisolated(unsafe) var asked = 0  // one thread

    init(seed: UInt64, machine: Machine, conduct: ConductJudge, help: HelpJudge) {
        (self.machine, self.conduct, self.help) = (machine, conduct, help)
        chance = Chance(seed: seed, "wire")
        // Callers that wait for a hub that is gone notice a second later.
        machine.onEnd = { [unowned self] in
            for number in self.pending.keys.sorted() { self.settle(number, nil, after: .seconds(1)) }
        }
    }

    /// Sends a request and waits for its answer; nil where none comes.
    func ask(
        _ method: String,
        _ path: String,
        token: String?,
        cookie: String? = nil,
        json: String? = nil,
        from client: String = "192.0.2.7"
    ) async -> Answer? {
        var headers = [Header("Host", "hub.test")]
        if let token { headers.append(Header("Authorization", "Bearer \(token)")) }
        if let cookie { headers.append(Header("Cookie", cookie)) }
        if json != nil { headers.append(Header("Content-Type", "application/json")) }
        guard let address = ClientAddress(client) else { preconditionFailure("\(client) is no address") }
        let body = Array((json ?? "").utf8)
        let request = DirectRequest(method, path, headers: headers, body: body, from: address)
        let answer = await withCheckedContinuation { send(request, $0) }
        World.only.note([UInt8(truncatingIfNeeded: answer?.status ?? 0)])
        World.only.note(answer?.body ?? [])
        // Of a refusal its words too.
        let words = answer.map { "\($0.status)\($0.isTaken ? "" : " " + String(decoding: $0.body, as: UTF8.self))" }
        World.only.say("\(method) \(path) \(words ?? "no answer")")
        return answer
    }

    private func send(_ request: DirectRequest, _ waiter: CheckedContinuation<Answer?, Never>) {
        asked += 1
        let number = asked
        pending[number] = { waiter.resume(returning: $0) }
        if mayLose, chance.once(in: 60) { return settle(number, nil, after: .seconds(10)) }
        let (there, back) = (delay(), delay())
        let isLost = mayLose && chance.once(in: 60)
        World.only.add(.outside, after: there) {
            guard let server = self.machine.server else { return self.settle(number, nil, after: .seconds(1)) }
            self.strike(request.target)
            let (life, beganAt) = (self.machine.life, machine_now())
            server.ask(request) { answer in
                // A hub's words after its end reach no caller.
                guard self.machine.life == life else { return }
                self.conduct.answered(request.method, request.target, answer.status)
                self.help.answered(request.target, answer.status, after: machine_now() - beganAt)
                let heard = isLost ? nil : Answer(answer)
                self.settle(number, heard, after: isLost ? .seconds(10) : back)
            }
        }
    }

    /// Ends the hub now and then while it handles what must not be half done: a decision, or something that it is to keep.
    private func strike(_ path: String) {
        let isDecision = Self.decisions.contains(where: path.hasSuffix)
        if mayKill, chance.once(in: isDecision ? 6 : 100) { machine.kill(afterSteps: chance.within(0...30)) }
        if mayCut, chance.once(in: isDecision ? 12 : 150) { machine.cutPower(afterWrites: chance.within(1...4)) }
    }

    private func settle(_ number: Int, _ answer: Answer?, after pause: Duration) {
        guard let waiter = pending.removeValue(forKey: number) else { return }
        World.only.add(.outside, after: pause) { waiter(answer) }
    }

    private func delay() -> Duration {
        .milliseconds(chance.once(in: 20) ? chance.within(500...3_000) : chance.within(5...80))
    }
}

/// Lets time pass outside the hub.
func pause(_ time: Duration) async {
    await withCheckedContinuation { continuation in
        World.only.add(.outside, after: time) { continuation.resume() }
    }
}

/// A value of JSON.
indirect enum JSON: Decodable, Sendable, Hashable {
    case object([String: JSON])
    case array([JSON])
    case text(String)
    case number(Double)
    case truth(Bool)
    case null

    /// Null where the bytes are no JSON.
    init(_ bytes: [UInt8]) {
        // Bytes that are no JSON have no fields, which their reader misses.
        self = (try? JSONDecoder().decode(JSON.self, from: Data(bytes))) ?? .null
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let truth = try? container.decode(Bool.self) {  // what it is not is tried next
            self = .truth(truth)
        } else if let number = try? container.decode(Double.self) {  // what it is not is tried next
            self = .number(number)
        } else if let text = try? container.decode(String.self) {  // what it is not is tried next
            self = .text(text)
        } else if let array = try? container.decode([JSON].self) {  // what it is not is tried next
            self = .array(array)
        } else {
            self = .object(try container.decode([String: JSON].self))
        }
    }

    subscript(name: String) -> JSON {
        guard case .object(let fields) = self else { return .null }
        return fields[name] ?? .null
    }

    var items: [JSON] {
        guard case .array(let items) = self else { return [] }
        return items
    }

    var text: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }

    var number: Double? {
        guard case .number(let number) = self else { return nil }
        return number
    }
}
