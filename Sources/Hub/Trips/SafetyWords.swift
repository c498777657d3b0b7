import Family
import Languages

/// The texts, mails and push messages of trips and alarms.
///
/// A push names no place (F22); texts and mails name a place and carry their reader's own link. Facts only, no guesses
/// (F26). Every message about an alarm under duress carries the duress line right after its title.
enum SafetyWords {
    /// The name shown for a viewer without an account.
    static let guest: Phrase = "A guest"

    /// Questions to the traveller.
    static func asked(_ prompt: TravellerPrompt, page: String) -> (push: PushText, text: [Phrase]) {
        let (title, body): (Phrase, Phrase) =
            switch prompt {
            case .due: ("Have you arrived?", "Confirm or add time, or companions are notified.")
            case .onTheWay: ("Are you OK?", "Answer within 30 seconds.")
            case .arrival: ("Have you arrived?", "Are you there? Confirm to notify companions.")
            case .switchShakeOff: ("Turn off the shake alarm?", "Cancelled three times on this trip.")
            }
        return (PushText(title: title, body: body, page: "/trip"), [title, body, "\(page)"])
    }

    /// News of a trip for its companions.
    static func news(_ news: TripNews, of name: String, trip: ID<Trip>) -> PushText {
        let (title, body): (Phrase, Phrase) =
            switch news {
            case .started: ("\(name) started a trip", "Open to follow.")
            case .extended(let minutes, _, let number):
                ("\(name) needs \(minutes) more minutes", "Extension \(number) of \(Trip.extensionsMax).")
            case .goesOn: ("\(name) is OK, trip continues", confirmed)
            case .signalLost: ("No signal from \(name)", "Not an alarm.")
            case .signalBack: ("Signal from \(name) is back", "The trip continues.")
            case .batteryLow(let percent): ("\(name)'s battery is low", "\(Int(percent))%.")
            case .longStop: ("\(name) is not moving", "No reply. Not an alarm.")
            case .leftRoute: ("\(name) is off route", "No reply. Not an alarm.")
            case .backOnRoute: ("\(name) is back on route", "The trip continues.")
            case .loggedOut: ("\(name) was logged out of Hearth", "The keeper of the hub did that. The trip goes on.")
            case .pinGuessed:
                ("Twenty wrong PINs on the trip of \(name)", "Another person may have the phone. Not an alarm.")
            case .arrived: ("\(name) says they arrived", "The trip is over.")
            case .cancelled: ("\(name) ended the trip", confirmed)
            }
        return PushText(title: title, body: body, page: "/watching/\(trip.text)")
    }

    /// One round of an alarm, for one reader: title, duress line, facts, place, action, emergency line.
    ///
    /// `isUnderDuress` where this reader knows of any alarm under duress of the same person.
    static func alarm(
        _ round: NotificationRound,
        of name: String,
        isUnderDuress: Bool,
        lastSeen: LastSeen,
        link: String,
        now: Timestamp
    ) -> (push: PushText, text: [Phrase]) {
        let title = alarmTitle(of: name, isUnderDuress: isUnderDuress)
        let duress = duressLine(of: name, isUnderDuress: isUnderDuress)
        let facts = round.facts.map { fact($0, of: name) }
        let silence: [Phrase] = round.step > 0 && !round.isAnswered ? ["No one has responded yet."] : []
        let lines =
            [title] + duress + facts + [place(lastSeen)] + silence + [
                "Open and tap \"I'm on it\": \(link)",
                emergency(lastSeen.emergencyNumbers),
            ]
        let push = PushText(
            title: title,
            body: "\(sentences: duress + facts.suffix(1))",
            page: "/alarms/\(round.alarm.text)"
        )
        return (push, lines)
    }

    /// What to dial; where the number is unknown none is named, because a wrong one costs minutes.
    private static func emergency(_ numbers: [String]) -> Phrase {
        guard let first = numbers.first else { return "Emergency? Call the local number. Hearth will not call them." }
        let either: Phrase = numbers.dropFirst().reduce("\(first)") { "\($0) or \($1)" }
        return "Emergency? Call \(either). Hearth will not call them."
    }

