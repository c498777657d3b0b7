import Demo
import Family

/// What the demo says below its address: who lives there, how to log in, and what to look at.
struct DemoWords {
    private let scenario: Scenario
    private let order: DemoOrder
    private let now: Timestamp

    init(_ scenario: Scenario, _ order: DemoOrder, now: Timestamp) {
        (self.scenario, self.order, self.now) = (scenario, order, now)
    }

    /// Several lines; the last has no end.
    var text: String {
        """

        A made-up family lives its day in Liechtenstein, where it is \(timeOfDay)\(pace).
        Open the address in a browser on this machine, and enter as one of them with one tap.
        From elsewhere log in by number, all with the password:  \(scenario.password)
        \(travellers)

        \(people)

        \(limits)
        The clock shows all six. Maximilian's hand turns to Lost at about 16:15, an hour after his phone died,
        and comes back at 18:30. Most goes on at half past seven in the morning: --start 7:30 --speed 10.
        \(keeping)
        """
    }

    private var travellers: String {
        let names = scenario.travellers.map { scenario.people[$0].name }.joined(separator: ", ")
        return "One after the other is on a trip, with the safety PIN \(scenario.pin):  \(names)"
    }

    private var timeOfDay: String {
        let minutes = LocalTime(now).millisecondOfDay / 60_000
        let (hour, minute) = minutes.quotientAndRemainder(dividingBy: 60)
        return "\(hour):\(minute < 10 ? "0" : "")\(minute)"
    }

    private var pace: String {
        guard order.speed != 1 else { return "" }
        let speed = order.speed == order.speed.rounded() ? "\(Int(order.speed))" : "\(order.speed)"
        return " and time runs \(speed) times as fast"
    }

    /// The name stands last, so that one written from the right disturbs no column.
    private var people: String {
        let rows = scenario.people.map { [$0.phoneNumber, $0.app.name, $0.summary, $0.name] }
        let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            "  " + zip(row, widths).map { $0.padded(to: $1) }.joined(separator: "  ") + "  " + row[3]
        }
        .joined(separator: "\n")
    }

    private var limits: String {
        scenario.reserves.map { reserve in
            let (viewer, subject) = (scenario.people[reserve.viewer].name, scenario.people[reserve.subject].name)
            let what =
                switch reserve.level {
                case .place: "the name of the place alone"
                case .coarse: "the square kilometre alone"
                }
            return "\(subject) shows \(viewer) \(what).\n"
        }
        .joined()
    }

    private var keeping: String {
        order.keptFolder.map { "Ctrl-C ends it; the data stays in \($0)." } ?? "Ctrl-C ends it and removes its data."
    }
}
