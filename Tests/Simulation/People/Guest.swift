/// A viewer without an account who follows a trip by its link.
struct Guest: Sendable {
    let number: Int
    let wire: Wire
    let judge: LinkJudge

    /// Opens the link and looks again and again.
    func follow(_ link: String, trip: Int, _ chance: Chance, until end: Duration) async {
        var chance = chance
        guard let token = link.split(separator: "#").last else { return }
        var cookie: String?
        while World.only.now < end {
            await pause(.seconds(chance.within(5...40)))
            if let known = cookie {
                let answer = await wire.ask("GET", "/api/v1/trip-view", token: nil, cookie: known, from: address)
                if let answer { judge.saw(answer.status, String(decoding: answer.body, as: UTF8.self), of: trip) }
                if answer?.status == 401 { return }
            } else {
                let body = #"{"token":"\#(token)"}"#
                let answer = await wire.ask("POST", "/api/v1/trip-views", token: nil, json: body, from: address)
                if let answer, answer.status == 201 { cookie = answer.cookie }
                if answer?.status == 404 { return }
            }
        }
    }

    private var address: String { "198.51.100.\(1 + number % 250)" }
}