    /// What recipients of an alarm hear after it was sent.
    static func alarmed(
        _ news: AlarmNews,
        of name: String,
        by actor: Phrase?,
        isUnderDuress: Bool,
        page: String
    ) -> (push: PushText, text: [Phrase]) {
        let actor = actor ?? guest
        let (title, body): (Phrase, Phrase) =
            switch news {
            case .acknowledged: ("\(actor) is responding", "To the alarm of \(name).")
            case .acknowledgedInVain:
                (
                    alarmTitle(of: name, isUnderDuress: isUnderDuress),
                    "No update from the responder for 10 min. Open and respond."
                )
            case .allClear: ("\(name) is safe", "Confirmed with PIN. Alarm over.")
            case .confirmedSafe: ("\(name) is safe", "\(actor) saw them safe. Alarm over.")
            }
        let lines = duressLine(of: name, isUnderDuress: isUnderDuress) + [body]
        let push = PushText(title: title, body: "\(sentences: lines)", page: "/alarms")
        return (push, [title] + lines + ["\(page)"])
    }

    /// What recipients of an alarm that goes on hear when its account is deleted: nobody else will tell them more.
    static func accountDeleted(
        of name: String,
        isUnderDuress: Bool,
        lastSeen: LastSeen
    ) -> (push: PushText, text: [Phrase]) {
        let title = alarmTitle(of: name, isUnderDuress: isUnderDuress)
        let lines =
            duressLine(of: name, isUnderDuress: isUnderDuress)
            + ["Their Hearth account was deleted. They did not confirm they are safe."]
        let push = PushText(title: title, body: "\(sentences: lines)", page: "/alarms")
        return (push, [title] + lines + [place(lastSeen), emergency(lastSeen.emergencyNumbers)])
    }

    /// A test of whether an alarm would reach somebody.
    static func drill(from name: String, page: String) -> (push: PushText, text: [Phrase]) {
        let (title, body): (Phrase, Phrase) = ("TEST from \(name): no emergency", "Open to confirm.")
        return (PushText(title: title, body: body, page: "/drills"), [title, body, "\(page)"])
    }

    private static let confirmed: Phrase = "Confirmed with PIN."

    private static func alarmTitle(of name: String, isUnderDuress: Bool) -> Phrase {
        isUnderDuress ? "ALARM: \(name) may be in danger" : "ALARM: \(name) may need help"
    }

    private static func duressLine(of name: String, isUnderDuress: Bool) -> [Phrase] {
        isUnderDuress ? ["DO NOT CALL OR TEXT \(name)."] : []
    }

    /// What is known to have happened, and by how much it is told late (F5).
    private static func fact(_ fact: AlarmFact, of name: String) -> Phrase {
        let words: Phrase =
            switch fact.cause {
            case .shake: "Phone shaken, alarm not cancelled."
            case .sos: "\(name) pressed SOS and did not cancel."
            case .alert: "\(name) sent an alert."
            case .overdue: "\(name) is overdue and did not reply."
            case .duress: "\(name) entered the duress PIN."
            }
        let minutes = max(1, fact.knownAt.milliseconds(since: fact.at) / 60_000)
        return switch fact.lateness {
        case nil: words
        case .hubWasDown: "\(words) \(minutes) min late: hub was down."
        case .phoneWasCutOff: "\(words) \(minutes) min late: phone was offline."
        }
    }

    private static func place(_ lastSeen: LastSeen) -> Phrase {
        guard let age = lastSeen.ageSeconds else { return other(lastSeen) }
        let seen: Phrase =
            if let label = lastSeen.label {
                "Last seen: \(label), \(ago(age))."
            } else {
                "Seen \(ago(age)), map in the link."
            }
        guard let percent = lastSeen.batteryPercent else { return seen }
        let battery: Phrase = "Battery \(Int(percent))%."
        return "\(sentences: [seen, battery])"
    }

    /// Where another device is, as that device's: it may be at home (F83).
    private static func other(_ lastSeen: LastSeen) -> Phrase {
        guard let age = lastSeen.otherAgeSeconds else { return "Location unknown." }
        guard let label = lastSeen.otherLabel else { return "Other device seen \(ago(age)), map in the link." }
        return "Other device: \(label), \(ago(age))."
    }

    private static func ago(_ ageSeconds: Int64) -> Phrase {
        ageSeconds < 120 ? "just now" : "\(ageSeconds / 60) min ago"
    }
}
