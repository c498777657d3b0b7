import Languages

/// The text beside an export that says what each of its files holds.
enum ExportReadMe {
    /// The text in its member's language.
    static func text(in language: Language) -> String {
        let width = files.map(\.name.count).max() ?? 0
        let rows = files.map { name, words in
            name + String(repeating: " ", count: width - name.count + 2) + words.text(in: language)
        }
        let (title, end) = (title.text(in: language), end.text(in: language))
        return ([title, ""] + rows + ["", end, ""]).joined(separator: "\n")
    }

    private static let title: Phrase = "What this hub keeps of you"

    private static let files: [(name: String, words: Phrase)] = [
        ("profile.json", "Your name, colour, number, mail address, time zone and role."),
        ("shown.json", "Who your Home page shows."),
        ("retention.json", "How long your history is kept."),
        ("connections.json", "Who you see and who sees you, with what each sees."),
        ("families.json", "Your family and its invites."),
        ("sharing.json", "What others can see of you in total, and how often you are reminded of it."),
        ("requests.json", "Who asked to see you, and who you asked."),
        ("views.json", "Who looked at you in the last 90 days."),
        ("places.json", "Your places."),
        ("family-places.json", "Your family's places, who made them, and which ones you follow."),
        ("devices.json", "The phone apps that report for you. Their tokens are not kept anywhere."),
        ("sessions.json", "Where you are logged in."),
        ("watches.json", "What you asked to be notified of, and about whom."),
        ("trips.json", "Your trips: where to, when and how they ended. The way itself is in the track."),
        ("alarms.json", "Alarms sent to you lately, and open ones about you."),
        ("drills.json", "The tests you sent, and those that wait for you to confirm."),
        ("contacts.json", "People without an account who are called when you need help."),
        ("dead-zones.json", "Your no-signal areas."),
        ("push.json", "The browsers that get your push notifications."),
        (
            "security.json",
            "Your passkeys, whether an app shows you codes, and a number change that can still be undone."
        ),
        ("notices.json", "Your latest notices."),
        ("clock.json", "The labels and hands of your clock."),
        ("clock-links.json", "The links to your clock that you gave out."),
        ("live-links.json", "Your open live links, and the browsers they let in."),
        ("calendar-links.json", "The links through which calendar programs read your missions and trips."),
        ("wallet.json", "Your accounts, with what went in and out."),
        ("money-requests.json", "Who you asked for money lately, and who asked you."),
        ("coins.json", "Your coin wallets, with what arrived. View keys and words stay out."),
        ("coin-payments.json", "Who you may pay coins, what you paid, and what you requested."),
        ("missions.json", "Missions that you gave or got, your countdowns, and what you bought for gold."),
        ("media", "Your picture, if you have one."),
        ("track", "Your positions, one file a month (UTC): .json has everything, .gpx opens in map programs."),
    ]

    private static let end: Phrase =
        "Times are in UTC. Your password, tokens and codes are not included: the hub keeps only hashes of them."
}
