import API
import Family
import FoundationEssentials
import Hub
import HubAPI
import Languages
import Maps
import Messaging
import Storage

/// What a command asks of a hub's data: done by the running hub through its control socket, or else on the database.
///
/// Both sides run the same code, so that a command means the same whether the hub runs or rests.
enum ControlCommand: Codable, Sendable {
    case addMember(phone: String, name: String, password: String?, role: String)
    case listMembers(after: String?)
    case disableMember(phone: String)
    case resetPassword(phone: String, password: String?)
    case addDevice(memberPhone: String, name: String)
    case listDevices(memberPhone: String)
    case revokeDevice(memberPhone: String, id: String)
    /// Texts of trips and alarms blacked out, unless `reveals`.
    case outbox(after: String?, reveals: Bool)
    case securityLog(after: Int64, memberPhone: String?)
    /// Goes through every ledger.
    case ledgers
    case doctor
    /// Begins to read a file into a member's history; `keep` is days or `forever`, where it is to be set.
    case importFile(memberPhone: String, path: String, keep: String?)
    case importState(memberPhone: String, id: String)
    /// A region was imported or removed.
    case reopenRegion
    /// A new pepper and a new key for push services.
    case rotateKeys
    /// Takes a backup, and tries it.
    case backUp
    /// Shows a code by which a machine becomes the hub's deputy; `texts` is `none`, `needed` or `all`.
    case makeDeputyCode(hubName: String, texts: String)
    case listDeputies
    /// By name or id.
    case unpairDeputy(String)

    /// Whether a hub is made for it where there is none: only for a first member.
    var mayCreateHub: Bool {
        if case .addMember = self { true } else { false }
    }

    /// Does it.
    ///
    /// `address` is where phones reach the hub, for set-up links, where nothing else says so.
    func run(
        on service: HubService,
        address: String,
        _ configuration: Configuration,
        isRunning: Bool
    ) async throws -> ControlAnswer {
        let hub = service.hub
        switch self {
        case .addMember(let phone, let name, let password, let role):
            guard password == nil || hub.settings.registration == .open else {
                throw MemberRefusal.passwordNotYoursToSet
            }
            let id = try await hub.addMember(phone: phone, name: name, password: password, role: role)
            // A member without a password sets one by a link that opens once.
            let link = password == nil ? try await passwordLink(for: id, on: hub, address: address) : nil
            return .member(MemberLine(try await hub.profile(id), link: link))
        case .listMembers(let after):
            let last = after.flatMap { ID<Member>(text: $0) }
            return .members(try await hub.members(after: last, limit: 500).map { MemberLine($0) })
        case .disableMember(let phone):
            try await hub.disableMember(try await hub.member(phoneOrID: phone))
            return .done
        case .resetPassword(let phone, let password):
            return try await reset(try await hub.member(phoneOrID: phone), to: password, on: hub, address: address)
        case .addDevice(let phone, let name):
            let member = try await hub.member(phoneOrID: phone)
            let base = hub.settings.publicURL.isEmpty ? address : hub.settings.publicURL
            let id = hub.outside.newID(of: Device.self)
            return .device(
                try await service.issueDevice(id, for: member, name: name, hubURL: base, by: .hubKeeper)
            )
        case .listDevices(let phone):
            return .devices(try await service.deviceBodies(of: try await hub.member(phoneOrID: phone)))
        case .revokeDevice(let phone, let id):
            guard let device = ID<Device>(text: id) else { throw DeviceRefusal.notFound }
            try await hub.revokeDevice(device, of: try await hub.member(phoneOrID: phone), by: .hubKeeper)
            return .done
        case .makeDeputyCode, .listDeputies, .unpairDeputy:
            return try await deputies(on: hub, address: address, isRunning: isRunning)
        case .outbox, .doctor, .securityLog, .ledgers, .reopenRegion, .rotateKeys, .importFile, .importState, .backUp:
            return try await look(on: service, configuration, isRunning: isRunning)
        }
    }

