import Bus
package import Family
import SQL
package import Storage

/// What a member is told in every session, as a word that programs switch on.
package enum NoticeKind: String, CaseIterable, Sendable {
    /// Somebody logged in with my account in a browser that was new.
    case newLogIn
    case passwordChanged
    /// My account has another number now; who has the old one may undo that for three days.
    case phoneChanged
    /// Whoever has the old number brought it back, and every session ended.
    case phoneChangeUndone
    /// My account has another mail address now, or none.
    case mailChanged
    /// A passkey, an authenticator app or recovery codes came or went.
    case factorsChanged
    case pinsChanged
    /// A new PIN was asked for without the present one, and applies in a day.
    case pinResetRequested
    case firstPINWaits
    case pinResetCancelled
    /// A passkey signed with a count that had been: somebody may have a copy of it.
    case passkeyCopied
    /// Somebody who gets my texts wants to set my password anew, and will be able to after a day.
    case recoveryStarted
    case recoveryCancelled
    /// Somebody I know is recovering their account; if it is not them, tell them.
    case contactRecovers
    /// The keeper made a link by which my password can be set anew.
    case resetStarted
    /// Of a child: a guardian made a login link, or it was used; my agreement is asked; a hand-over is asked, or failed (F87).
    case childLinkMade, childLoggedIn, childChanged, guardianAsked, handOverAsked, handOverFailed
    /// Somebody joined my family.
    case memberJoined
    /// Somebody left my family.
    case memberLeft
    /// A family's place that I follow was changed; I keep what I accepted until I take the change.
    case familyPlaceChanged
    /// A family's place that I followed is the family's no longer; I keep it as my own.
    case familyPlaceRemoved
    /// I joined a family, by an invite of that member.
    case joinedFamily
    /// A guardian of mine set up, renamed or removed a phone that reports for me.
    case deviceManaged
    /// Whoever runs the hub set up or removed a phone that reports for me, by a command.
    case keeperManagedDevice
    /// What a child shows is to change, and waits for my word: the child's, or its guardian's.
    case sharingProposed
    /// Many wrong codes were tried at an invite of mine.
    case inviteGuessed
    /// An invite of mine could not be used: as many as may say already that its number is theirs (S60).
    case numberFull
    /// Somebody looked at me more often in a day than most do (F38).
    case looksOften
    /// Somebody used my connect code, and sees me now (F34).
    case codeUsed
    /// Somebody asks to see me.
    case askedToConnect
    /// Somebody whom I asked shows me something now.
    case requestAccepted
    /// Whoever runs the hub read messages about a trip or an alarm of mine (S51).
    case messagesRevealed
    /// Somebody who sees me asks where I am now.
    case askedWhere
    /// It is time to look at who sees me (F42).
    case sharingReminder
    /// Somebody whom I watch arrived at a place, or left it.
    case arrived
    case left
    /// Nothing was heard of somebody whom I watch for too long.
    case quiet
    /// The battery of somebody whom I watch runs low.
    case lowBattery
    /// Somebody may need help: I am one of those who are told.
    case alarm
    /// An alarm that I was told of is over.
    case alarmEnded
    /// An alarm about somebody was due while the hub was away for hours: I was not called, and have to ask.
    case alarmNotTold
    /// My trip is due: arrived, or more time?
    case tripDue
    /// A link by which anybody who has it sees me was made in my name.
    case liveLinkAdded
    /// A browser that was new opened such a link.
    case liveLinkViewed
    /// A screen opened a link to my clock as a wall display.
    case wallOpened
    /// The wall displays of my family may show me on a map from now on.
    case shownOnWalls
    /// A child of mine wants such a link, and waits for my word.
    case liveLinkAsked
    /// A browser that was new opened my trip.
    case tripViewed
    /// My trip's code was guessed at so often that there is a new one.
    case tripCodeChanged
    /// Somebody watches over my trip no longer.
    case companionLeft
    /// A member asks me to watch over their trip, which has begun.
    case tripStarted
    /// A trip that I watch over takes longer.
    case tripDelayed
    /// A traveller whom I watch over was logged out by whoever runs the hub.
    case tripLoggedOut
    /// The PIN of a traveller whom I watch over was guessed at twenty times.
    case tripPinGuessed
    /// A traveller whom I watch over arrived.
    case tripArrived
    /// A traveller whom I watch over ended their trip before they arrived.
    case tripEnded
    /// An outside contact agreed to be called.
    case contactAgreed
    /// An outside contact declined or ended it.
    case contactEnded
    /// An outside contact opened my alarm in one more browser.
    case contactViewed
    /// Somebody tests whether an alarm would reach me.
    case drill
    /// Somebody of my family waits for my word before their money moves.
    case approvalNeeded
    /// What I asked for moved: somebody agreed.
    case approved
    case approvalRefused
    /// Nobody said anything in time; it was given back.
    case approvalExpired
    /// An allowance of mine, or one that I give, comes in a day (F66).
    case allowanceSoon
    case allowancePaid
    /// An allowance that I give could not be paid.
    case allowanceNotPaid
    case allowanceEnded
    /// A savings goal of mine is reached.
    case goalReached
    /// An adult of my family made some of an asset.
    case minted
    /// What may be moved in my family without asking was changed.
    case limitsChanged
    /// Somebody gave me a mission.
    case missionGiven
    /// Somebody says that a mission is done, and waits for an adult's word.
    case missionClaimed
    /// What I did was approved, and paid.
    case missionApproved
    /// What I did is not done yet.
    case missionRejected
    /// An approval of mine was taken back.
    case missionUndone
    /// A mission of mine is done and paid.
    case missionDone
    /// Somebody bought something that an adult is to deliver.
    case purchasePlaced
    case purchaseDelivered
    /// What I bought is not given; I have the gold again.
    case purchaseRefused
    /// Somebody takes back what they bought.
    case purchaseWithdrawn
    /// What I bought was not delivered in a week; I have the gold again.
    case purchaseExpired
    /// This hub was put back from a backup: what came after that is missing.
    case restored
    /// To the keeper: an alarm could not be told in time, and somebody must look.
    case alarmsMissed
    /// To the keeper: texts or mails of alarms are not taken by their provider.
    case messagesFail
    /// To the keeper: what is paid for texts is enough for few more.
    case textsRunLow
    /// To the keeper: the disk is nearly full, and phones keep what they have.
    case diskLow
    /// To the keeper: a deputy is not heard, and would raise no alarm.
    case deputySilent
    /// To the keeper: the machine's clock jumped, or may be wrong.
    case clockDoubtful
    /// To the keeper: somebody asks codes for numbers that follow one another.
    case numbersInARow
    case paid
    case askedForMoney
    /// Whom I asked for money does not pay.
    case moneyDeclined
    /// What a child brings waits for an adult.
    case depositWaits
    /// A device may sign for me from now on.
    case signingKeyAdded
    /// An adult wants to revoke a key of somebody else, and I can agree.
    case keyDoubted
    /// An adult wants to revoke a key of mine.
    case ownKeyDoubted
    /// Adults revoked a key of mine.
    case keyTakenAway
    /// A wallet of coins of mine can pay an address that is new, from tomorrow on.
    case coinPayeeAdded
    /// Coins were sent out of a wallet of mine.
    case coinPaymentSent
    /// A higher daily limit of a wallet of coins of mine counts from tomorrow on.
    case coinLimitRaised
    case coinPasswordChanged
    case coinWalletRemoved

    /// The level at which its member must see whom it is about, now as well; nil where it says nothing of where they are.
    var needs: Precision? {
        switch self {
        case .arrived, .left, .quiet: .place
        case .lowBattery: .coarse
        default: nil
        }
    }

    /// Whether its place is one of the member's own.
    var isAboutOwnPlace: Bool { self == .familyPlaceChanged || self == .familyPlaceRemoved }
}

