import Bus
import Family
import SQL
import Storage

extension MissionTurn {
    /// For so long a message to a locked phone is news.
    private static let newsWorthMilliseconds: Int64 = 86_400_000

    /// Tells some of the family something that the asker did, or that happened by itself: a notice in every session, and
    /// a message to every browser that takes them, with what a decision needs.
    mutating func tell(
        _ kind: NoticeKind,
        _ matter: NoticeMatter,
        called title: MissionName,
        to receivers: Set<ID<Member>>,
        isByItself: Bool = false
    ) throws {
        let isByItself = isByItself || self.isByItself
        for receiver in receivers.sorted() where receiver != asker.id || isByItself {
            var notice = hub.notice(kind, for: receiver, about: isByItself ? nil : asker.id)
            notice.matter = matter
            try transaction.addNotice(notice)
            news.events.append(.notice(receiver))
            try push(kind.headline(asker.name), title.text, to: receiver)
        }
    }

    /// Shows a member's browsers that the time of a countdown is over, where none of them asked.
    mutating func tellTimeIsUp(_ title: MissionName, to member: ID<Member>) throws {
        guard isByItself else { return }
        try push("Time is up", title.text, to: member)
    }

    private mutating func push(_ headline: String, _ body: String, to member: ID<Member>) throws {
        for subscription in try transaction.pushSubscriptions(of: member, now: hub.outside.now()) {
            let message = hub.pushMessage(
                PushText(title: headline, body: body, page: "/notices"),
                to: subscription,
                worthMilliseconds: MissionTurn.newsWorthMilliseconds
            )
            try transaction.addMessage(message)
            news.hasMessages = true
        }
    }
}

extension NoticeKind {
    /// What a browser shows above the name of the mission or item.
    fileprivate func headline(_ name: String) -> String {
        switch self {
        case .missionGiven: "\(name) gave you a mission"
        case .missionClaimed: "\(name) says it is done"
        case .missionApproved: "\(name) agreed: it is done"
        case .missionRejected: "\(name) says it is not done yet"
        case .missionUndone: "\(name) took an approval back"
        case .missionDone: "Done"
        case .purchasePlaced: "\(name) bought something"
        case .purchaseDelivered: "\(name) delivered what you bought"
        case .purchaseRefused: "\(name) does not give what you bought"
        case .purchaseWithdrawn: "\(name) takes back what they bought"
        default: "Not delivered in time: you have the gold again"
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
