import API
import Crypto
import Glibc
import HubAPI
import Languages
import SQL

extension Command {
    static let doctor = Command(
        name: "doctor",
        summary: "checks the setup and shows how to fix it",
        help: """
            usage: hearth doctor

            Looks at the hub that runs in the data folder, with the settings that it runs with, or at the one that
            rests there, with the settings that it would start with. Changes nothing. Ends with 0 where nothing is weak,
            with 1 where something is.

              --data DIR     where the hub is (./hearth-data)
              --json         prints [{check, state: good|advice|weak, words, mend}]
            """
    ) { words in
        let (arguments, configuration) = try Configuration.read(words, flags: [], switches: ["json"])
        try arguments.noPositional()
        let findings = try await lookedAt(configuration)
        if arguments.switches.contains("json") {
            try json(findings)
        } else {
            show(findings)
        }
        if findings.contains(where: { $0.state == .weak }) { exit(1) }
    }
}

/// What the hub says of itself, or what is seen of one that cannot be opened.
private func lookedAt(_ configuration: Configuration) async throws -> [FindingBody] {
    let answer: ControlAnswer
    do {
        answer = try await perform(.doctor, configuration)
    } catch let error as StorageError {
        return await findings(ofClosed: configuration, error)
    } catch let error as KeyFileError {
        return await findings(ofClosed: configuration, error)
    }
    guard case .findings(let findings) = answer else {
        throw CommandFailure(words: "the hub's status is unreadable; is it another version?")
    }
    let version = findings.first { $0.check == "version" }
    guard version?.words.contains(" \(HubService.version),") ?? false else {
        let words = "The hub runs a different version; this program is \(HubService.version)."
        let mend = "Restart it: systemctl restart hearth"
        return findings + [FindingBody(check: "version", state: .weak, words: words, mend: mend)]
    }
    return findings
}

/// The findings on a hub that cannot be opened, in English alone: no page shows them.
private func findings(ofClosed configuration: Configuration, _ error: any Error) async -> [FindingBody] {
    let why = FindingBody(
        check: "start",
        state: .weak,
        words: "The hub cannot be opened: \(wordsFor(error)).",
        mend: "Fix this first. `journalctl -u hearth` shows when it last ran."
    )
    let doctor = Doctor(configuration: configuration, hub: nil, isRunning: false)
    return [why] + (await doctor.findings()).bodies(in: .english)
}

/// What is weak first, then advice, then what is well.
private func show(_ findings: [FindingBody]) {
    for state in [FindingBody.State.weak, .advice, .good] {
        for finding in findings where finding.state == state {
            result("\(state.rawValue.padded(to: 6))  \(finding.words)")
            if let mend = finding.mend { result("        \(mend)") }
        }
    }
    guard findings.contains(where: { $0.mend?.contains("--") ?? false }) else { return }
    result(
        "With systemd, flags are lines of /etc/hearth/hearth.toml: --texts HOW is texts = \"HOW\"; after a "
            + "change: systemctl restart hearth"
    )
}