/// One thing that a member is told.
package struct NoticeInfo: Sendable {
    package var id: ID<Notice>
    package var kind: NoticeKind
    /// Whom it is about, where that is somebody else.
    package var about: ID<Member>?
    /// The label of the place it tells of.
    package var place: String?
    /// What of missions or the store it is about, and what that is called.
    package var matter: NoticeMatter?
    package var title: String?
    /// The family's place whose change I may accept, as it is now.
    package var familyPlace: FamilyPlace?
    /// The moment that it tells of: when a backup was taken.
    package var moment: Timestamp?
    package var at: Timestamp
}

extension Hub {
    private static let noticesMax = 100

    /// What a member was told lately and has not put away, newest first.
    ///
    /// What says where somebody is or was stands there for a day, while the member may see that.
    package func notices(of member: ID<Member>) async throws -> [NoticeInfo] {
        let rows = try await database.read { try $0.notices(of: member, limit: Hub.noticesMax) }
        var infos: [NoticeInfo] = []
        for row in rows {
            guard let kind = NoticeKind(rawValue: row.kind) else { continue }
            // A question about now asks nothing an hour later.
            let age = outside.now().milliseconds(since: row.createdAt)
            if kind == .askedWhere, age > PositionRequestRules.openMilliseconds { continue }
            var info = NoticeInfo(id: row.id, kind: kind, about: row.about, matter: row.matter, at: row.createdAt)
            info.moment = row.moment
            if let matter = row.matter { info.title = try await database.read { try $0.title(of: matter) } }
            if let least = kind.needs, try await !fill(&info, from: row, of: member, least: least) { continue }
            if kind.isAboutOwnPlace, try await !fillOwnPlace(&info, from: row, of: member) { continue }
            infos.append(info)
        }
        return infos
    }

