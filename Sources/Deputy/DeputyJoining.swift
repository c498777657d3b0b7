import Family

/// Why a deputy and a hub were not paired; nothing changed on this side.
package enum DeputyJoinRefusal: Error, Hashable, Sendable {
    /// The code has another length, or characters that none has.
    case codeUnreadable
    /// No answer, or one of another kind: a wrong address, a wrong or used code, or a code that expired.
    case notAnswered
    /// The answer came from a machine that does not know the code.
    case notTheHub
    /// It guards as many hubs as it can.
    case tooManyHubs

    /// What happened and what to do.
    package var words: String {
        switch self {
        case .codeUnreadable: "A code has \(DeputyCode.characters) letters and digits. Check it."
        case .notAnswered:
            "The hub did not accept the code. Check the address; a code works once, for 15 minutes."
        case .notTheHub: "The answer came from a machine that does not know the code. Check the address."
        case .tooManyHubs: "This deputy guards \(DeputyLimits.hubsMax) hubs, which is the most. Unpair one first."
        }
    }
}

extension DeputyFile {
    /// Pairs with the hub at an address, by the code that its keeper read there.
    ///
    /// Throws `DeputyJoinRefusal`, or `StorageError`.
    package func join(_ url: String, typed: String, name: String, world: DeputyWorld) async throws -> Hub {
        guard let code = DeputyCode.read(typed) else { throw DeputyJoinRefusal.codeUnreadable }
        guard try await hubs().count < DeputyLimits.hubsMax else { throw DeputyJoinRefusal.tooManyHubs }
        guard let keys = DeputyKeys(seed: world.random(DeputyKeys.seedCount)) else {
            preconditionFailure("The world gave too few random bytes.")
        }
        let request = DeputyJoin(name: name, keys: keys.published, code: code)
        guard let response = await world.post(url + DeputyPath.pairings, request.bytes, 0),
            let welcome = DeputyWelcome(json: response)
        else { throw DeputyJoinRefusal.notAnswered }
        guard let pairing = welcome.proven(code: code, deputy: keys.published),
            let texts = DeputyTexts(rawValue: welcome.texts)
        else { throw DeputyJoinRefusal.notTheHub }
        let hub = Hub(url: url, name: welcome.hub, texts: texts, keys: keys, pairing: pairing)
        guard try await add(hub) else { throw DeputyJoinRefusal.tooManyHubs }
        return hub
    }
}
