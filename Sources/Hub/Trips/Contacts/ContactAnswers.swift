import Bus
package import Family
import SQL
import Storage
import Synchronization

/// What an outside contact reads before they answer.
package struct ContactQuestion: Sendable {
    /// Who asks.
    package var name: String
    package var state: ContactConsent.State
}

/// The contact's own side: by the token of their link, without an account (F77).
///
/// The link stays the same and goes on working after a removal: in an alarm that goes on under duress they can still end
/// it, and nobody learns from it that they were removed.
extension Hub {
    /// What a contact is asked, by the token of their own link.
    ///
    /// Throws `OutsideContactRefusal`, or `StorageError`.
    package func contactQuestion(_ token: String, from origin: RequestOrigin) async throws -> ContactQuestion {
        let hash = try guess(contactToken: token, from: origin)
        let question = try await database.read { transaction -> ContactQuestion? in
            guard let row = try transaction.outsideContact(linkHash: hash),
                let person = try transaction.member(row.member)
            else { return nil }
            return ContactQuestion(name: person.name, state: row.consent.state)
        }
        guard let question else { throw wrongContact(from: origin) }
        return question
    }

    /// Takes a contact's answer, or that they end it; the member is told, unless that would show a duress alarm (F29).
    ///
    /// Throws `OutsideContactRefusal`, or `StorageError`.
    package func answerContact(_ token: String, wantsCalls: Bool, from origin: RequestOrigin) async throws
        -> ContactQuestion
    {
        let hash = try guess(contactToken: token, from: origin)
        let now = safetyNow
        let (question, told) = try await database.transaction { transaction -> (ContactQuestion?, ID<Member>?) in
            guard var row = try transaction.outsideContact(linkHash: hash) else { return (nil, nil) }
            let (person, _, _) = try self.traveller(row.member, in: transaction)
            var told: ID<Member>?
            // Whoever has the link could fill the member's notices by agreeing and ending in turn; ending is never refused.
            if wantsCalls, row.consent.state != .agreed,
                let seconds = self.contactBudget.retryAfterSeconds(row.id, now: now)
            {
                throw OutsideContactRefusal.tooManyTries(retryAfterSeconds: seconds)
            }
            if row.consent.answer(wantsCalls: wantsCalls, now: now) {
                try transaction.setOutsideContact(row)
                // Of a contact whom they removed, the member hears nothing more.
                if row.removedAt == nil {
                    var notice = self.notice(wantsCalls ? .contactAgreed : .contactEnded, for: row.member)
                    notice.isWithheld = try transaction.isDuressWithheld(row.id)
                    try transaction.addNotice(notice)
                    told = notice.isWithheld ? nil : row.member
                }
            }
            return (ContactQuestion(name: person.name, state: row.consent.state), told)
        }
        guard let question else { throw wrongContact(from: origin) }
        if let told { bus.publish([.notice(told)]) }
        return question
    }

    private func guess(contactToken token: String, from origin: RequestOrigin) throws(OutsideContactRefusal) -> [UInt8]
    {
        let now = outside.now()
        if let seconds = guessLimit.withLock({ $0.retryAfterSeconds(origin.network, now: now) }) {
            throw .tooManyTries(retryAfterSeconds: seconds)
        }
        return vault.hash(token: Array(token.utf8)).bytes
    }

    private func wrongContact(from origin: RequestOrigin) -> OutsideContactRefusal {
        let now = outside.now()
        guessLimit.withLock { $0.count(origin.network, now: now) }
        return .notFound
    }
}
