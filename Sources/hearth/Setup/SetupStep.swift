/// What became of one file or folder.
struct SetupStep: Codable, Equatable {
    enum State: String, Codable {
        /// It is there now as it should be.
        case wrote
        /// It was so before.
        case asItWas
        /// Its keeper made it otherwise, and it stays.
        case kept
        /// The keeper's own lies beside it under the same name with `.old`.
        case replaced
    }

    let path: String
    let state: State
    /// What there is to say of it.
    let words: String

    /// One line for people.
    var line: String {
        let state =
            switch state {
            case .wrote: "wrote"
            case .asItWas: "as it was"
            case .kept: "kept"
            case .replaced: "replaced"
            }
        return "\(state.padded(to: 9))  \(path)\(words.isEmpty ? "" : ": \(words)")"
    }
}

/// What was set up, and what its keeper does next.
struct SetupReport: Codable {
    var steps: [SetupStep] = []
    var next: [String] = []
}
