import Family

/// A phone app that sends where it is, and again what was not taken.
struct Phone: Sendable {
    let person: Person
    let wire: Wire
    let kept: KeptJudge

    func live(_ chance: Chance, until end: Duration) async {
        var chance = chance
        var queue: [(at: Timestamp, ahead: Int64, latitude: Double, longitude: Double)] = []
        var steps = 0
        while World.only.now < end {
            await pause(.seconds(chance.within(10...60)))
            steps += 1
            // A metre or so each time: nowhere twice.
            let ahead = wire.ahead
            let now = Person.now.advanced(byMilliseconds: ahead)
            queue.append((now, ahead, 47.37 + Double(steps) / 100_000, 8.54 + Double(person.number) / 1_000))
            while let oldest = queue.first {
                let body = """
                    {"_type":"location","lat":\(oldest.latitude),"lon":\(oldest.longitude),\
                    "tst":\(oldest.at.milliseconds / 1_000),"acc":10}
                    """
                let answer = await wire.ask(
                    "POST",
                    "/in/owntracks",
                    token: person.deviceToken,
                    json: body,
                    from: person.address
                )
                guard let answer, answer.isTaken else { break }
                let name = KeptJudge.name(ofFixAt: oldest.at.text, oldest.latitude, oldest.longitude)
                // One that the hub's clock takes for one of the future is kept at another time.
                if abs(oldest.ahead - wire.ahead) < 500 { kept.promised(.fix, name, to: person.id.text) }
                queue.removeFirst()
            }
        }
    }
}
