import Family

/// A guardian and their child: pocket money, missions and a store, one thing after the other.
struct Household: Sendable {
    private static let gold = 1
    private static let coin = 2

    let guardian: Person
    let child: Person
    let wire: Wire
    let providers: Providers
    let money: MoneyJudge
    /// The guardian's session for money: the newest of which they have proved who they are.
    private var token: String

    init(guardian: Person, token: String, child: Person, wire: Wire, providers: Providers, money: MoneyJudge) {
        (self.guardian, self.token, self.child) = (guardian, token, child)
        (self.wire, self.providers, self.money) = (wire, providers, money)
    }

    /// Lives on until the time is over, or it is unknown what the hub has taken.
    func live(_ chance: Chance, until end: Duration) async {
        var (chance, household) = (chance, self)
        await household.live(&chance, until: end)
    }

    private mutating func live(_ chance: inout Chance, until end: Duration) async {
        guard let item = await addItem(&chance, until: end), let purse = await openAccount(&chance, until: end)
        else { return }
        while World.only.now < end {
            await pause(.seconds(chance.within(5...60)))
            let goesOn: Bool
            switch chance.within(0...5) {
            case 0: goesOn = await deposit(&chance, purse, until: end)
            case 1: goesOn = await pay(&chance, purse, until: end)
            case 2, 3: goesOn = await doMission(&chance, until: end)
            default: goesOn = await buy(&chance, item, until: end)
            }
            guard goesOn, await compare(until: end) else { return }
        }
    }

    // MARK: Money

    private mutating func deposit(_ chance: inout Chance, _ purse: String, until end: Duration) async -> Bool {
        let amount = chance.within(1...2_000)
        let id = Person.newID(&chance, of: Transfer.self).text
        let body = #"{"id":"\#(id)","from":"cash","to":"\#(purse)","asset":2,"amount":"\#(amount)"}"#
        guard let answer = await move(&chance, body, until: end) else { return false }
        if answer.status == 201 { money.moved(amount, from: nil, to: account(guardian, Self.coin)) }
        return true
    }

    private mutating func pay(_ chance: inout Chance, _ purse: String, until end: Duration) async -> Bool {
        let amount = chance.within(1...1_500)
        let id = Person.newID(&chance, of: Transfer.self).text
        let body = """
            {"id":"\(id)","from":"\(purse)","toMember":"\(child.id.text)","asset":2,"amount":"\(amount)"}
            """
        guard let answer = await move(&chance, body, until: end) else { return false }
        let payer = account(guardian, Self.coin)
        if answer.status == 201 { money.moved(amount, from: payer, to: account(child, Self.coin)) }
        if answer.status == 409 { money.refused(amount, of: payer) }
        return true
    }

    /// A movement by the guardian, who proves who they are where the hub asks for it; nil where its end is not known.
    private mutating func move(_ chance: inout Chance, _ body: String, until end: Duration) async -> Answer? {
        guard var answer = await settle("/api/v1/transfers", body, by: guardian, token, until: end) else { return nil }
        if answer.status == 401 {
            await logIn(until: end)
            guard let again = await settle("/api/v1/transfers", body, by: guardian, token, until: end)
            else { return nil }
            answer = again
        }
        if answer.status == 201, chance.once(in: 3) {
            guard let again = await settle("/api/v1/transfers", body, by: guardian, token, until: end)
            else { return nil }
            if again.status == 201 { money.answered(answer.json, again: again.json, ["amount", "leaf", "state"]) }
        }
        return answer
    }

    /// Logs in by the code of a text, which proves who they are for five minutes.
    private mutating func logIn(until end: Duration) async {
        let asked = #"{"phone":"\#(guardian.phone)","purpose":"login"}"#
        let sent = providers.sent.count
        guard let ticket = await settle("/api/v1/verifications", asked, by: guardian, nil, until: end),
            let id = ticket.json["id"].text
        else { return }
        await pause(.seconds(10))
        let texts = providers.sent.dropFirst(sent).filter { $0.to == guardian.phone }.map(\.words)
        let codes = texts.compactMap { text in
            text.split { !$0.isNumber }.first { $0.count == 6 }.map(String.init)
        }
        guard let code = codes.last else { return }
        let body = #"{"verification":"\#(id)","code":"\#(code)"}"#
        let answer = await wire.ask("POST", "/api/v1/sessions", token: nil, json: body, from: guardian.address)
        token = answer?.json["token"].text ?? token
    }