    /// What is about the hub itself, and no member's.
    private func look(
        on service: HubService,
        _ configuration: Configuration,
        isRunning: Bool
    ) async throws -> ControlAnswer {
        let hub = service.hub
        switch self {
        case .outbox(let after, let reveals):
            let last = after.flatMap { ID<OutboxMessage>(text: $0) }
            return .outbox(try await hub.keepersOutbox(after: last, reveals: reveals).map(OutboxItemBody.init))
        case .importFile(let phone, let path, let keep):
            return .importing(try await importing(path, of: phone, keep, on: service))
        case .importState(let phone, let id): return .importing(try await stateOfImport(id, of: phone, on: service))
        case .doctor:
            let doctor = Doctor(configuration: configuration, hub: hub, atlas: service.atlas, isRunning: isRunning)
            return .findings((await doctor.findings()).bodies(in: .english))
        case .securityLog(let after, let phone):
            let member = phone == nil ? nil : try await hub.member(phoneOrID: phone ?? "")
            return .securityLog(try await hub.securityEvents(after: after, of: member).map(SecurityLine.init))
        case .ledgers:
            return .ledgers(try await Hub.checkLedgers(in: hub.database).map(LedgerReportLine.init))
        case .reopenRegion:
            try await service.atlas.reopen()
            return .done
        case .rotateKeys:
            try hub.rotateKeys()
            return .done
        case .backUp: return .backup(try await takeBackup(configuration, hub))
        default: preconditionFailure("only these are asked of it")
        }
    }

    /// A password of the keeper's choosing on an open hub, as for a trial; elsewhere a link by which the member sets one.
    private func reset(
        _ id: ID<Member>,
        to password: String?,
        on hub: Hub,
        address: String
    ) async throws -> ControlAnswer {
        guard let password else {
            let link = try await passwordLink(for: id, on: hub, address: address)
            return .member(MemberLine(try await hub.profile(id), link: link))
        }
        guard hub.settings.registration == .open else { throw MemberRefusal.passwordNotYoursToSet }
        try await hub.resetPassword(id, to: password)
        return .done
    }

    /// A link by which a member sets a password once; its secret stands behind the number sign.
    private func passwordLink(for member: ID<Member>, on hub: Hub, address: String) async throws -> String {
        let base = hub.settings.publicURL.isEmpty ? address : hub.settings.publicURL
        return "\(base)/set-password#link=\(try await hub.makePasswordLink(for: member).token)"
    }
}

extension OutboxItemBody {
    fileprivate init(_ item: OutboxItem) {
        self.init(
            id: item.id.text,
            channel: item.channel.rawValue,
            to: item.to,
            text: item.text,
            createdAt: item.createdAt
        )
    }
}

/// What a command was answered.
enum ControlAnswer: Codable, Sendable {
    case done
    case member(MemberLine)
    case members([MemberLine])
    case device(DeviceIssuedBody)
    case devices([DeviceBody])
    case outbox([OutboxItemBody])
    case securityLog([SecurityLine])
    case ledgers([LedgerReportLine])
    case findings([FindingBody])
    case importing(ImportBody)
    case backup(BackupLine)
    case deputyCode(DeputyCodeLine)
    case deputies([KeeperDeputyBody])
    case refused(words: String)
}

/// A member as the keeper's commands show it: no position, no number.
struct MemberLine: Codable, Sendable {
    let id: ID<Member>
    let name: String
    let role: String
    let keeper: Bool
    let disabled: Bool
    /// Where the member sets a password, once, within a day.
    let link: String?

    init(_ profile: MemberProfile, link: String? = nil) {
        self.link = link
        id = profile.id
        name = profile.name
        role = profile.role
        keeper = profile.keeper
        disabled = profile.disabled
    }
}

/// A line of the security log as the keeper's command shows it; who and where are keyed hashes.
struct SecurityLine: Codable, Sendable {
    let id: Int64
    let at: Timestamp
    let kind: String
    let member: String?
    let network: String?
    let about: String?

    init(_ event: SecurityEvent) {
        (id, at, kind) = (event.id, event.at, event.kind)
        (member, network, about) = (event.member, event.network, event.about)
    }
}
