import Crypto
import Family
import Hub
import SQL
import Storage
import Testing

extension TestHub {
    /// Asks for a code for the `number`th member's number.
    func ask(
        _ purpose: CodePurpose,
        for number: Int,
        claim: String? = nil,
        from origin: RequestOrigin = RequestOrigin()
    ) async throws -> CodeTicket {
        let request = CodeRequest(phone: TestHub.phone(number), purpose: purpose, claim: claim)
        return try await hub.requestCode(request, from: origin)
    }

    /// What was written to a number, oldest first; on a hub without senders.
    func texts(to number: Int) async throws -> [String] {
        try await hub.sendMessages()
        return try await hub.outboxItems(after: nil).filter { $0.to == TestHub.phone(number) }.map(\.text)
    }

    /// Asks for a code and reads it in the outbox.
    func proof(
        _ purpose: CodePurpose,
        for number: Int,
        claim: String? = nil,
        from origin: RequestOrigin = RequestOrigin()
    ) async throws -> CodeProof {
        let ticket = try await ask(purpose, for: number, claim: claim, from: origin)
        let text = try #require(try await texts(to: number).last)
        return CodeProof(verification: ticket.id, code: try #require(codeOfText(text)))
    }

    /// The refusal that something comes to; nil where it works.
    func codeRefusal(_ body: () async throws -> Void) async throws -> CodeRefusal? {
        do {
            try await body()
            return nil
        } catch let error as CodeRefusal {
            return error
        }
    }
}

/// The code in a text: the digits behind the last number sign.
func codeOfText(_ text: String) -> String? {
    text.split(separator: "#").last.map(String.init).flatMap { code in
        code.count == 6 && code.allSatisfy(\.isNumber) ? code : nil
    }
}

/// Six digits that are not these.
func wrongCode(_ code: String) -> String { code == "000000" ? "000001" : "000000" }

/// A browser with a cookie of its own, on a network of its own.
func browser(_ number: UInt8) -> RequestOrigin {
    RequestOrigin(network: [10, 0, number], browser: "browser-number-\(number)-and-its-secret")
}
