import Bus
import Crypto
package import Family
import Languages
import Messaging
import SQL
import Storage

/// Until when a code by mail is good, and when the next one may be asked for.
package struct MailTicket: Sendable {
    package var expiresAt: Timestamp
    package var resendAfterSeconds: Int
}

extension Hub {
    private static let mailCodeMilliseconds: Int64 = 600_000
    private static let mailPauseSeconds: Int64 = 60
    private static let mailsADay = 5
    private static let mailChecksMax = 5

    /// Mails a code to the address that a member wants security notices to go to as well.
    ///
    /// Throws `ProofRefusal`, `MailRefusal`, or `StorageError`.
    package func requestMailCode(of caller: AuthenticatedSession, to address: String) async throws -> MailTicket {
        try await requireRecentProof(caller)
        guard let address = MailAddress(address) else { throw MailRefusal.invalid }
        guard let row = try await database.read({ try $0.member(caller.member) }), let key = dataKey(of: row) else {
            throw MemberRefusal.notFound
        }
        let now = outside.now()
        let code = SecureRandom.digits(6)
        let sealed = key.seal(Array(address.text.utf8), additional: Vault.Purpose.mail.binding(row.id.bytes))
        let words = mailCodeText(code).text(in: row.reads)
        let message = message(.mail, to: address.text, words, worthMilliseconds: Hub.mailCodeMilliseconds)
        let hash = vault.hash(code: code, ofVerification: sealed)
        let expiresAt = now.advanced(byMilliseconds: Hub.mailCodeMilliseconds)
        try await database.transaction { transaction in
            var mail = try transaction.memberMail(row.id) ?? MemberMailRow(member: row.id)
            try mail.countRequest(now: now, pauseSeconds: Hub.mailPauseSeconds, aDay: Hub.mailsADay)
            mail.pendingMailSealed = sealed
            mail.codeHash = hash
            mail.codeExpiresAt = expiresAt
            mail.checks = 0
            try transaction.setMemberMail(mail)
            try transaction.note(address.text, of: row.id, isProved: false, vault: self.vault, now: now)
            try transaction.addMessage(message)
        }
        ringOutbox()
        return MailTicket(expiresAt: expiresAt, resendAfterSeconds: Int(Hub.mailPauseSeconds))
    }

    /// Takes an address into use that a code proved; every session, the number and the address before are told.
    ///
    /// Throws `ProofRefusal`, `CodeRefusal.wrongCode`, or `StorageError`.
    package func setMail(of caller: AuthenticatedSession, code: String, from origin: RequestOrigin) async throws {
        let typed = code.filter { !$0.isWhitespace }
        let (now, vault) = (outside.now(), vault)
        // A wrong code is counted, so it must commit: the refusal comes out as a value.
        let isRight = try await changeMail(of: caller) { transaction, mail in
            guard let pending = mail.pendingMailSealed, let expiresAt = mail.codeExpiresAt, now < expiresAt,
                mail.checks < Hub.mailChecksMax
            else { return false }
            guard vault.isRight(code: typed, ofVerification: pending, hash: mail.codeHash) else {
                mail.checks += 1
                try transaction.setMemberMail(mail)
                return false
            }
            mail.mailSealed = pending
            mail.forgetPending()
            try transaction.setMemberMail(mail)
            try transaction.noteAddresses(of: mail.member, vault: vault, now: now)
            return true
        }
        guard isRight else {
            note(.codeRefused, caller.member, from: origin, about: "mail")
            throw CodeRefusal.wrongCode
        }
    }

    /// Forgets a member's address; where there is none, that is done already.
    package func removeMail(of caller: AuthenticatedSession) async throws {
        _ = try await changeMail(of: caller) { transaction, mail in
            guard mail.mailSealed != nil || mail.pendingMailSealed != nil else { return false }
            let wasInUse = mail.mailSealed != nil
            mail.mailSealed = nil
            mail.forgetPending()
            try transaction.setMemberMail(mail)
            return wasInUse
        }
    }

