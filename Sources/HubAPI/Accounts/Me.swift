import Family
import API
import HTTP
import Hub
import Languages

extension HubService {
    func me(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        .json(MeBody(try await hub.profile(caller.member)))
    }

    func changeMe(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(ChangeMeBody.self, from: request)
        let language = try body.language.map { tag throws(Problem) -> Language in
            guard let language = Language(rawValue: tag) else { throw .languageUnknown }
            return language
        }
        // An alarm says it (F84).
        if body.name != nil { try await hub.requirePIN(caller) }
        let profile = try await hub.changeProfile(
            caller.member,
            name: body.name,
            colour: body.colour,
            timeZone: body.timeZone,
            language: language
        )
        return .json(MeBody(profile))
    }

    func shown(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        .json(ShownBody(try await hub.shown(for: caller.member)))
    }

    func setShown(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(ShownBody.self, from: request)
        try await hub.setShown(for: caller.member, to: try HomeChoice(body))
        return .json(body)
    }
}

extension MeBody {
    init(_ profile: MemberProfile) {
        self.init(
            id: profile.id,
            name: profile.name,
            colour: profile.colour,
            phone: (profile.phone ?? profile.unconfirmedPhone)?.e164,
            role: profile.role,
            keeper: profile.keeper,
            picture: picturePath(of: profile.id, profile.pictureVersion),
            mail: profile.mail,
            timeZone: profile.timeZone,
            language: profile.language?.rawValue,
            numberUnconfirmed: profile.phone == nil && profile.unconfirmedPhone != nil ? true : nil,
            hubSendsTexts: profile.hubSendsTexts ? true : nil
        )
    }
}

extension ShownBody {
    init(_ shown: HomeChoice) {
        switch shown {
        case .oneself: self.init(kind: .me)
        case .everyone: self.init(kind: .all)
        case .member(let id): self.init(kind: .member, member: id)
        }
    }
}

extension HomeChoice {
    fileprivate init(_ body: ShownBody) throws(SubjectRefusal) {
        switch (body.kind, body.member) {
        case (.me, nil): self = .oneself
        case (.all, nil): self = .everyone
        case (.member, let id?): self = .member(id)
        default: throw .memberMissing
        }
    }
}
