public import API
public import Family
public import Foundation

extension HearthClient {
    /// My own profile.
    public func me() async throws(ClientFailure) -> MeBody {
        try await ask(.me)
    }

    /// Changes my profile; what is absent stays.
    @discardableResult
    public func changeMe(_ body: ChangeMeBody) async throws(ClientFailure) -> MeBody {
        try await ask(.changeMe, sending: body)
    }

    /// Whom I see, and who sees me.
    public func connections() async throws(ClientFailure) -> ConnectionsBody {
        try await ask(.connections)
    }

    /// Makes a code by which one person may see me, once.
    public func makeConnectCode(_ body: ConnectCodeRequestBody) async throws(ClientFailure) -> ConnectCodeBody {
        try await ask(.setConnectCode, sending: body)
    }

    /// Connects to somebody by their number and their code.
    @discardableResult
    public func connect(_ body: ConnectBody) async throws(ClientFailure) -> ConnectedBody {
        try await ask(.connect, sending: body, mayRepeat: true)
    }

    /// Changes what somebody sees of me; to show a companion less while a trip is under way takes the PIN.
    @discardableResult
    public func changeConnection(
        _ id: ID<Connection>,
        _ body: ChangeConnectionBody,
        pin: String? = nil
    ) async throws(ClientFailure) -> ConnectionBody {
        try await ask(.changeConnection(id), sending: body, pin: pin)
    }

    /// Calls somebody I see by another name, which nobody else is shown; nil by the one that they have.
    public func name(_ id: ID<Connection>, _ name: String?) async throws(ClientFailure) {
        try await send(.nameConnection(id), sending: OwnNameBody(name: name))
    }

    /// Ends a connection, from either side.
    public func endConnection(_ id: ID<Connection>, pin: String? = nil) async throws(ClientFailure) {
        try await send(.endConnection(id), pin: pin)
    }

    /// My family: the members, and the invites that are open.
    public func families() async throws(ClientFailure) -> [FamilyBody] {
        try await all(.families)
    }

    /// Whom my first screen shows.
    public func shown() async throws(ClientFailure) -> ShownBody {
        try await ask(.shown)
    }

    /// Chooses whom my first screen shows.
    public func show(_ body: ShownBody) async throws(ClientFailure) {
        try await send(.setShown, sending: body)
    }

    /// Who looked at me, the latest first; `after` is `next` of the page before.
    public func looks(after: String? = nil) async throws(ClientFailure) -> LooksBody {
        try await ask(.looks, after.map { [QueryField("after", $0)] } ?? [])
    }

    /// My open live links.
    public func liveLinks() async throws(ClientFailure) -> [LiveLinkBody] {
        try await all(.live(.links))
    }

    /// Makes a link by which anybody who has it sees me for some hours; it is shown this once.
    ///
    /// Not repeated by itself: whose answer was lost ends the link and makes another.
    public func addLiveLink(_ body: AddLiveLinkBody) async throws(ClientFailure) -> LiveLinkBody {
        try await ask(.live(.addLink), sending: body)
    }

    /// Ends a live link of mine at once.
    public func endLiveLink(_ id: ID<LiveLink>, pin: String? = nil) async throws(ClientFailure) {
        try await send(.live(.endLink(id)), pin: pin)
    }

    /// A member's picture as a file; absent where they have none or I may not see them.
    public func picture(of member: ID<Member>) async throws(ClientFailure) -> Data? {
        do throws(ClientFailure) {
            return try await bytes(answering: HubRequest(.picture(member)))
        } catch {
            guard case .refused(let refusal) = error, refusal.status == 404 else { throw error }
            return nil
        }
    }

    /// What I am to be told of those whom I see.
    public func watches() async throws(ClientFailure) -> [WatchBody] {
        try await all(.watches)
    }

    /// Chooses what I am to be told of somebody.
    public func watch(_ body: WatchBody) async throws(ClientFailure) {
        try await send(.setWatch, sending: body)
    }

    /// What I am told, the latest first.
    public func notices() async throws(ClientFailure) -> [NoticeBody] {
        try await all(.notices)
    }

    /// Puts a notice away.
    public func removeNotice(_ id: ID<NoticeReference>) async throws(ClientFailure) {
        try await send(.removeNotice(id))
    }

    /// The phones that report for me.
    public func devices() async throws(ClientFailure) -> [DeviceBody] {
        try await all(.devices)
    }

    /// Adds a phone that reports for me; its token is shown this once.
    ///
    /// Not repeated by itself: whose answer was lost revokes the device and adds another.
    public func addDevice(_ body: AddDeviceBody) async throws(ClientFailure) -> DeviceIssuedBody {
        try await ask(.addDevice, sending: body)
    }

    /// Takes a phone its right to report for me.
    public func revokeDevice(_ id: ID<Device>, pin: String? = nil) async throws(ClientFailure) {
        try await send(.revokeDevice(id), pin: pin)
    }
}
