import Languages

/// Times in minutes, hours or days, as the doctor says them.
extension Doctor {
    /// How long something is.
    func span(_ milliseconds: Int64) -> Phrase {
        let (minutes, hours, days) = Self.counts(milliseconds)
        if let days { return "\(days) days" }
        if let hours { return "\(hours) hours" }
        return minutes == 1 ? "\(minutes) minute" : "\(minutes) minutes"
    }

    /// How long ago it was: words of their own, because languages bend them differently there.
    func ago(_ milliseconds: Int64) -> Phrase {
        let (minutes, hours, days) = Self.counts(milliseconds)
        if let days { return "\(days) days ago" }
        if let hours { return "\(hours) hours ago" }
        return minutes == 1 ? "\(minutes) minute ago" : "\(minutes) minutes ago"
    }

    /// Hours from two of them on and days from two of them on, so that only minutes have a singular.
    private static func counts(_ milliseconds: Int64) -> (minutes: Int64, hours: Int64?, days: Int64?) {
        let (hours, days) = (milliseconds / 3_600_000, milliseconds / 86_400_000)
        return (milliseconds / 60_000, hours < 2 ? nil : hours, days < 2 ? nil : days)
    }
}
