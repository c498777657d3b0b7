/// One thing that the doctor looked at, and what is to be said of it.
struct Finding: Codable, Sendable {
    /// How it stands.
    enum State: String, Codable, Sendable {
        case good
        /// Works, and could be better.
        case advice
        /// Puts somebody's account, position or data at risk.
        case weak
    }

    /// What was looked at, as a word that programs switch on.
    let check: String
    let state: State
    /// How it stands, in a plain sentence.
    let words: String
    /// What to do about it; nil where all is well.
    let mend: String?

    static func good(_ check: String, _ words: String) -> Finding {
        Finding(check: check, state: .good, words: words, mend: nil)
    }

    static func advice(_ check: String, _ words: String, mend: String) -> Finding {
        Finding(check: check, state: .advice, words: words, mend: mend)
    }

    static func weak(_ check: String, _ words: String, mend: String) -> Finding {
        Finding(check: check, state: .weak, words: words, mend: mend)
    }
}
