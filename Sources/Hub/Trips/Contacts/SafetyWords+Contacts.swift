import Languages

extension SafetyWords {
    /// What somebody without an account is asked, once.
    static func question(from name: String, link: String) -> [Phrase] {
        [
            "\(name) wants to name you as an emergency contact",
            """
            In an alarm you get one message with a link to where \(name) is, and one when it is over. \
            Agree or decline: \(link)
            """,
            "You are asked once. Without your answer you get nothing more.",
        ]
    }

    /// An alarm as an outside contact gets it: once, so the link comes before a call; under duress there is no call.
    static func toContact(_ text: [Phrase], of name: String, isUnderDuress: Bool, end: String) -> [Phrase] {
        let call: [Phrase] = ["Open the link before you call \(name): it is kept up to date."]
        return text + (isUnderDuress ? [] : call) + ["No more alarms: \(end)"]
    }

    /// The end of an alarm as an outside contact gets it.
    static func endToContact(_ text: [Phrase], end: String) -> [Phrase] {
        text + ["No more alarms: \(end)"]
    }
}