    /// Puts a notice away; false where the member has no such notice.
    package func removeNotice(_ id: ID<Notice>, of member: ID<Member>) async throws -> Bool {
        try await database.transaction { try $0.removeNotice(id, of: member) }
    }

    /// Names the place of a notice; false where its member may not, or no longer, see what it says.
    private func fill(
        _ info: inout NoticeInfo,
        from row: NoticeRow,
        of member: ID<Member>,
        least: Precision
    ) async throws -> Bool {
        let now = outside.now()
        guard now.milliseconds(since: row.createdAt) <= Hub.whereaboutsNoticeMilliseconds, let about = row.about,
            let grant = try await database.read({ try $0.grant(of: member, to: about, now: now) }),
            grant.precision(now: now) >= least, grant.hiddenSince(now) == nil
        else { return false }
        guard let place = row.place else { return info.kind != .arrived && info.kind != .left }
        info.place = try await subject(about)?.placeSet[place]?.label
        return info.place != nil
    }

    /// Names the member's own place that a notice is about, and what may be accepted there; false where nothing is.
    private func fillOwnPlace(
        _ info: inout NoticeInfo,
        from row: NoticeRow,
        of member: ID<Member>
    ) async throws -> Bool {
        guard let own = row.place, let place = try await subject(member)?.placeSet[own] else { return false }
        info.place = place.label
        guard info.kind == .familyPlaceChanged else { return true }
        info.familyPlace = try await pendingChange(of: own, for: member)
        return info.familyPlace != nil
    }

    /// Tells a member something by itself.
    func notify(_ member: ID<Member>, _ kind: NoticeKind) async throws {
        let row = notice(kind, for: member)
        try await database.transaction { try $0.addNotice(row) }
        bus.publish([.notice(member)])
    }

    /// A notice to be added in the transaction that decides on it; after the commit the bus is to hear of it.
    func notice(_ kind: NoticeKind, for member: ID<Member>, about: ID<Member>? = nil) -> NoticeRow {
        NoticeRow(kind, for: member, about: about, outside: outside)
    }
}