    private mutating func openAccount(_ chance: inout Chance, until end: Duration) async -> String? {
        let id = Person.newID(&chance, of: Family.Account.self).text
        let answer = await settle("/api/v1/accounts", #"{"id":"\#(id)","asset":2}"#, by: guardian, token, until: end)
        return answer?.status == 201 ? id : nil
    }

    // MARK: Missions and the store

    private func doMission(_ chance: inout Chance, until end: Duration) async -> Bool {
        let id = Person.newID(&chance, of: Mission.self).text
        let body = """
            {"id":"\(id)","title":"Tidy up","minutes":\(chance.within(5...60)),"assignee":"\(child.id.text)"}
            """
        let added = await settle("/api/v1/missions", body, by: guardian, token, until: end)
        guard added?.status == 201,
            let claimed = await decide(id, "claim", version: nil, by: child, child.token, until: end)
        else { return false }
        let pays = claimed["pays"].text.flatMap { Int($0) } ?? 0
        guard let version = claimed["version"].number else { return false }
        let payee = account(child, Self.gold)
        // Agreed to twice at once, which pays once (F59).
        let (wire, guardian, token) = (wire, guardian, token)
        let word = #"{"occurrence":0,"version":\#(Int(version))}"#
        async let twin = wire.ask(
            "POST",
            "/api/v1/missions/\(id)/approve",
            token: token,
            json: word,
            from: guardian.address
        )
        let approved = await decide(id, "approve", version: Int(version), by: guardian, token, until: end)
        _ = await twin
        guard let approved, let paid = approved["gold"].text.flatMap({ Int($0) }) else { return false }
        if paid != pays { money.complain("an approval paid \(paid), and \(pays) was promised") }
        money.moved(paid, from: nil, to: payee)
        guard chance.once(in: 4) else { return true }
        guard let newest = approved["version"].number,
            await decide(id, "undo", version: Int(newest), by: guardian, token, until: end) != nil
        else { return false }
        money.reversed(paid, from: payee)
        return true
    }

    /// Says something about a mission's one occurrence; as it is then, or nil where that is not known.
    private func decide(
        _ mission: String,
        _ what: String,
        version: Int?,
        by person: Person,
        _ token: String,
        until end: Duration
    ) async -> JSON? {
        let path = "/api/v1/missions/\(mission)"
        var known = version
        if known == nil {
            let seen = await read(path, person, token, until: end)
            known = seen?["occurrences"].items.first?["version"].number.map { Int($0) }
        }
        guard let known else { return nil }
        let body = #"{"occurrence":0,"version":\#(known)}"#
        let answer = await settle("\(path)/\(what)", body, by: person, token, until: end)
        guard let answer, answer.status == 200 else { return nil }
        return answer.json["mission"]["occurrences"].items.first
    }

    private func addItem(_ chance: inout Chance, until end: Duration) async -> (id: String, price: Int)? {
        let id = Person.newID(&chance, of: StoreItem.self).text
        let price = chance.within(5...40)
        let body = #"{"id":"\#(id)","name":"Bottle","price":"\#(price)"}"#
        let answer = await settle("/api/v1/store/items", body, by: guardian, token, until: end)
        return answer?.status == 201 ? (id, price) : nil
    }

    private func buy(_ chance: inout Chance, _ item: (id: String, price: Int), until end: Duration) async -> Bool {
        let id = Person.newID(&chance, of: Purchase.self).text
        let body = #"{"id":"\#(id)","item":"\#(item.id)"}"#
        guard let bought = await settle("/api/v1/purchases", body, by: child, child.token, until: end)
        else { return false }
        let payer = account(child, Self.gold)
        if bought.status == 409 { money.refused(item.price, of: payer) }
        guard bought.status == 201 else { return true }
        money.holds(item.price, of: payer)
        // Now and then nothing becomes of it.
        guard !chance.once(in: 4) else { return true }
        let what = ["deliver", "refuse", "withdraw"][chance.within(0...2)]
        let (person, token) = what == "withdraw" ? (child, child.token) : (guardian, token)
        let version = bought.json["version"].number.map { Int($0) } ?? 0
        let path = "/api/v1/purchases/\(id)/\(what)"
        let answer = await settle(path, #"{"version":\#(version)}"#, by: person, token, until: end)
        guard let answer, answer.status == 200 else { return false }
        money.holds(-item.price, of: payer)
        if what == "deliver" { money.moved(item.price, from: payer, to: nil) }
        return true
    }

    // MARK: The hub

    private func account(_ person: Person, _ asset: Int) -> MoneyJudge.Account {
        MoneyJudge.Account(member: person.id.text, asset: asset)
    }

    private func compare(until end: Duration) async -> Bool {
        for (person, token) in [(guardian, token), (child, child.token)] {
            guard let wallet = await read("/api/v1/wallet", person, token, until: end) else { return false }
            money.compare(wallet, of: person.id.text)
        }
        return true
    }

    private func read(_ path: String, _ person: Person, _ token: String, until end: Duration) async -> JSON? {
        while World.only.now < end {
            let answer = await wire.ask("GET", path, token: token, from: person.address)
            if let answer, answer.status == 200 { return answer.json }
            if let answer, answer.status < 500, answer.status != 429 { return nil }
            await pause(.seconds(3))
        }
        return nil
    }

    /// Asks until there is an answer that decides it; nil where the time is over before.
    private func settle(
        _ path: String,
        _ body: String,
        by person: Person,
        _ token: String?,
        until end: Duration
    ) async -> Answer? {
        while World.only.now < end {
            let answer = await wire.ask("POST", path, token: token, json: body, from: person.address)
            if let answer, answer.status < 500, answer.status != 429 { return answer }
            await pause(.seconds(3))
        }
        return nil
    }
}
