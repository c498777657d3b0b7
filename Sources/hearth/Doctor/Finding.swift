import API

/// What the doctor says, here and to the keeper's page.
typealias Finding = FindingBody

extension FindingBody {
    static func good(_ check: String, _ words: String) -> Finding {
        Finding(check: check, state: .good, words: words)
    }

    static func advice(_ check: String, _ words: String, mend: String) -> Finding {
        Finding(check: check, state: .advice, words: words, mend: mend)
    }

    static func weak(_ check: String, _ words: String, mend: String) -> Finding {
        Finding(check: check, state: .weak, words: words, mend: mend)
    }
}
