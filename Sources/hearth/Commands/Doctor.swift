import Glibc

extension Command {
    static let doctor = Command(
        name: "doctor",
        summary: "says what is weak in a hub, and what mends it",
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
        guard case .findings(let findings) = try await perform(.doctor, configuration) else {
            throw CommandFailure(words: "the hub did not say how it is; is it another version?")
        }
        if arguments.switches.contains("json") {
            try json(findings)
        } else {
            show(findings)
        }
        if findings.contains(where: { $0.state == .weak }) { exit(1) }
    }
}

/// What is weak first, then advice, then what is well.
private func show(_ findings: [Finding]) {
    for state in [Finding.State.weak, .advice, .good] {
        for finding in findings where finding.state == state {
            result("\(state.rawValue.padded(to: 6))  \(finding.words)")
            if let mend = finding.mend { result("        \(mend)") }
        }
    }
}
