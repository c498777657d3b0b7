import Crypto
package import Deputy
package import Family
import SQL
package import Storage

/// Why something about deputies was not done; nothing changed.
package enum DeputyRefusal: Error, Hashable, Sendable {
    /// No code waits, or it is another one.
    case codeWrong
    case tooMany
    case notFound
    /// A name of 1 to 60 characters is needed.
    case name
    /// A child of less than ten years: an adult of the family decides (F44).
    case guardianDecides
}

/// A deputy as the keeper, and who is guarded by it, is shown it.
package struct DeputyStanding: Hashable, Sendable {
    package var id: ID<DeputyMachine>
    package var name: String
    package var texts: DeputyTexts
    package var pairedAt: Timestamp
    /// When it last took a turn; nil where it never did.
    package var heardAt: Timestamp?

    /// Beyond this it is said not to be heard.
    package static let silentMilliseconds: Int64 = 90_000

    /// Whether it would notice now that the hub is dead.
    package func isHeard(now: Timestamp) -> Bool {
        heardAt.map { now.milliseconds(since: $0) < Self.silentMilliseconds } ?? false
    }

    init(_ row: DeputyRow) {
        (id, name, texts) = (row.id, row.name, DeputyTexts(rawValue: row.texts) ?? .none)
        (pairedAt, heardAt) = (row.pairedAt, row.heardAt)
    }
}

extension Hub {
    /// Shows a code by which one deputy may be paired within 15 minutes; it takes the place of one shown before.
    ///
    /// `hubName` is what the hub is called in the deputy's messages. Throws `DeputyRefusal`, or `StorageError`.
    package func makeDeputyCode(hubName: String, texts: DeputyTexts) async throws -> String {
        try checkDeputyName(hubName)
        let deputies = try await database.read { try $0.deputies() }
        guard deputies.count(where: { $0.endedAt == nil }) < DeputyLimits.deputiesMax else {
            throw DeputyRefusal.tooMany
        }
        let code = DeputyCode.make()
        let expiresAt = outside.now().advanced(byMilliseconds: DeputyCode.validMilliseconds)
        self.deputies.show(DeputyDesk.Code(text: code, hubName: hubName, texts: texts, expiresAt: expiresAt))
        return code
    }

    /// Whether a machine knows the code that is shown now.
    package func isProven(_ join: DeputyJoin) -> Bool {
        deputies.code(now: outside.now()).map { join.proven(code: $0.text) != nil } ?? false
    }

    /// Pairs with a deputy whose keeper was told the code.
    ///
    /// Throws `DeputyRefusal`, or `StorageError`.
    package func pair(_ join: DeputyJoin) async throws -> DeputyWelcome {
        let now = outside.now()
        guard let code = deputies.code(now: now), let deputy = join.proven(code: code.text) else {
            throw DeputyRefusal.codeWrong
        }
        try checkDeputyName(join.name)
        guard let own = DeputyKeys(seed: outside.random(DeputyKeys.seedCount)) else {
            preconditionFailure("the world gave too few random bytes")
        }
        guard deputies.use(code.text) else { throw DeputyRefusal.codeWrong }
        let pairing = DeputyPairing(hub: own.published, deputy: deputy)
        let id = ID<DeputyMachine>(sharing: pairing.id)
        let row = DeputyRow(
            id: id,
            name: join.name,
            hubName: code.hubName,
            keysSealed: vault.keys.wrapping.seal(
                own.seed + deputy.bytes,
                additional: Vault.Purpose.deputyKeys.binding(id.bytes)
            ),
            texts: code.texts.rawValue,
            pairedAt: now,
            generation: newDeputyGeneration()
        )
        try await database.transaction { transaction in
            guard try transaction.deputies().count(where: { $0.endedAt == nil }) < DeputyLimits.deputiesMax else {
                throw DeputyRefusal.tooMany
            }
            try transaction.addDeputy(row)
        }
        deputies.setNeeded(true)
        outside.log(LogEntry(.info, "a deputy was paired"))
        return DeputyWelcome(hub: code.hubName, pairing: pairing, code: code.text, texts: code.texts.rawValue)
    }

    /// The deputies of this hub, oldest first.
    package func deputyStandings() async throws -> [DeputyStanding] {
        try await database.read { try $0.deputies() }.filter { $0.endedAt == nil }.map(DeputyStanding.init)
    }

    /// Gives a deputy up: it holds nothing from its next turn on.
    ///
    /// Throws `DeputyRefusal.notFound`, or `StorageError`.
    package func unpairDeputy(_ id: ID<DeputyMachine>) async throws {
        let now = outside.now()
        try await database.transaction { transaction in
            guard let row = try transaction.deputy(id), row.endedAt == nil else { throw DeputyRefusal.notFound }
            try transaction.endDeputy(id, now: now)
        }
        deputies.wake()
    }

    /// At a start: which deputies there are, and what they guard since before it.
    func rememberGuarded() async throws {
        let (known, guarded) = try await database.read { transaction in
            (try transaction.deputies().filter { $0.endedAt == nil }.map(\.id), try transaction.membersGuarded())
        }
        deputies.remember(known, guarding: guarded)
    }

    /// Names a life of the hub; as many digits each time, so that the size of an answer says nothing.
    func newDeputyGeneration() -> Int64 {
        outside.random(8).reduce(0) { $0 << 8 | Int64($1) } & Int64.max | 1 << 62
    }

    /// Both sides' keys; nil where the row was sealed by another hub.
    func deputyKeys(of row: DeputyRow) -> (own: DeputyKeys, pairing: DeputyPairing)? {
        let additional = Vault.Purpose.deputyKeys.binding(row.id.bytes)
        guard let bytes = vault.keys.wrapping.open(row.keysSealed, additional: additional),
            let own = DeputyKeys(seed: Array(bytes.prefix(DeputyKeys.seedCount))),
            let deputy = DeputyPublicKeys(bytes: Array(bytes.dropFirst(DeputyKeys.seedCount)))
        else { return nil }
        return (own, DeputyPairing(hub: own.published, deputy: deputy))
    }

    private func checkDeputyName(_ name: String) throws(DeputyRefusal) {
        let isPlain = name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "{" && $0 != "}" }
        guard (1...60).contains(name.count), isPlain, name.contains(where: { !$0.isWhitespace }) else { throw .name }
    }
}