    /// Adds news about an account to what is on its way: to the number, and to the address where there is one.
    func addNews(_ text: [Phrase], to row: MemberRow, in transaction: Transaction) throws {
        if let phone = phone(of: row) {
            let words = text.text(in: row.reads)
            try transaction.addMessage(message(.text, to: phone.e164, words, worthMilliseconds: Hub.newsMilliseconds))
        }
        try addMailNews(text, to: row, in: transaction)
    }

    /// The same to the address alone.
    func addMailNews(_ text: [Phrase], to row: MemberRow, in transaction: Transaction) throws {
        guard let mail = mail(try transaction.memberMail(row.id)?.mailSealed, of: row) else { return }
        let words = text.text(in: row.reads)
        try transaction.addMessage(message(.mail, to: mail, words, worthMilliseconds: Hub.newsMilliseconds))
    }

    /// Tells a member's sessions, and their mail address where there is one, of a log-in in a browser that was new.
    func tellNewLogIn(_ member: ID<Member>) async throws {
        let notice = notice(.newLogIn, for: member)
        try await database.transaction { transaction in
            try transaction.addNotice(notice)
            guard let row = try transaction.member(member) else { return }
            try self.addMailNews(self.newLogInText, to: row, in: transaction)
        }
        bus.publish([.notice(member)])
        ringOutbox()
    }

    /// A member's address; nil without one.
    func mail(_ sealed: [UInt8]?, of row: MemberRow) -> String? { vault.mail(sealed, of: row) }

    /// Changes a member's address after a proof that is recent; where `change` says that it did, everybody is told.
    private func changeMail(
        of caller: AuthenticatedSession,
        _ change: @escaping @Sendable (Transaction, inout MemberMailRow) throws -> Bool
    ) async throws -> Bool {
        try await requireRecentProof(caller)
        let notice = notice(.mailChanged, for: caller.member)
        let text = mailChangedText
        let isChanged = try await database.transaction { transaction in
            guard let row = try transaction.member(caller.member) else { throw MemberRefusal.notFound }
            var mail = try transaction.memberMail(row.id) ?? MemberMailRow(member: row.id)
            let before = self.mail(mail.mailSealed, of: row)
            guard try change(transaction, &mail) else { return false }
            try transaction.addNotice(notice)
            try self.addNews(text, to: row, in: transaction)
            if let before, before != self.mail(mail.mailSealed, of: row) {
                let words = text.text(in: row.reads)
                let news = self.message(.mail, to: before, words, worthMilliseconds: Hub.newsMilliseconds)
                try transaction.addMessage(news)
            }
            return true
        }
        guard isChanged else { return false }
        bus.publish([.notice(caller.member)])
        ringOutbox()
        return true
    }

    private func mailCodeText(_ code: String) -> [Phrase] {
        [
            "Hearth: \(code) is your code for this mail address",
            "Enter it on the page that asked for it. Valid for 10 minutes.",
            "Never share it. Hearth never asks for it. Not requested? Ignore this mail.",
        ]
    }

    private var newLogInText: [Phrase] {
        ["Hearth: new login", "Not you? Log it out under Login and security and change your password."]
    }

    private var mailChangedText: [Phrase] {
        [
            "Hearth: your mail address was changed.",
            "Security notices go to the new address. Not you? Log in, change it back and change your password.",
        ]
    }
}

extension MemberMailRow {
    fileprivate mutating func forgetPending() {
        pendingMailSealed = nil
        codeHash = nil
        codeExpiresAt = nil
        checks = 0
    }

    /// Counts a request for a code, or refuses it.
    fileprivate mutating func countRequest(now: Timestamp, pauseSeconds: Int64, aDay most: Int) throws(MailRefusal) {
        let day: Int64 = 86_400_000
        let ready = askedAt.advanced(bySeconds: pauseSeconds)
        guard ready <= now else { throw .tooSoon(retryAfterSeconds: Int(ready.milliseconds(since: now) + 999) / 1_000) }
        if now.milliseconds(since: askedSince) >= day { (askedSince, askedCount) = (now, 0) }
        guard askedCount < most else {
            let end = askedSince.advanced(byMilliseconds: day)
            throw .tooSoon(retryAfterSeconds: Int(end.milliseconds(since: now) + 999) / 1_000)
        }
        askedCount += 1
        askedAt = now
    }
}
