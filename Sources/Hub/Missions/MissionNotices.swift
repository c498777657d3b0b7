import Bus
import Family
import Languages
import SQL
import Storage

extension MissionTransaction {
    /// For so long a message to a locked phone is news.
    private static let newsWorthMilliseconds: Int64 = 86_400_000

    /// Tells some of the family something that the asker did, or that happened by itself: a notice in every session, and
    /// a message to every browser that takes them, with what a decision needs.
    mutating func notify(
        _ kind: NoticeKind,
        _ matter: NoticeMatter,
        called title: MissionName,
        to receivers: Set<ID<Member>>,
        isByItself: Bool = false,
        question: PushQuestion? = nil
    ) throws {
        let isByItself = isByItself || self.isByItself
        for receiver in receivers.sorted() where receiver != asker.id || isByItself {
            var notice = hub.notice(kind, for: receiver, about: isByItself ? nil : asker.id)
            notice.matter = matter
            try transaction.addNotice(notice)
            news.events.append(.notice(receiver))
            try push(kind.headline(asker.name), title, to: receiver, question)
        }
    }

    /// Shows a member's browsers that the time of a countdown is over, where none of them asked.
    mutating func tellTimeIsUp(_ title: MissionName, to member: ID<Member>) throws {
        guard isByItself else { return }
        try push("Time is up", title, to: member)
    }

    private mutating func push(
        _ headline: Phrase,
        _ title: MissionName,
        to member: ID<Member>,
        _ question: PushQuestion? = nil
    ) throws {
        // Where the browser offers no buttons, a tap leads to what waits for an adult.
        let page = question == nil ? "/notices" : "/missions"
        for subscription in try transaction.pushSubscriptions(of: member, now: hub.outside.now()) {
            let message = hub.pushMessage(
                PushText(title: headline, body: "\(title.text)", page: page, question: question),
                to: subscription,
                worthMilliseconds: MissionTransaction.newsWorthMilliseconds
            )
            try transaction.addMessage(message)
            news.hasMessages = true
        }
    }
}

extension NoticeKind {
    /// What a browser shows above the name of the mission or item.
    fileprivate func headline(_ name: String) -> Phrase {
        switch self {
        case .missionGiven: "\(name) gave you a mission"
        case .missionClaimed: "\(name) finished a mission"
        case .missionApproved: "\(name) approved your mission"
        case .missionRejected: "\(name) did not approve your mission yet"
        case .missionUndone: "\(name) withdrew an approval"
        case .missionDone: "Mission done"
        case .purchasePlaced: "\(name) bought something"
        case .purchaseDelivered: "\(name) handed over your purchase"
        case .purchaseRefused: "\(name) declined your purchase"
        case .purchaseWithdrawn: "\(name) cancelled a purchase"
        default: "Purchase expired: you got all the gold back"
        }
    }
}

extension MissionNews {
    /// The notice that it is.
    var notice: NoticeKind {
        switch self {
        case .claimed: .missionClaimed
        case .approved: .missionApproved
        case .rejected: .missionRejected
        case .undone: .missionUndone
        case .done: .missionDone
        }
    }

    /// What was paid, or goes back.
    var gold: Amount? {
        switch self {
        case .approved(let gold), .undone(let gold), .done(let gold): gold
        case .claimed, .rejected: nil
        }
    }
}

extension PurchaseNews {
    /// The notice that it is.
    var notice: NoticeKind {
        switch self {
        case .placed: .purchasePlaced
        case .delivered: .purchaseDelivered
        case .refused: .purchaseRefused
        case .withdrawn: .purchaseWithdrawn
        case .expired: .purchaseExpired
        }
    }
}
