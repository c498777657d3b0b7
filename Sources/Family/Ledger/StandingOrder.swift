/// What somebody has signed to be paid again and again until it is ended: an allowance.
///
/// It never changes; who wants another amount ends it and signs another. Each payment names it, so that the log shows by
/// whose word money moved.
public struct StandingOrder: Hashable, Sendable {
    public let id: ID<StandingOrder>
    public let debit: ID<Account>
    public let credit: ID<Account>
    public let asset: Asset.Number
    public let amount: Amount
    public let schedule: PaySchedule
    /// By whose clock.
    public let zone: TimeZoneName
    /// The first occurrence that is paid, in days since 1970-01-01.
    public let firstDay: Int64
    /// The key that signs it, and every payment.
    public let signer: ID<LedgerKey>
    /// Stands for the words that each payment carries.
    public let note: NoteDigest

    public init(
        id: ID<StandingOrder>,
        debit: ID<Account>,
        credit: ID<Account>,
        asset: Asset.Number,
        amount: Amount,
        schedule: PaySchedule,
        zone: TimeZoneName,
        firstDay: Int64,
        signer: ID<LedgerKey>,
        note: NoteDigest
    ) {
        self.id = id
        self.debit = debit
        self.credit = credit
        self.asset = asset
        self.amount = amount
        self.schedule = schedule
        self.zone = zone
        self.firstDay = firstDay
        self.signer = signer
        self.note = note
    }
}

extension StandingOrder {
    private static let version: UInt8 = 1

    /// The order as it is kept: one form only, numbers big-endian.
    public var bytes: [UInt8] {
        var writer = ByteRowWriter(capacity: 200)
        writer.order(self)
        return writer.bytes
    }

    /// What is signed: a word for what it is, the ledger, and the order, so that the signature counts nowhere else.
    public func message(in ledger: ID<Ledger>) -> [UInt8] {
        var writer = ByteRowWriter(capacity: 240)
        writer.text("hearth/order/v1")
        writer.id(ledger)
        writer.order(self)
        return writer.bytes
    }

    /// What is hashed to the identity of the payment of one occurrence, so that there is one at most.
    public func occurrenceMessage(_ day: Int64) -> [UInt8] {
        var writer = ByteRowWriter(capacity: 64)
        writer.text("hearth/occurrence/v1")
        writer.id(id)
        writer.fixed64(UInt64(bitPattern: day))
        return writer.bytes
    }

    /// Reads an order; nil for bytes that no order has.
    public init?(bytes: [UInt8]) {
        var reader = ByteRowReader(bytes)
        guard reader.byte() == StandingOrder.version, let id = reader.id() as ID<StandingOrder>?,
            let debit = reader.id() as ID<Account>?, let credit = reader.id() as ID<Account>?,
            let asset = reader.fixed32(), let amount = reader.amount(), let schedule = reader.schedule(),
            let firstDay = reader.fixed64(), let signer = reader.id() as ID<LedgerKey>?, let note = reader.note(),
            let count = reader.byte(), let name = reader.take(Int(count)), reader.atEnd,
            let zone = TimeZoneName(String(decoding: name, as: UTF8.self))
        else { return nil }
        self.init(
            id: id,
            debit: debit,
            credit: credit,
            asset: Asset.Number(asset),
            amount: amount,
            schedule: schedule,
            zone: zone,
            firstDay: Int64(bitPattern: firstDay),
            signer: signer,
            note: note
        )
    }
}

extension ByteRowWriter {
    fileprivate mutating func order(_ order: StandingOrder) {
        byte(1)
        id(order.id)
        id(order.debit)
        id(order.credit)
        fixed32(order.asset.rawValue)
        amount(order.amount)
        schedule(order.schedule)
        fixed64(UInt64(bitPattern: order.firstDay))
        id(order.signer)
        note(order.note)
        let name = Array(order.zone.text.utf8)
        byte(UInt8(truncatingIfNeeded: name.count))
        all(name)
    }

    private mutating func schedule(_ schedule: PaySchedule) {
        switch schedule.repetition {
        case .daily:
            byte(1)
            byte(0)
        case .weekly(let weekday):
            byte(2)
            byte(UInt8(truncatingIfNeeded: weekday))
        case .monthly(let day):
            byte(3)
            byte(UInt8(truncatingIfNeeded: day))
        }
        fixed32(UInt32(truncatingIfNeeded: schedule.minuteOfDay))
    }
}

extension ByteRowReader {
    fileprivate mutating func schedule() -> PaySchedule? {
        guard let kind = byte(), let day = byte(), let minute = fixed32() else { return nil }
        switch kind {
        case 1: return day == 0 ? PaySchedule(.daily, minuteOfDay: Int(minute)) : nil
        case 2: return PaySchedule(.weekly(weekday: Int(day)), minuteOfDay: Int(minute))
        case 3: return PaySchedule(.monthly(day: Int(day)), minuteOfDay: Int(minute))
        default: return nil
        }
    }
}
