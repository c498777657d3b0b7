import Family

/// What people read of trips and alarms outside the page.
///
/// What browsers show has no place in it (F22); texts and mails name a place and carry their reader's own link. What
/// happened is said, and what that may mean is not (F26).
enum SafetyWords {
    /// Who opened a trip or an alarm without an account.
    static let guest = "Somebody with the link"

    /// What the traveller is asked.
    static func asked(_ prompt: TravellerPrompt, page: String) -> (push: PushText, text: String) {
        let (title, body) =
            switch prompt {
            case .due: ("Have you arrived?", "Please answer, or take more time. Otherwise your companions are told.")
            case .onTheWay(let question) where question.kind == .longStop:
                ("Is all well?", "You have not moved for a while. Please answer within half a minute.")
            case .onTheWay: ("Is all well?", "You left the way that was planned. Please answer within half a minute.")
            case .arrival: ("Have you arrived?", "You seem to be there. Say so, and your companions are told.")
            case .switchShakeOff: ("Switch off shaking?", "It was called off three times on this trip.")
            }
        return (PushText(title: title, body: body, page: "/trip"), "\(title)\n\(body)\n\(page)")
    }

    /// News of a trip for its companions.
    static func news(_ news: TripNews, of name: String, trip: ID<Trip>) -> PushText {
        let (title, body) =
            switch news {
            case .started: ("\(name) set out", "You are asked to watch over the trip.")
            case .extended(let minutes, _, let number):
                ("\(name) takes \(minutes) minutes longer", "Extension \(number) of \(Trip.extensionsMax).")
            case .goesOn: ("\(name) is safe and goes on", "The PIN was given.")
            case .signalLost: ("Nothing heard of \(name)", "The phone may be off or without signal.")
            case .signalBack: ("\(name) is heard again", "The trip goes on.")
            case .batteryLow(let percent): ("\(name)'s battery is low", "\(Int(percent)) percent.")
            case .longStop: ("\(name) has stopped for a while", "Asked about it, there was no answer.")
            case .leftRoute: ("\(name) left the planned way", "Asked about it, there was no answer.")
            case .backOnRoute: ("\(name) is back on the way", "The trip goes on.")
            case .arrived: ("\(name) arrived safely", "The trip is over.")
            case .cancelled: ("\(name) ended the trip", "The PIN was given.")
            }
        return PushText(title: title, body: body, page: "/watching/\(trip.text)")
    }

    /// One wave of an alarm, for one reader.
    static func alarm(
        _ wave: AlarmWave,
        of name: String,
        lastSeen: LastSeen,
        link: String,
        emergencyNumber: String,
        now: Timestamp
    ) -> (push: PushText, text: String) {
        let title = wave.isUnderDuress ? "\(name) may be forced" : "\(name) may need help"
        let facts = wave.facts.map { fact($0, of: name) }
        var lines = [title] + facts
        if wave.isUnderDuress { lines.append("Do not call or text \(name).") }
        lines.append(place(lastSeen))
        if wave.step > 0 { lines.append("Nobody has said yet that they see to it.") }
        lines.append("Open: \(link)")
        lines.append("Hearth calls no emergency service. In danger dial \(emergencyNumber).")
        let body = (facts.suffix(1) + (wave.isUnderDuress ? ["Do not call or text."] : [])).joined(separator: " ")
        let push = PushText(title: title, body: body, page: "/alarms/\(wave.alarm.text)")
        return (push, lines.joined(separator: "\n"))
    }

    /// What those hear who were alarmed.
    static func alarmed(
        _ news: AlarmNews,
        of name: String,
        by actor: String?,
        page: String
    ) -> (push: PushText, text: String) {
        let actor = actor ?? guest
        let (title, body) =
            switch news {
            case .acknowledged: ("\(actor) sees to it", "About the alarm of \(name).")
            case .acknowledgedInVain:
                ("\(name) may still need help", "Who said that they see to it has done nothing for ten minutes.")
            case .allClear: ("\(name) is safe", "They said so with their PIN. The alarm is over.")
            case .confirmedSafe: ("\(name) is safe", "\(actor) has seen it. The alarm is over.")
            }
        return (PushText(title: title, body: body, page: "/alarms"), "\(title)\n\(body)\n\(page)")
    }

    /// A test of whether an alarm would come.
    static func drill(from name: String, page: String) -> (push: PushText, text: String) {
        let (title, body) = (
            "A test from \(name)", "Nothing has happened. Open it to confirm that an alarm would reach you."
        )
        return (PushText(title: title, body: body, page: "/drills"), "\(title)\n\(body)\n\(page)")
    }

    /// What is known to have happened, and why it is told late (F5).
    private static func fact(_ fact: AlarmFact, of name: String) -> String {
        let words =
            switch fact.cause {
            case .shake: "The phone was shaken, and nobody called it off."
            case .sos: "\(name) pressed SOS and did not call it off."
            case .alert: "\(name) called their companions."
            case .overdue: "\(name) has not arrived, and did not answer."
            case .duress: "\(name) gave the PIN for being forced."
            }
        return switch fact.lateness {
        case nil: words
        case .hubWasDown: "\(words) Due \(time(fact.at)), the hub was down, sent \(time(fact.knownAt))."
        case .phoneWasCutOff: "\(words) At \(time(fact.at)), the phone could not send it before \(time(fact.knownAt))."
        }
    }

    private static func place(_ lastSeen: LastSeen) -> String {
        guard let age = lastSeen.ageSeconds else { return "Where they are is not known." }
        let ago = age < 120 ? "just now" : "\(age / 60) minutes ago"
        let battery = lastSeen.batteryPercent.map { " Battery \(Int($0)) percent." } ?? ""
        guard let label = lastSeen.label else { return "Last heard \(ago); the link shows where.\(battery)" }
        return "Last place: \(label), \(ago).\(battery)"
    }

    /// The time of day in UTC, as nobody knows the reader's zone.
    private static func time(_ moment: Timestamp) -> String {
        "\(moment.text.dropFirst(11).prefix(5)) UTC"
    }
}
