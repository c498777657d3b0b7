import Crypto
import Family
import Foundation
import Hub
import Messaging
import SQL
import SamplePictures
import Storage
import TestAuthenticator
import Testing

/// Who asks for things of the owner.
enum Asking: Hashable, CustomStringConvertible {
    /// No session.
    case nobody
    case owner
    /// Another member of another family, not connected with the owner.
    case stranger
    /// Somebody to whom the owner shows so much.
    case seer(Precision)
    /// Who runs the hub, not connected with the owner either.
    case keeper
    /// The other adult of the owner's family, who sees the owner exactly.
    case adult
    /// A further adult of the family, from whom the owner hides the child at all hours.
    case hiddenGuardian
    /// The owner's child, with a session of its own.
    case child
    /// The owner's child, with a session by the other adult's login link that waits for agreement.
    case held
    /// The owner's phone, with its device token.
    case device
    /// A browser without an account that opened another member's trip by its link.
    case tripGuest
    /// A browser without an account that opened an alarm about another member by its link.
    case alarmGuest
    /// A browser without an account that opened another member's live link.
    case liveGuest
    /// A wall display, by another member's link to their clock.
    case wall
    /// A machine that is paired with the hub as its deputy, and signs a turn.
    case deputy
    /// A member who saw the owner exactly, with a session from before the keeper disabled them.
    case disabled
    /// The owner, with a session that was idle for too long.
    case expired
    /// The owner, or the keeper where the route is the keeper's, with a session that proved its holder five minutes ago.
    case aged

    /// Everybody who may ask one after the other, those first who are refused most.
    static let inTurn: [Asking] =
        [
            .nobody, .device, .tripGuest, .alarmGuest, .liveGuest, .wall, .deputy, .disabled, .expired, .held,
            .stranger, .keeper, .aged,
        ]
        + Precision.allCases.map { .seer($0) } + [.child, .owner]

    var description: String {
        switch self {
        case .nobody: "nobody"
        case .owner: "the owner"
        case .stranger: "a stranger"
        case .seer(let precision): "a seer at \(precision)"
        case .keeper: "the keeper"
        case .adult: "another adult of the family"
        case .hiddenGuardian: "a guardian from whom the child is hidden"
        case .child: "the owner's child"
        case .held: "a held session of the owner's child"
        case .device: "the owner's phone"
        case .tripGuest: "a guest of a trip"
        case .alarmGuest: "a guest of an alarm"
        case .liveGuest: "a guest of a live link"
        case .wall: "a wall display"
        case .deputy: "a deputy"
        case .disabled: "a disabled member"
        case .expired: "an expired session"
        case .aged: "an aged session"
        }
    }

    /// Whether they have no session that counts.
    var isOutside: Bool {
        switch self {
        case .nobody, .device, .tripGuest, .alarmGuest, .liveGuest, .wall, .deputy, .disabled, .expired: true
        case .owner, .stranger, .seer, .keeper, .adult, .hiddenGuardian, .child, .held, .aged: false
        }
    }

    /// Whether they belong to the owner's family.
    var isKin: Bool { [.owner, .adult, .hiddenGuardian, .child, .held, .aged].contains(self) }

    /// Whether nothing of the owner is theirs to know.
    var isUnconnected: Bool { isOutside || self == .stranger || self == .keeper }
}

/// An owner with one of everything that a member can have, and everybody who may ask for it.
struct AccessScene {
    private(set) var test: TestService
    let owner: TestMember
    let session: ID<Session>
    let notice: ID<Notice>
    let place: ID<Place>
    /// A place that the owner gave to the family and follows.
    let familyPlace: ID<Place>
    let clockLink: ID<ClockLink>
    let calendarLink: ID<CalendarLink>
    /// What a Traccar server forwards with the token of the owner's phone.
    let tracker: ID<Tracker>
    /// The other adult of the owner's family, whom the owner could connect to.
    let other: TestMember
    let family: OwnersFamily
    let factors: OwnersFactors
    let money: OwnersMoney
    let missions: OwnersMissions
    let views: OpenedViews
    let live: OwnersLiveLinks
    let deputy: PairedDeputy
    private let members: [Asking: TestMember]
    private let connections: [Asking: ID<Connection>]

