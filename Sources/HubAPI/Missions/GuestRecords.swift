import API
import Family
import HTTP
import Hub
import Languages

extension HubService {
    func guestRecords(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let records = try await hub.guestRecords(of: caller.member)
        return .json(ListBody(items: records.map { GuestRecordBody($0) }))
    }

    func addGuestRecords(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(AddGuestRecordsBody.self, from: request)
        let wishes = try body.records.map { record throws(Problem) in
            GuestRecordRequest(
                id: record.id,
                kind: record.kind.kind,
                name: record.title,
                gold: try Amount(record.gold, of: "gold"),
                at: record.at
            )
        }
        let intakes = try await hub.addGuestRecords(wishes, by: caller.member)
        let answers = zip(wishes, intakes).map { GuestRecordIntakeBody($0.id, $1, in: request.language) }
        return .json(ListBody(items: answers))
    }

    func removeGuestRecords(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        try await hub.removeGuestRecords(of: caller.member)
        return .done
    }
}

extension GuestRecordIntakeBody {
    /// What became of a record.
    fileprivate init(_ id: ID<GuestRecord>, _ intake: MissionIntake, in language: Language) {
        switch intake {
        case .added: self.init(id: id, outcome: .added)
        case .known: self.init(id: id, outcome: .known)
        case .refused(let refusal): self.init(id: id, outcome: .refused, problem: refusal.problem.body(in: language))
        }
    }
}
