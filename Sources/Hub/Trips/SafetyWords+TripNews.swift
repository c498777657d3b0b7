import Family
import Languages

extension SafetyWords {
    /// Trip news as a text or a mail, the first line being a mail's subject: no coordinates, and no token in the link.
    static func text(of news: TripNews, _ push: PushText, destination: String?, publicURL: String) -> [Phrase] {
        var lines = [push.title]
        switch news {
        case .started(let dueAt):
            if let destination { lines.append("To: \(destination)") }
            lines.append("Due \(timeOfDay(dueAt)).")
        case .extended(_, let dueAt, _), .goesOn(let dueAt):
            lines.append("Now due \(timeOfDay(dueAt)).")
        case .signalLost, .signalBack, .batteryLow, .longStop, .leftRoute, .backOnRoute, .loggedOut, .pinGuessed,
            .arrived, .cancelled:
            lines.append(push.body)
        }
        let link = publicURL + push.page
        lines.append("Follow: \(link)")
        return lines
    }

    /// In UTC: the reader's time zone is not known.
    private static func timeOfDay(_ moment: Timestamp) -> String {
        "\(moment.text.dropFirst(11).prefix(5)) UTC"
    }
}
