import API
import Languages

/// One thing that the doctor looked at: told in English at the command line, on the keeper's page in their language.
struct Finding: Sendable {
    let check: String
    let state: FindingBody.State
    let words: Phrase
    /// What to do about it, with commands and addresses as they are everywhere; nil where all is well.
    let mend: Phrase?

    static func good(_ check: String, _ words: Phrase) -> Finding {
        Finding(check: check, state: .good, words: words, mend: nil)
    }

    static func advice(_ check: String, _ words: Phrase, mend: Phrase) -> Finding {
        Finding(check: check, state: .advice, words: words, mend: mend)
    }

    static func weak(_ check: String, _ words: Phrase, mend: Phrase) -> Finding {
        Finding(check: check, state: .weak, words: words, mend: mend)
    }
}

extension [Finding] {
    /// The findings as they are sent, in one language.
    func bodies(in language: Language) -> [FindingBody] {
        map { finding in
            FindingBody(
                check: finding.check,
                state: finding.state,
                words: finding.words.text(in: language),
                mend: finding.mend?.text(in: language)
            )
        }
    }
}
