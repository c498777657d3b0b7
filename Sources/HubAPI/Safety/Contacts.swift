import API
import Family
import HTTP
import Hub

extension HubService {
    func contacts(_ visitor: Visitor, _ request: Request) async throws -> Response {
        .json(ListBody(items: try await hub.outsideContacts(of: visitor.member).map(ContactBody.init)))
    }

    func addContact(_ visitor: Visitor, _ request: Request) async throws -> Response {
        let body = try JSON.read(AddContactBody.self, from: request)
        let wanted = ContactRequest(
            id: body.id,
            name: body.name,
            phone: body.phone,
            region: body.region,
            mail: body.mail
        )
        return .json(ContactBody(try await hub.addOutsideContact(wanted, by: visitor)), status: 201)
    }

    func removeContact(_ id: ID<Contact>, _ visitor: Visitor, _ request: Request) async throws -> Response {
        try await hub.removeOutsideContact(id, by: visitor)
        return .done
    }

    /// The contact's own browser; the token comes in the body, so no address holds it (F47).
    func viewContact(_ asker: Asker, _ request: Request) async throws -> Response {
        let body = try JSON.read(ViewContactBody.self, from: request)
        return .json(ContactQuestionBody(try await hub.contactQuestion(body.token, from: asker)))
    }

    func answerContact(_ asker: Asker, _ request: Request) async throws -> Response {
        let body = try JSON.read(AnswerContactBody.self, from: request)
        let question = try await hub.answerContact(body.token, wantsCalls: body.agree, from: asker)
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

extension Problem {
    init(_ refusal: OutsideContactRefusal) {
        self =
            switch refusal {
            case .limit(.tooMany): Problem(409, "tooManyContacts", "Three contacts at most. Remove one first.")
            case .limit(.saidNo): Problem(409, "contactSaidNo", "This contact does not want to be called.")
            case .limit(.askedTooOften):
                Problem(429, "askedTooOften", "You asked several people lately. Try again later.")
                    .retry(afterSeconds: 86_400)
            case .guardianDecides:
                Problem(403, "guardianDecides", "You can name contacts yourself from the year in which you turn ten.")
            case .addressMissing: .invalid("phone", "Enter a phone number or a mail address.")
            case .mailInvalid: .invalid("mail", "This is not a mail address.")
            case .cannotText: .invalid("phone", "This hub sends no texts to this number. Enter a mail address.")
            case .idUsedOtherwise: .idUsedOtherwise
            case .notFound: .notFound
            case .tooManyTries(let seconds):
                Problem(429, "tooManyTries", "Too many wrong links. Try again later.").retry(afterSeconds: seconds)
            }
    }
}
