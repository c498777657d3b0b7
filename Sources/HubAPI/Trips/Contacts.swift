import API
import Family
import HTTP
import Hub
import Languages

extension HubService {
    func contacts(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        .json(ListBody(items: try await hub.outsideContacts(of: caller.member).map(ContactBody.init)))
    }

    func addContact(_ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        let body = try JSON.read(AddContactBody.self, from: request)
        let wanted = ContactRequest(
            id: body.id,
            name: body.name,
            phone: body.phone,
            region: body.region,
            mail: body.mail
        )
        return .json(ContactBody(try await hub.addOutsideContact(wanted, by: caller)), status: 201)
    }

    func removeContact(_ id: ID<Contact>, _ caller: AuthenticatedSession, _ request: Request) async throws -> Response {
        try await hub.removeOutsideContact(id, by: caller)
        return .done
    }

    /// The contact's own browser; the token comes in the body, so no address holds it (F47).
    func viewContact(_ origin: RequestOrigin, _ request: Request) async throws -> Response {
        let body = try JSON.read(ViewContactBody.self, from: request)
        return .json(ContactQuestionBody(try await hub.contactQuestion(body.token, from: origin)))
    }

    func answerContact(_ origin: RequestOrigin, _ request: Request) async throws -> Response {
        let body = try JSON.read(AnswerContactBody.self, from: request)
        let question = try await hub.answerContact(body.token, wantsCalls: body.agree, from: origin)
        return .json(ContactQuestionBody(question))
    }
}

extension ContactBody {
    fileprivate init(_ info: ContactInfo) {
        self.init(id: info.id, name: info.name, state: info.state.rawValue, askedAt: info.askedAt)
        (phone, mail) = (info.phone, info.mail)
    }
}

extension ContactQuestionBody {
    fileprivate init(_ question: ContactQuestion) {
        self.init(name: question.name, state: question.state.rawValue)
    }
}

extension OutsideContactRefusal: Refusal {
    var problem: Problem {
        switch self {
        case .limit(.tooMany): Problem(409, "tooManyContacts", "At most 3 contacts. Remove one first.")
        case .limit(.saidNo): Problem(409, "contactSaidNo", "This contact declined.")
        case .limit(.askedTooOften):
            Problem(429, "askedTooOften", "Too many requests. Try again later.")
                .retry(afterSeconds: 86_400)
        case .guardianDecides:
            Problem(403, "guardianDecides", "You can add contacts from the year you turn 10.")
        case .addressMissing: .invalid("phone", "Enter a phone number or a mail address.")
        case .mailInvalid: .invalid("mail", "Invalid mail address.")
        case .cannotText: .invalid("phone", "This hub cannot text this number. Enter a mail address.")
        case .idUsedOtherwise: .idUsedOtherwise
        case .notFound: .notFound
        case .tooManyTries(let seconds):
            Problem(429, "tooManyTries", "Too many wrong links. Try again later.").retry(afterSeconds: seconds)
        }
    }
}
