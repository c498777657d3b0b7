import Family

/// A family's missions, countdowns, store and gold, as the hub keeps them: each request is decided by the rules, and what
/// they want done is done in the same step, or nothing is.
struct SimulatedHome {
    /// Why nothing was done.
    enum Refusal: Error, Hashable {
        case mission(MissionRefusal)
        case focus(FocusRefusal)
        case purchase(PurchaseRefusal)
        case unknown
    }

    static let members: [ID<Member>] = [ID(high: 1, low: 1), ID(high: 1, low: 2), ID(high: 1, low: 3)]
    static let mint = ID<Account>(high: 3, low: 100)
    static let store = ID<Account>(high: 3, low: 101)

    let zone = TestZone.zurich
    var now = moment("2026-03-27T20:00:00Z")
    var settings: MissionSettings
    var missions: [Mission] = []
    /// Those of each mission, in their order.
    var occurrences: [ID<Mission>: [Occurrence]] = [:]
    var focus: [ID<Member>: Focus] = [:]
    /// Countdowns that have ended.
    var sessions: [FocusSession] = []
    var items: [StoreItem] = []
    var purchases: [Purchase] = []
    var ledger = Ledger()
    /// Answers that said "already handled".
    var handledCount = 0
    private var commandCount: UInt64 = 1_000

    init(settings: MissionSettings) {
        self.settings = settings
        _ = ledger.apply(.define(AssetDefinition(id: ID(high: 3, low: 1), asset: .gold)), now: now)
        open(SimulatedHome.mint, .mint, floor: .none)
        open(SimulatedHome.store, .store, floor: .zero)
        for member in SimulatedHome.members { open(SimulatedHome.account(of: member), .member, floor: .zero) }
    }

    static func account(of member: ID<Member>) -> ID<Account> { ID(high: 3, low: 200 + member.low) }

    var today: LocalDay { zone.day(now) }

    mutating func add(_ mission: Mission) {
        missions.append(mission)
        occurrences[mission.id] = [mission.firstOccurrence(today: today)]
    }

    /// Runs a request; where it is refused, everything is as before.
    mutating func ask(_ request: HomeRequest) -> Refusal? {
        let before = self
        do {
            try perform(request)
            return nil
        } catch {
            let now = now
            self = before
            self.now = now
            return error
        }
    }

    private mutating func perform(_ request: HomeRequest) throws(Refusal) {
        switch request {
        case .wait(let seconds): now = now.advanced(bySeconds: seconds)
        case .tick: try tick()
        case .start(let session, let member, let mission, let number):
            try start(session, by: member, mission, number)
        case .focus(let request, let session, let member):
            guard var focus = focus[member] else { throw .focus(.notRunning) }
            let ended: FocusSession?
            do { ended = try focus.apply(request, of: session, now: now) } catch { throw .focus(error) }
            self.focus[member] = focus
            if let ended { try finish(ended) }
        case .mission(let mission, let number, let event): try take(event, mission, number)
        case .remove(let mission):
            guard let index = missions.firstIndex(where: { $0.id == mission }) else { throw .unknown }
            for occurrence in occurrences[mission] ?? [] { try take(.removed, mission, occurrence.number) }
            missions[index].removedAt = now
        case .buy(let purchase, let item, let member): try buy(purchase, item, member)
        case .purchase(let purchase, let event): try take(event, purchase)
        case .restock(let item, let stock):
            guard items.indices.contains(item), items[item].setStock(stock) else { throw .unknown }
        }
    }

    private mutating func start(
        _ session: ID<FocusSession>,
        by member: ID<Member>,
        _ mission: ID<Mission>,
        _ number: UInt32
    ) throws(Refusal) {
        var focus = focus[member] ?? Focus()
        if let ended = focus.handleDeadline(now: now) { try finish(ended) }
        self.focus[member] = focus
        // After what has ended was seen to: it may be the one that is started again.
        if sessions.contains(where: { $0.id == session }) { return handledCount += 1 }
        guard let found = missions.first(where: { $0.id == mission }),
            let occurrence = occurrences[mission]?.first(where: { $0.number == number })
        else { throw .unknown }
        let plan = FocusPlan(
            id: session,
            member: member,
            occurrence: occurrence,
            of: found,
            today: today,
            settings: settings
        )
        do { _ = try focus.start(plan, now: now) } catch { throw .focus(error) }
        self.focus[member] = focus
        try take(.started(session, by: member), mission, number)
    }

    /// What a scheduler does: countdowns that are over, days that have begun, holds that have expired.
    private mutating func tick() throws(Refusal) {
        for member in SimulatedHome.members {
            guard let ended = focus[member, default: Focus()].handleDeadline(now: now) else { continue }
            try finish(ended)
        }
        for mission in missions {
            for occurrence in occurrences[mission.id] ?? [] { try take(.dayPassed, mission.id, occurrence.number) }
        }
        for purchase in purchases where purchase.deadline != nil { try take(.deadline, purchase.id) }
    }

    private mutating func finish(_ session: FocusSession) throws(Refusal) {
        sessions.append(session)
        try take(.ended(session), session.mission, session.occurrence)
    }

