import API
import Deputy
import Family
import Hub
import HubAPI

/// A code by which a machine becomes this hub's deputy.
struct DeputyCodeLine: Codable, Sendable {
    /// In groups, as people read it.
    let code: String
    let validMinutes: Int
    /// What to type on the other machine.
    let command: String
}

extension ControlCommand {
    /// Answers the commands about this hub's deputies.
    func deputies(on hub: Hub, address: String, isRunning: Bool) async throws -> ControlAnswer {
        switch self {
        case .makeDeputyCode(let hubName, let texts):
            guard isRunning else {
                throw CommandFailure(words: "the hub does not run, and only a running hub is paired: hearth serve")
            }
            guard let texts = DeputyTexts(rawValue: texts) else {
                throw UsageError(words: "--deputy-texts is none, needed or all.")
            }
            let code = try await hub.makeDeputyCode(hubName: hubName, texts: texts)
            let base = hub.settings.publicURL.isEmpty ? address : hub.settings.publicURL
            return .deputyCode(
                DeputyCodeLine(
                    code: DeputyCode.shown(code),
                    validMinutes: Int(DeputyCode.validMilliseconds / 60_000),
                    command: "hearth deputy join \(base) --name \"WHOSE HOUSE\""
                )
            )
        case .unpairDeputy(let name):
            let known = try await hub.deputyStandings().filter { $0.name == name || $0.id.text == name }
            guard known.count <= 1 else {
                throw CommandFailure(words: "two deputies are called \(name): give the id that `list` shows")
            }
            guard let deputy = known.first else {
                throw CommandFailure(words: "no deputy is called \(name): hearth deputy list")
            }
            try await hub.unpairDeputy(deputy.id)
            return .done
        default:
            return .deputies(try await hub.keeperDeputies().map(KeeperDeputyBody.init))
        }
    }
}
