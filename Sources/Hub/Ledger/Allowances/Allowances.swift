import Crypto
package import Family
import SQL
import Storage

/// What an adult wants to have paid again and again.
package struct AllowanceRequest: Hashable, Sendable {
    /// Where it comes from.
    package enum Source: Hashable, Sendable {
        /// The family's cash of that asset.
        case cash
        /// Where the asset is made.
        case mint
        /// An account of the giver's own.
        case account(ID<Account>)
    }

    package var payee: ID<Member>
    package var source: Source
    package var asset: Asset.Number
    package var amount: Amount
    package var schedule: PaySchedule
    /// By whose clock; nil for the payee's, or else the giver's.
    package var timeZone: String?
    /// What each payment says.
    package var memo: String?

    package init(
        payee: ID<Member>,
        source: Source,
        asset: Asset.Number,
        amount: Amount,
        schedule: PaySchedule,
        timeZone: String? = nil,
        memo: String? = nil
    ) {
        self.payee = payee
        self.source = source
        self.asset = asset
        self.amount = amount
        self.schedule = schedule
        self.timeZone = timeZone
        self.memo = memo
    }
}

/// An allowance as those see it whom it concerns.
package struct AllowanceInfo: Hashable, Sendable {
    package var id: ID<StandingOrder>
    package var giver: ID<Member>
    package var payee: ID<Member>
    package var source: AllowanceRequest.Source
    package var asset: Asset.Number
    package var amount: Amount
    package var schedule: PaySchedule
    package var timeZone: String
    package var memo: String?
    /// When it is paid next.
    package var nextAt: Timestamp
}

extension Hub {
    /// Allowances of one family.
    package static let allowancesMax = 100
    /// How long before a payment those whom it concerns are told (F66).
    static let announcementMilliseconds: Int64 = 86_400_000

    /// The allowances of a family, for its adults; for children those that are theirs.
    package func allowances(
        of family: ID<FamilyGroup>,
        for member: ID<Member>
    ) async throws -> [AllowanceInfo] {
        let (outside, now) = (outside, outside.now())
        return try await database.read { transaction in
            guard let row = try transaction.member(member), row.family == family else { throw FamilyRefusal.notFound }
            guard let ledger = try transaction.ledger(of: family) else { return [] }
            return try transaction.standingOrders(of: ledger.id)
                .compactMap { try AllowanceInfo($0, in: transaction, outside) }
                .filter { $0.payee == member || !row.isChild(now: now) }
        }
    }

    /// Has an allowance paid from now on, as an adult of the family; a repeat of the same request answers as the first did.
    ///
    /// The order is signed by the key that the hub keeps for the giver, and every payment by the same. Who is paid and has no
    /// account of the asset gets one. Throws `FamilyRefusal`, `MoneyRefusal`, or `StorageError`.
    package func addAllowance(
        _ id: ID<StandingOrder>,
        to family: ID<FamilyGroup>,
        by member: ID<Member>,
        _ request: AllowanceRequest
    ) async throws -> AllowanceInfo {
        let memo = try Hub.validMemo(request.memo)
        guard request.amount != .zero else { throw MoneyRefusal.amountZero }
        return try await atLedger(of: member) { turn, row in
            _ = try turn.transaction.adult(member, of: family, now: turn.now)
            guard request.payee != member else { throw MoneyRefusal.oneself }
            if let before = try turn.transaction.standingOrder(id) {
                guard before.ledger == turn.row.id,
                    let known = try AllowanceInfo(before, in: turn.transaction, turn.outside),
                    known.giver == member, known.isWhat(request, asked: memo)
                else { throw MoneyRefusal.idUsedOtherwise }
                return known
            }
            guard try turn.transaction.standingOrders(of: turn.row.id).count < Hub.allowancesMax else {
                throw MoneyRefusal.tooManyAllowances
            }
            let order = try turn.sign(id, request, memo: memo, by: row)
            try turn.transaction.save(order)
            guard let info = try AllowanceInfo(order, in: turn.transaction, turn.outside) else {
                throw MoneyRefusal.notFound
            }
            return info
        }
    }

    /// Ends an allowance, as any adult of the family may; nothing is paid any more.
    ///
    /// A repeat does nothing. Throws `FamilyRefusal`, `MoneyRefusal`, or `StorageError`.
    package func endAllowance(
        _ id: ID<StandingOrder>,
        of family: ID<FamilyGroup>,
        by member: ID<Member>
    ) async throws {
        try await atLedger(of: member) { turn, _ in
            _ = try turn.transaction.adult(member, of: family, now: turn.now)
            guard let order = try turn.transaction.standingOrder(id) else { return }
            guard order.ledger == turn.row.id else { throw MoneyRefusal.notFound }
            try turn.transaction.removeStandingOrder(id)
            for holder in [order.giver, order.payee] {
                guard let other = try turn.transaction.ledgerHolder(holder)?.member, other != member else { continue }
                try turn.notify(other, .allowanceEnded, about: member)
            }
        }
    }
}