    private mutating func take(_ event: MissionEvent, _ id: ID<Mission>, _ number: UInt32) throws(Refusal) {
        guard let mission = missions.first(where: { $0.id == id }),
            let index = occurrences[id]?.firstIndex(where: { $0.number == number }),
            var occurrence = occurrences[id]?[index]
        else { throw .unknown }
        let context = MissionContext(mission: mission, settings: settings, now: now, today: today)
        let answer: MissionAnswer
        do { answer = try occurrence.apply(event, in: context) } catch { throw .mission(error) }
        occurrences[id]?[index] = occurrence
        guard case .taken(let effects) = answer else { return handledCount += 1 }
        for effect in effects {
            switch effect {
            case .pay(let payment): transfer(payment, .payout)
            case .reverse(let payment): transfer(payment, .reversal)
            case .follow(let next): occurrences[id]?.append(next)
            case .tell: break
            }
        }
    }

    private mutating func buy(
        _ id: ID<Purchase>,
        _ item: Int,
        _ member: ID<Member>
    ) throws(Refusal) {
        guard items.indices.contains(item), let account = ledger[SimulatedHome.account(of: member)] else {
            throw .unknown
        }
        if purchases.contains(where: { $0.id == id }) { return handledCount += 1 }
        let asker = MissionPermissions.Requester(member: member, isAdult: member == SimulatedHome.members[0])
        let purchase: Purchase
        do {
            purchase = try items[item].sell(
                id,
                to: asker,
                available: account.available,
                debt: account.shortfall,
                now: now
            )
        } catch { throw .purchase(error) }
        purchases.append(purchase)
        apply(purchase, .hold, id: purchase.hold)
    }

    private mutating func take(_ event: PurchaseEvent, _ id: ID<Purchase>) throws(Refusal) {
        guard let index = purchases.firstIndex(where: { $0.id == id }),
            let item = items.firstIndex(where: { $0.id == purchases[index].item })
        else { throw .unknown }
        guard case .taken(let effects) = purchases[index].apply(event, item: &items[item], now: now) else {
            return handledCount += 1
        }
        for effect in effects {
            switch effect {
            case .post: apply(purchases[index], .post)
            case .giveBack: apply(purchases[index], .void)
            case .release: apply(purchases[index], .expire)
            case .tell: break
            }
        }
    }
}

extension SimulatedHome {
    private mutating func open(_ id: ID<Account>, _ kind: Account.Kind, floor: Account.Floor) {
        let command = ID<LedgerCommand>(sharing: id)
        _ = ledger.apply(
            .open(AccountOpening(id: command, asset: .gold, kind: kind, owner: nil, floor: floor)),
            now: now
        )
    }

    private mutating func transfer(_ payment: GoldPayment, _ way: GoldPayment.Way) {
        let account = SimulatedHome.account(of: payment.to)
        apply(
            Transfer(
                id: SimulatedHome.command(payment.identity(way)),
                debit: way == .payout ? SimulatedHome.mint : account,
                credit: way == .payout ? account : SimulatedHome.mint,
                asset: .gold,
                amount: payment.amount,
                kind: way == .payout ? .mint : .reversal,
                reference: way == .payout ? nil : SimulatedHome.command(payment.identity(.payout)),
                validUntil: now.advanced(bySeconds: 60),
                signer: ID(high: 3, low: 3)
            )
        )
    }

    private mutating func apply(_ purchase: Purchase, _ phase: Transfer.Phase, id: ID<LedgerCommand>? = nil) {
        commandCount += 1
        apply(
            Transfer(
                id: id ?? ID(high: 3, low: commandCount),
                debit: SimulatedHome.account(of: purchase.buyer),
                credit: SimulatedHome.store,
                asset: .gold,
                amount: purchase.price,
                kind: .purchase,
                phase: phase,
                reference: phase == .hold ? nil : purchase.hold,
                validUntil: now.advanced(bySeconds: 60),
                holdUntil: phase == .hold ? purchase.heldUntil : nil,
                signer: ID(high: 3, low: 3)
            )
        )
    }

    /// What the rules decided the ledger has to do: a refusal would be a mistake of theirs.
    private mutating func apply(_ transfer: Transfer) {
        let outcome = ledger.apply(.transfer(transfer), now: now)
        precondition(outcome.isDone && !outcome.isRepeat, "\(transfer) \(outcome)")
    }

    /// Stands for the hub's keyed hash.
    private static func command(_ identity: [UInt8]) -> ID<LedgerCommand> {
        var (high, low): (UInt64, UInt64) = (14_695_981_039_346_656_037, 7_809_847_782_465_536_322)
        for byte in identity {
            high = (high ^ UInt64(byte)) &* 1_099_511_628_211
            low = (low ^ UInt64(byte)) &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        }
        return ID(high: high, low: low)
    }
}

/// What somebody asks of the hub, or what happens by itself.
enum HomeRequest: Hashable {
    case wait(seconds: Int64)
    case tick
    case start(ID<FocusSession>, by: ID<Member>, ID<Mission>, UInt32)
    case focus(FocusRequest, of: ID<FocusSession>, by: ID<Member>)
    case mission(ID<Mission>, UInt32, MissionEvent)
    case remove(ID<Mission>)
    case buy(ID<Purchase>, item: Int, by: ID<Member>)
    case purchase(ID<Purchase>, PurchaseEvent)
    case restock(item: Int, Int64?)
}
