import Family

/// What an entry of the hub's book says, read without the rules.
extension SimulatedHub.Entry {
    var rounds: [NotificationRound] {
        outcome.effects.compactMap { effect in
            if case .send(let round) = effect { round } else { nil }
        }
    }

    /// Whether countdowns that are over are noticed by it.
    var handlesCountdowns: Bool {
        switch event {
        case .deadline, .help: true
        default: false
        }
    }

    var startsTrip: Bool {
        if case .start = event { return outcome.answer == .done }
        return false
    }

    /// Whether the traveller gave a PIN that counts.
    var isSign: Bool {
        guard case .entered(let verdict, _) = event else { return false }
        return verdict != .wrong && outcome.answer == .done
    }

    /// Whether that said that all is well.
    var saysSafe: Bool {
        guard isSign, case .entered(_, let request) = event else { return false }
        switch request {
        case .arrive, .cancel, .safe, .stopEverything: return true
        case .extend, .weaken: return false
        }
    }

    var endsTrip: Bool {
        guard isSign, case .entered(_, let request) = event else { return false }
        switch request {
        case .arrive, .cancel, .stopEverything: return true
        case .safe, .extend, .weaken: return false
        }
    }

    /// Whether the duress PIN was given and looked at.
    var isDuress: Bool {
        guard case .entered(.duress, _) = event else { return false }
        if case .locked = outcome.answer { return false }
        return true
    }

    func names(_ id: ID<HelpCountdown>) -> Bool {
        if case .entered(_, .safe(let named)) = event { return named == id }
        return false
    }

    /// Whether an alarm was spoken of, taken up or ended.
    func concerns(_ alarm: ID<Alarm>) -> Bool {
        if case .acknowledge(alarm, _) = event { return true }
        return outcome.effects.contains { effect in
            switch effect {
            case .send(let round): round.alarm == alarm
            case .tellAlarmed(_, let told): told == alarm
            default: false
            }
        }
    }
}

extension HelpCountdown.Cause {
    var seconds: Int64 {
        switch self {
        case .shake: 15
        case .sos: 5
        case .alert: 0
        }
    }

    var fact: AlarmFact.Cause {
        switch self {
        case .shake: .shake
        case .sos: .sos
        case .alert: .alert
        }
    }
}
