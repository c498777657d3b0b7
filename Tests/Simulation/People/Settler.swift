import Family

/// A person with the page open: now and then they make a place, or connect with another member.
struct Settler: Sendable {
    let person: Person
    let others: [Person]
    let wire: Wire
    let kept: KeptJudge

    func live(_ chance: Chance, until end: Duration) async {
        var chance = chance
        var strangers = others
        while World.only.now < end {
            await pause(.seconds(chance.within(20...120)))
            if let other = strangers.last, chance.once(in: 2) {
                if await wire.connect(other, to: person, &chance, kept) { strangers.removeLast() }
            } else {
                _ = await addPlace(&chance)
            }
        }
    }

    /// Makes a place; answers the status, nil where no answer came.
    func addPlace(_ chance: inout Chance) async -> Int? {
        let id = Person.newID(&chance, of: Place.self).text
        let latitude = 47.3 + Double(chance.within(0...1_000)) / 10_000
        let body = """
            {"id":"\(id)","label":"L\(chance.within(0...99_999))","description":"by the oak",\
            "latitude":\(latitude),"longitude":8.5,"radiusMetres":150}
            """
        let answer = await ask("POST", "/api/v1/places", by: person, body)
        if answer?.status == 201 { kept.promised(.place, id, to: person.id.text) }
        return answer?.status
    }

    private func ask(_ method: String, _ path: String, by person: Person, _ body: String) async -> Answer? {
        await wire.ask(method, path, token: person.token, json: body, from: person.address)
    }
}
