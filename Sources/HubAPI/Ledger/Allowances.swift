import API
import Family
import HTTP
import Hub
import Languages

extension HubService {
    func allowances(_ family: ID<FamilyGroup>, _ caller: AuthenticatedSession, _ request: Request) async throws
        -> Response
    {
        let allowances = try await hub.allowances(of: family, for: caller.member)
        return .json(ListBody(items: allowances.map { AllowanceBody($0, for: caller.member) }))
    }

    func addAllowance(_ family: ID<FamilyGroup>, _ adult: Adult, _ request: Request) async throws -> Response {
        try await hub.requireRecentProof(adult.caller)
        let body = try JSON.read(AddAllowanceBody.self, from: request)
        let allowance = try await hub.addAllowance(
            body.id,
            to: family,
            by: adult.caller.member,
            try AllowanceRequest(body)
        )
        return .json(AllowanceBody(allowance, for: adult.caller.member), status: 201)
    }

    func endAllowance(
        _ family: ID<FamilyGroup>,
        _ order: ID<StandingOrder>,
        _ adult: Adult,
        _ request: Request
    ) async throws -> Response {
        try await hub.endAllowance(order, of: family, by: adult.caller.member)
        return .done
    }
}

extension AllowanceRequest {
    fileprivate init(_ body: AddAllowanceBody) throws {
        let source: Source
        switch (body.source, body.from) {
        case (.cash, nil): source = .cash
        case (.mint, nil): source = .mint
        case (.account, let id?): source = .account(id)
        default: throw Problem.invalid("from", "Give an account only when the allowance comes from one.")
        }
        self.init(
            payee: body.to,
            source: source,
            asset: Asset.Number(body.asset),
            amount: try Amount(body.amount, of: "amount"),
            schedule: try PaySchedule(body.schedule),
            timeZone: body.timeZone,
            memo: body.memo
        )
    }
}

extension PaySchedule {
    fileprivate init(_ body: ScheduleBody) throws {
        let repetition: Repetition
        switch (body.every, body.day) {
        case (.day, nil): repetition = .daily
        case (.week, let day?): repetition = .weekly(weekday: day)
        case (.month, let day?): repetition = .monthly(day: day)
        default: throw MoneyRefusal.scheduleInvalid
        }
        guard let minute = PaySchedule.minuteOfDay(body.time),
            let schedule = PaySchedule(repetition, minuteOfDay: minute)
        else { throw MoneyRefusal.scheduleInvalid }
        self = schedule
    }

    /// Reads a time such as `18:00`; nil for anything else.
    private static func minuteOfDay(_ text: String) -> Int? {
        let digits = Array(text.utf8)
        guard digits.count == 5, digits[2] == UInt8(ascii: ":") else { return nil }
        var numbers: [Int] = []
        for position in [0, 1, 3, 4] {
            guard (48...57).contains(digits[position]) else { return nil }
            numbers.append(Int(digits[position]) - 48)
        }
        let (hour, minute) = (numbers[0] * 10 + numbers[1], numbers[2] * 10 + numbers[3])
        return hour < 24 && minute < 60 ? hour * 60 + minute : nil
    }
}

extension ScheduleBody {
    fileprivate init(_ schedule: PaySchedule) {
        let (hour, minute) = (schedule.minuteOfDay / 60, schedule.minuteOfDay % 60)
        let time = "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
        switch schedule.repetition {
        case .daily: self.init(every: .day, day: nil, time: time)
        case .weekly(let weekday): self.init(every: .week, day: weekday, time: time)
        case .monthly(let day): self.init(every: .month, day: day, time: time)
        }
    }
}

extension AllowanceBody {
    fileprivate init(_ allowance: AllowanceInfo, for reader: ID<Member>) {
        let (source, account): (Source, ID<Account>?) =
            switch allowance.source {
            case .cash: (.cash, nil)
            case .mint: (.mint, nil)
            case .account(let id): (.account, id)
            }
        self.init(
            id: allowance.id,
            by: allowance.giver,
            to: allowance.payee,
            source: source,
            from: allowance.giver == reader ? account : nil,
            asset: allowance.asset.rawValue,
            amount: allowance.amount.text,
            schedule: ScheduleBody(allowance.schedule),
            timeZone: allowance.timeZone,
            memo: allowance.memo,
            nextAt: allowance.nextAt
        )
    }
}