extension LedgerTransaction {
    /// The order that a request asks for, signed.
    fileprivate mutating func sign(
        _ id: ID<StandingOrder>,
        _ request: AllowanceRequest,
        memo: String?,
        by row: MemberRow
    ) throws -> StandingOrderRow {
        guard let paid = try transaction.member(request.payee), paid.family == row.family, paid.disabledAt == nil else {
            throw MoneyRefusal.notFound
        }
        let name = request.timeZone ?? paid.timeZone ?? row.timeZone ?? HubDependencies.universal
        guard let zone = TimeZoneName(name), let rules = outside.zoneRules(zone) else {
            throw MoneyRefusal.timeZoneUnknown
        }
        let giver = try holder(of: row)
        let debit = try source(request, of: giver)
        let credit = try receivingAccount(of: paid, request.asset)
        let signer = try hubSigner(of: giver)
        guard let secret = signer.secret, let payee = credit.owner else { throw MoneyRefusal.sourceUnknown }
        let text = memo.map { self.text($0) }
        let order = StandingOrder(
            id: id,
            debit: debit,
            credit: credit.id,
            asset: request.asset,
            amount: request.amount,
            schedule: request.schedule,
            zone: zone,
            firstDay: request.schedule.occurrence(after: now, offsetSeconds: rules.offsetSeconds),
            signer: signer.key,
            note: text?.digest ?? .none
        )
        let moment = order.schedule.moment(of: order.firstDay, offsetSeconds: rules.offsetSeconds)
        return StandingOrderRow(
            order: order,
            ledger: self.row.id,
            giver: giver.id,
            payee: payee,
            signature: secret.sign(order.message(in: self.row.id)),
            salt: text?.salt ?? [],
            text: memo ?? "",
            nextDay: order.firstDay,
            isAnnounced: false,
            deadline: moment.advanced(byMilliseconds: -Hub.announcementMilliseconds)
        )
    }

    private func source(_ request: AllowanceRequest, of giver: LedgerHolderRow) throws -> ID<Account> {
        guard try transaction.ledgerAssets(of: row.id).contains(where: { $0.asset.number == request.asset }) else {
            throw MoneyRefusal.assetUnknown
        }
        let found: Account? =
            switch request.source {
            case .cash: try transaction.familyAccount(.cash, request.asset, in: row.id)?.account
            case .mint: try transaction.familyAccount(.mint, request.asset, in: row.id)?.account
            case .account(let id): try transaction.ledgerAccount(id, in: row.id)?.account
            }
        guard let found else { throw request.source == .mint ? MoneyRefusal.noMint : .sourceUnknown }
        if case .account = request.source {
            guard found.kind == .member, found.owner == giver.id, found.asset == request.asset, !found.isClosed else {
                throw MoneyRefusal.sourceUnknown
            }
        }
        return found.id
    }
}

extension AllowanceInfo {
    /// Nil where it concerns somebody who is gone, or by a clock that this machine does not know.
    init?(_ row: StandingOrderRow, in transaction: Transaction, _ outside: HubDependencies) throws {
        guard let giver = try transaction.ledgerHolder(row.giver)?.member,
            let payee = try transaction.ledgerHolder(row.payee)?.member,
            let debit = try transaction.ledgerAccount(row.order.debit, in: row.ledger)?.account,
            let zone = outside.zoneRules(row.order.zone)
        else { return nil }
        let source: AllowanceRequest.Source =
            switch debit.kind {
            case .cash: .cash
            case .mint: .mint
            case .member, .store, .liquidity, .chain: .account(debit.id)
            }
        self.init(
            id: row.order.id,
            giver: giver,
            payee: payee,
            source: source,
            asset: row.order.asset,
            amount: row.order.amount,
            schedule: row.order.schedule,
            timeZone: row.order.zone.text,
            memo: row.text.isEmpty ? nil : row.text,
            nextAt: row.order.schedule.moment(of: row.nextDay, offsetSeconds: zone.offsetSeconds)
        )
    }

    /// Whether a request asked for this.
    fileprivate func isWhat(_ request: AllowanceRequest, asked memo: String?) -> Bool {
        payee == request.payee && source == request.source && asset == request.asset && amount == request.amount
            && schedule == request.schedule && self.memo == memo
            && (request.timeZone == nil || request.timeZone == timeZone)
    }
}
