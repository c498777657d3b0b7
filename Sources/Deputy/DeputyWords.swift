package import Family
package import Languages

/// The words that a deputy sends in a hub's place: facts, and no whereabouts.
///
/// The hub writes them ahead, so they hold only what it knew; what the deputy alone knows, for how long the hub has been
/// silent, it puts in when it sends. That is a duration, because a deputy's time of day may be wrong.
package enum DeputyWords {
    /// What happened, as far as the hub knew.
    package enum Fact: Hashable, Sendable {
        /// Due at that time of day, and not confirmed.
        case overdue(dueAt: String)
        /// Began a call for help at that time of day; nothing says whether it was cancelled.
        case calledForHelp(HelpCountdown.Cause, at: String)
        /// An alarm that the hub raised itself, unanswered when it fell silent.
        case unanswered
    }

    /// The placeholder in a text for how long the hub has been silent.
    package static let silence = "{silence}"

    /// What a text or mail says; its first line is a mail's subject.
    ///
    /// The last line but one is the same for every incident: a recipient who was told by the hub not to call must not
    /// read "call" without it, and a text that said so only then would tell of the second PIN.
    package static func text(_ fact: Fact, of name: String, hub: String, deputy: String) -> [Phrase] {
        [
            title(name), words(fact, name),
            """
            \(hub) has not answered for \(silence). This is sent by its deputy, \(deputy), which knows nothing else and \
            cannot cancel it.
            """,
            "Call \(name), unless an earlier message told you not to.",
            "Emergency? Call the local number. Hearth will not call them.",
        ]
    }

    /// What a push says: it is encrypted ahead, so nothing can be put in later.
    package static func push(_ fact: Fact, of name: String, hub: String) -> (title: Phrase, body: Phrase) {
        let silent: Phrase = "\(hub) does not answer. Call, unless you were told not to."
        return (title(name), "\(sentences: [words(fact, name), silent])")
    }

    /// A text with its duration put in.
    package static func filled(_ text: String, silentMilliseconds: Int64) -> String {
        let minutes = max(1, silentMilliseconds / 60_000)
        let words = minutes < 120 ? "\(minutes) min" : "\(minutes / 60) h"
        var filled = ""
        var rest = Substring(text)
        while let place = range(of: silence, in: rest) {
            filled += rest[..<place.lowerBound] + words
            rest = rest[place.upperBound...]
        }
        return filled + rest
    }

    private static func title(_ name: String) -> Phrase { "ALARM: \(name) may need help" }

    private static func words(_ fact: Fact, _ name: String) -> Phrase {
        switch fact {
        case .overdue(let dueAt): "\(name) was due at \(dueAt) and has not confirmed arrival."
        case .calledForHelp(.shake, let at): "Phone shaken at \(at). Hearth did not hear whether it was cancelled."
        case .calledForHelp(.sos, let at): "\(name) pressed SOS at \(at). Hearth did not hear whether it was cancelled."
        case .calledForHelp(.alert, let at):
            "\(name) sent an alert at \(at). Hearth did not hear whether it was cancelled."
        case .unanswered: "No one had responded to the alarm."
        }
    }

    private static func range(of words: String, in text: Substring) -> Range<Substring.Index>? {
        text.ranges(of: words).first
    }
}
