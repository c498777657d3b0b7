import API

extension DeputyRoute {
    /// Deputies, and who is guarded by them.
    var endpoint: Endpoint {
        switch self {
        case .turns: .deputy { try await $0.answerDeputy($1, $2) }
        case .pairings: .joiningDeputy { try await $0.pairDeputy($1, $2) }
        case .mine: .session { try await $0.deputies($1, $2) }
        case .choose(let id): .session { try await $0.chooseDeputy(id, $1, $2) }
        case .decline(let id): .session { try await $0.declineDeputy(id, $1, $2) }
        }
    }
}
