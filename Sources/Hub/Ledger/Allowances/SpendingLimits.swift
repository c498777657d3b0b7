package import Family
import SQL
import Storage

/// What a family lets its members move without asking.
package struct FamilyLimits: Hashable, Sendable {
    /// Who moves more than this in a day, in one piece or in several, waits for another adult.
    package struct Sum: Hashable, Sendable {
        package var asset: Asset.Number
        package var amount: Amount

        package init(asset: Asset.Number, amount: Amount) {
            self.asset = asset
            self.amount = amount
        }
    }

    /// What a child gives away in a day alone.
    package struct Day: Hashable, Sendable {
        package var member: ID<Member>
        package var asset: Asset.Number
        package var amount: Amount
        /// What the child gave away today, held amounts too; nil where limits are set.
        package var spent: Amount?

        package init(member: ID<Member>, asset: Asset.Number, amount: Amount) {
            self.member = member
            self.asset = asset
            self.amount = amount
        }
    }

    package var sums: [Sum]
    package var days: [Day]

    package init(sums: [Sum], days: [Day]) {
        self.sums = sums
        self.days = days
    }
}

extension Hub {
    /// The limits of a family, for its adults; a child sees the family's sums and its own.
    package func limits(of family: ID<FamilyGroup>, for member: ID<Member>) async throws -> FamilyLimits {
        let now = outside.now()
        return try await database.read { [outside] transaction in
            guard let row = try transaction.member(member), row.family == family else { throw FamilyRefusal.notFound }
            var limits = try transaction.limits(of: family)
            if row.isChild(now: now) { limits.days.removeAll { $0.member != member } }
            for position in limits.days.indices {
                let day = limits.days[position]
                guard let child = try transaction.member(day.member), let ledger = try transaction.ledger(of: family),
                    let holder = try transaction.ledgerHolder(child.id, in: ledger.id)
                else { continue }
                let start = outside.startOfDay(of: child, now: now)
                limits.days[position].spent = try transaction.spent(by: holder, day.asset, since: start, in: ledger.id)
            }
            return limits
        }
    }

    /// Replaces the limits of a family, as an adult of it; everybody in it is told.
    ///
    /// Throws `FamilyRefusal`, `MoneyRefusal`, or `StorageError`.
    package func setLimits(
        of family: ID<FamilyGroup>,
        by member: ID<Member>,
        to limits: FamilyLimits
    ) async throws -> FamilyLimits {
        try await atLedger(of: member) { turn, row in
            _ = try turn.transaction.adult(member, of: family, now: turn.now)
            let before = try turn.transaction.limits(of: family)
            let members = try turn.transaction.members(of: family)
            try turn.check(limits, members)
            try turn.setSums(limits.sums, before: before.sums)
            for child in members {
                guard let holder = try turn.transaction.ledgerHolder(child.id, in: turn.row.id) else { continue }
                for asset in try turn.transaction.dayLimits(of: holder.id).keys {
                    try turn.transaction.setDayLimit(nil, for: asset, of: holder.id)
                }
            }
            for day in limits.days {
                guard let child = members.first(where: { $0.id == day.member }) else { continue }
                let holder = try turn.holder(of: child)
                try turn.transaction.setDayLimit(day.amount, for: day.asset, of: holder.id)
            }
            let after = try turn.transaction.limits(of: family)
            guard after != before else { return after }
            for other in members where other.id != row.id { try turn.notify(other.id, .limitsChanged, about: row.id) }
            return after
        }
    }
}

extension LedgerTransaction {
    /// Those that stay as they were hold since they did.
    fileprivate func setSums(_ sums: [FamilyLimits.Sum], before: [FamilyLimits.Sum]) throws {
        let kept = Set(sums.map(\.asset))
        for sum in before where !kept.contains(sum.asset) {
            try transaction.setApprovalSum(nil, for: sum.asset, of: row.id, now: now)
        }
        for sum in sums { try transaction.setApprovalSum(sum.amount, for: sum.asset, of: row.id, now: now) }
    }

    /// Each limit is there once, of an asset that there is, and of children.
    fileprivate func check(_ limits: FamilyLimits, _ members: [MemberRow]) throws {
        let assets = Set(try transaction.ledgerAssets(of: row.id).map(\.asset.number))
        guard limits.sums.allSatisfy({ assets.contains($0.asset) }),
            limits.days.allSatisfy({ assets.contains($0.asset) })
        else { throw MoneyRefusal.assetUnknown }
        let children = Set(members.filter { $0.isChild(now: now) }.map(\.id))
        var seen: Set<FamilyLimits.Day> = []
        for day in limits.days {
            guard children.contains(day.member),
                seen.insert(FamilyLimits.Day(member: day.member, asset: day.asset, amount: .zero)).inserted
            else { throw MoneyRefusal.limitsInvalid }
        }
        guard Set(limits.sums.map(\.asset)).count == limits.sums.count else { throw MoneyRefusal.limitsInvalid }
    }
}

extension Transaction {
    /// All limits of a family, by asset, and by member in the order in which they came.
    fileprivate func limits(of family: ID<FamilyGroup>) throws -> FamilyLimits {
        guard let ledger = try ledger(of: family) else { return FamilyLimits(sums: [], days: []) }
        let sums = try approvalSums(of: ledger.id).sorted { $0.key < $1.key }
        var days: [FamilyLimits.Day] = []
        for member in try members(of: family) {
            guard let holder = try ledgerHolder(member.id, in: ledger.id) else { continue }
            for (asset, amount) in try dayLimits(of: holder.id).sorted(by: { $0.key < $1.key }) {
                days.append(FamilyLimits.Day(member: member.id, asset: asset, amount: amount))
            }
        }
        return FamilyLimits(sums: sums.map { FamilyLimits.Sum(asset: $0.key, amount: $0.value) }, days: days)
    }
}