    init(_ test: TestService) async throws {
        self.test = test
        var members: [Asking: TestMember] = [.keeper: try await test.member(1), .stranger: try await test.member(3)]
        owner = try await test.member(2)
        members[.owner] = owner
        other = try await test.member(4)
        var connections: [Asking: ID<Connection>] = [:]
        for (number, precision) in Precision.allCases.enumerated() {
            let seer = try await test.member(5 + number)
            members[.seer(precision)] = seer
            connections[.seer(precision)] = ID(text: try await test.connect(seer, to: owner, precision))
        }
        connections[.owner] = ID(text: try await test.connect(other, to: owner, .exact))
        self.connections = connections
        try await test.place("Wrens' nest", at: berlin, of: owner)
        try await test.post(berlin, of: owner)
        let picture = SamplePNG(width: 8, height: 8) { x, y in [200, UInt8(x), UInt8(y), 255] }.bytes
        _ = try await test.hub.setPicture(of: owner.id, file: picture)
        session = try #require(try await test.hub.sessions(of: owner.id).first).id
        place = try await test.identity("/api/v1/places", of: owner)
        familyPlace = try await test.familyPlace(of: owner)
        clockLink = try await test.hub.addClockLink(for: owner.id).link.id
        calendarLink = try await test.calendarLink(of: owner).id
        tracker = try await test.tracker("goldfinch-7", of: owner)
        let ticket = try await test.hub.requestCode(
            CodeRequest(phone: owner.phone, purpose: .recover),
            from: RequestOrigin()
        )
        let code = CodeProof(verification: ticket.id, code: try await test.code(to: owner.phone))
        _ = try await test.hub.startRecovery(code, from: RequestOrigin())
        notice = try await test.identity("/api/v1/notices", of: owner)
        family = try await OwnersFamily(test, of: owner, and: other)
        members[.adult] = other
        members[.hiddenGuardian] = family.hidden
        members[.held] = owner.with(id: family.child, token: family.heldToken)
        members[.child] = owner.with(id: family.child, token: try await test.hub.addSession(for: family.child).token)
        factors = try await OwnersFactors(test, of: owner, members)
        money = try await OwnersMoney(test, of: owner, and: other)
        missions = try await OwnersMissions(test, of: owner, and: family.child)
        _ = try await test.hub.makeConnectCode(for: owner.id, precision: .place, shareExpiresAt: nil)
        views = try await OpenedViews(test)
        live = try await OwnersLiveLinks(test, of: owner, and: family.child)
        deputy = try await PairedDeputy(test)
        members[.aged] = owner
        members[.device] = owner.with(id: owner.id, token: owner.deviceToken)
        members[.disabled] = try await test.disabledViewer(of: owner)
        members[.expired] = owner.with(id: owner.id, token: try await test.expiredSession(of: owner))
        self.members = members
    }

    /// The same on another hub, whose database is a copy.
    func moved(to test: TestService) -> AccessScene {
        var scene = self
        scene.test = test
        return scene
    }

    func member(_ asking: Asking) -> TestMember? { members[asking] }

    /// The connection between the owner and who asks; for others, that of somebody else.
    func connection(of asking: Asking) -> ID<Connection> {
        connections[asking] ?? connections[.owner] ?? sampleID()
    }

    /// What tells of the owner that one asks for the owner's things.
    var secrets: [String] {
        [
            owner.id.text, owner.phone, owner.token, owner.device.text, owner.deviceToken, "Member 2", "Wrens",
            "third oak", session.text, place.text, familyPlace.text, "Old mill", "52.41", clockLink.text,
            calendarLink.text, tracker.text, "goldfinch-7", notice.text, "52.52", "13.40",
            family.id.text, family.child.text, "Linnea", family.invite.text, family.request.text,
            family.childsPhone.text,
            factors.passkey.text, "Kitchen key", money.account.text, money.wish.text, "77123",
            live.id.text, live.childs.text, live.viewer.text, "Aunt Wilma", live.secret,
            missions.mission.text, missions.item.text, "Feed the goldcrest", "Wooden kite",
        ]
    }

    /// Those of them that name the owner and the owner's child.
    var names: [String] { [owner.id.text, "Member 2", family.child.text, "Linnea"] }

    /// Lets everybody have just proved who they are, as this is about whose things they ask for.
    func proveEverybody(secondsAgo seconds: Int64 = 0) async throws {
        let now = test.clock.now.advanced(bySeconds: -seconds).milliseconds
        try await test.hub.database.transaction { try $0.run("UPDATE session SET proved_at = \(now)") }
    }

    /// What a browser sends to add a passkey made in it just now.
    var newPasskey: String {
        let made = TestAuthenticator().create(test.hub.makeChallenge(from: RequestOrigin()).challenge)
        return """
            {"name":"phone","clientData":"\(Base64.encode(made.clientData, alphabet: .urlSafe))",
            "attestation":"\(Base64.encode(made.attestation, alphabet: .urlSafe))"}
            """
    }

    /// What the app shows that somebody is setting up.
    func timedCode(of asking: Asking) -> String {
        AuthenticatorApp.code(ofSecret: factors.secrets[asking] ?? "", at: test.clock.now)
    }
}

extension TestService {
    /// The identity of the first thing in a member's list.
    fileprivate func identity<Subject>(_ path: String, of member: TestMember) async throws -> ID<Subject> {
        let items = try await call("GET", path, token: member.token).items
        return try #require((items.first?["id"] as? String).flatMap { ID(text: $0) })
    }
}
