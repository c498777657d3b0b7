import Family
import Hub

extension CalendarFeed {
    /// The feed as RFC 5545 and 7986 have it: missions on their days and trips at their times, or missions as things to do.
    ///
    /// The same feed gives the same bytes, so that a calendar program is told that nothing is new.
    func iCalendar(asTasks: Bool) -> [UInt8] {
        ICalendar { calendar in
            calendar.text("NAME", "Hearth")
            // What Apple's and Google's programs read in place of NAME and REFRESH-INTERVAL.
            calendar.text("X-WR-CALNAME", "Hearth")
            calendar.line("REFRESH-INTERVAL;VALUE=DURATION", "PT1H")
            calendar.line("X-PUBLISHED-TTL", "PT1H")
            for mission in missions {
                if asTasks { mission.write(taskTo: &calendar) } else { mission.write(eventTo: &calendar) }
            }
            for trip in trips where !asTasks { trip.write(to: &calendar) }
        }.bytes
    }
}

extension CalendarMission {
    fileprivate func write(taskTo calendar: inout ICalendar) {
        calendar.component("VTODO") { task in
            head(of: &task)
            if let day { task.line("DUE;VALUE=DATE", day.compact) }
            task.line("PRIORITY", priority)
            switch state {
            case .open: task.line("STATUS", "NEEDS-ACTION")
            case .claimed: task.line("STATUS", "IN-PROCESS")
            case .done(let at):
                task.line("STATUS", "COMPLETED")
                task.line("COMPLETED", at.compact)
            }
        }
    }

    /// A mission that is wanted on no day is on no calendar sheet.
    fileprivate func write(eventTo calendar: inout ICalendar) {
        guard let day else { return }
        calendar.component("VEVENT") { event in
            head(of: &event)
            event.line("DTSTART;VALUE=DATE", day.compact)
            event.line("DTEND;VALUE=DATE", day.advanced(byDays: 1).compact)
            event.line("TRANSP", "TRANSPARENT")
        }
    }

    private func head(of calendar: inout ICalendar) {
        // The identity names the day: an occurrence that is only planned has no number yet.
        let time = day?.compact ?? number.map(String.init) ?? "0"
        calendar.identify("\(mission.id.text)-\(time)@hearth", changedAt: changedAt, version: version)
        calendar.text("SUMMARY", mission.name.text)
        calendar.text("DESCRIPTION", "\(mission.minutes.count) min")
    }

    private var priority: String {
        switch mission.priority {
        case .high: "1"
        case .medium: "5"
        case .low: "9"
        }
    }
}

extension CalendarTrip {
    fileprivate func write(to calendar: inout ICalendar) {
        calendar.component("VEVENT") { event in
            event.identify("\(id.text)@hearth", changedAt: changedAt, version: changedAt == startedAt ? 0 : 1)
            event.text("SUMMARY", "Trip")
            event.line("DTSTART", startedAt.compact)
            event.line("DTEND", endsAt.compact)
        }
    }
}

extension ICalendar {
    /// What every entry carries.
    ///
    /// Without a METHOD the stamp is the time of the last change.
    fileprivate mutating func identify(_ uid: String, changedAt: Timestamp, version: UInt32) {
        line("UID", uid)
        line("DTSTAMP", changedAt.compact)
        line("LAST-MODIFIED", changedAt.compact)
        line("SEQUENCE", String(version))
        line("CLASS", "PRIVATE")
    }
}

extension Timestamp {
    /// As iCalendar writes a moment in UTC: 20260301T080500Z.
    fileprivate var compact: String {
        let digits = text.prefix(19).filter { $0 != "-" && $0 != ":" }
        return digits + "Z"
    }
}

extension LocalDay {
    /// As iCalendar writes a day: 20260301.
    fileprivate var compact: String {
        String(Timestamp(milliseconds: number * 86_400_000).text.prefix(10).filter { $0 != "-" })
    }
}
