import API
import HTTP
import Hub

extension HubService {
    /// More members than this are counted and not listed.
    private static let membersMax = 200

    /// `GET /keeper`: how the hub is, for the keeper alone.
    func keeperView(_ keeper: Keeper, _ request: Request) async throws -> Response {
        let figures = try await hub.figures()
        let members = try await hub.keeperMembers(limit: HubService.membersMax)
        let tally = hub.tally
        let own = [JobBody(job: "deadlines", at: tally.lastRound), JobBody(job: "tidying", at: tally.lastTidied)]
        let deputies = try await hub.keeperDeputies()
        var body = KeeperBody(
            version: HubService.version,
            findings: await machine.findings(request.language).sorted { $0.state.weight > $1.state.weight },
            members: members.map(KeeperMemberBody.init),
            memberCount: figures.members,
            outbox: OutboxStateBody(
                waiting: figures.waiting.reduce(0) { $0 + $1.count },
                oldestSeconds: Int(figures.oldestMessageMilliseconds / 1_000),
                givenUp: figures.failedMessages
            ),
            storage: machine.storage(),
            jobs: own + machine.jobs()
        )
        if !deputies.isEmpty { body.deputies = deputies.map(KeeperDeputyBody.init) }
        return .json(body)
    }
}

extension KeeperMemberBody {
    fileprivate init(_ member: KeeperMember) {
        self.init(
            member: member.id,
            name: member.name,
            role: member.role,
            keeper: member.isKeeper,
            disabled: member.isDisabled,
            devices: member.devices,
            heardOn: member.heardOn
        )
    }
}

extension FindingBody.State {
    fileprivate var weight: Int {
        switch self {
        case .weak: 2
        case .advice: 1
        case .good: 0
        }
    }
}
