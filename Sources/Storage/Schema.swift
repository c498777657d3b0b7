/// The hub's tables, as numbered files that only grow.
package enum Schema {
    /// Every migration with the bytes of its file, for a `Migrator`.
    package static let migrations: [(name: String, bytes: [UInt8])] = [
        ("v0001_members", PackageResources.v0001_members_sql),
        ("v0002_connections", PackageResources.v0002_connections_sql),
        ("v0003_places", PackageResources.v0003_places_sql),
        ("v0004_devices", PackageResources.v0004_devices_sql),
        ("v0005_presence", PackageResources.v0005_presence_sql),
        ("v0006_clock", PackageResources.v0006_clock_sql),
        ("v0007_device_clock", PackageResources.v0007_device_clock_sql),
        ("v0008_pictures", PackageResources.v0008_pictures_sql),
        ("v0009_getting_in", PackageResources.v0009_getting_in_sql),
        ("v0010_families", PackageResources.v0010_families_sql),
        ("v0011_looks", PackageResources.v0011_looks_sql),
        ("v0012_sharing", PackageResources.v0012_sharing_sql),
        ("v0013_children", PackageResources.v0013_children_sql),
        ("v0014_leaving", PackageResources.v0014_leaving_sql),
        ("v0015_security_log", PackageResources.v0015_security_log_sql),
        ("v0016_proofs", PackageResources.v0016_proofs_sql),
        ("v0017_packs", PackageResources.v0017_packs_sql),
        ("v0018_push", PackageResources.v0018_push_sql),
        ("v0019_watches", PackageResources.v0019_watches_sql),
        ("v0020_phone_change", PackageResources.v0020_phone_change_sql),
        ("v0021_mail", PackageResources.v0021_mail_sql),
        ("v0022_safety", PackageResources.v0022_safety_sql),
        ("v0023_ledger", PackageResources.v0023_ledger_sql),
        ("v0024_wallet", PackageResources.v0024_wallet_sql),
        ("v0025_money", PackageResources.v0025_money_sql),
        ("v0026_companions", PackageResources.v0026_companions_sql),
        ("v0027_missions", PackageResources.v0027_missions_sql),
        ("v0028_revocations", PackageResources.v0028_revocations_sql),
        ("v0029_log", PackageResources.v0029_log_sql),
        ("v0030_restored", PackageResources.v0030_restored_sql),
        ("v0031_leaves", PackageResources.v0031_leaves_sql),
        ("v0032_entries", PackageResources.v0032_entries_sql),
        ("v0033_balances", PackageResources.v0033_balances_sql),
        ("v0034_trip_news", PackageResources.v0034_trip_news_sql),
        ("v0035_guesses", PackageResources.v0035_guesses_sql),
        ("v0036_pins", PackageResources.v0036_pins_sql),
        ("v0037_withheld_notices", PackageResources.v0037_withheld_notices_sql),
        ("v0038_duress", PackageResources.v0038_duress_sql),
        ("v0039_open_days", PackageResources.v0039_open_days_sql),
        ("v0040_machine_boot", PackageResources.v0040_machine_boot_sql),
        ("v0041_outside_contacts", PackageResources.v0041_outside_contacts_sql),
        ("v0042_late_recipients", PackageResources.v0042_late_recipients_sql),
        ("v0043_mission_turns", PackageResources.v0043_mission_turns_sql),
        ("v0044_savings_goals", PackageResources.v0044_savings_goals_sql),
        ("v0045_guest_records", PackageResources.v0045_guest_records_sql),
        ("v0046_own_names", PackageResources.v0046_own_names_sql),
        ("v0047_position_requests", PackageResources.v0047_position_requests_sql),
        ("v0048_unconfirmed_numbers", PackageResources.v0048_unconfirmed_numbers_sql),
        ("v0049_family_places", PackageResources.v0049_family_places_sql),
        ("v0050_live_links", PackageResources.v0050_live_links_sql),
        ("v0051_things", PackageResources.v0051_things_sql),
        ("v0052_calendar_links", PackageResources.v0052_calendar_links_sql),
        ("v0053_deputies", PackageResources.v0053_deputies_sql),
        ("v0054_languages", PackageResources.v0054_languages_sql),
        ("v0055_coin_wallets", PackageResources.v0055_coin_wallets_sql),
        ("v0056_wall_displays", PackageResources.v0056_wall_displays_sql),
        ("v0057_coin_payments", PackageResources.v0057_coin_payments_sql),
        ("v0058_coin_guards", PackageResources.v0058_coin_guards_sql),
        ("v0059_coin_revocations", PackageResources.v0059_coin_revocations_sql),
        ("v0060_hidden_hours_setter", PackageResources.v0060_hidden_hours_setter_sql),
        ("v0061_kept_messages", PackageResources.v0061_kept_messages_sql),
        ("v0062_hidden_hours_zone", PackageResources.v0062_hidden_hours_zone_sql),
        ("v0063_vouchers", PackageResources.v0063_vouchers_sql),
        ("v0064_outbox_by_channel", PackageResources.v0064_outbox_by_channel_sql),
        ("v0065_guardians", PackageResources.v0065_guardians_sql),
        ("v0066_given_addresses", PackageResources.v0066_given_addresses_sql),
        ("v0067_true_trip_points", PackageResources.v0067_true_trip_points_sql),
        ("v0068_pretended_pins", PackageResources.v0068_pretended_pins_sql),
        ("v0069_known_tokens", PackageResources.v0069_known_tokens_sql),
        ("v0070_held_calls", PackageResources.v0070_held_calls_sql),
    ]

    /// The same for PostgreSQL: everything up to v0059 in one step, then each later one.
    ///
    /// The driver reads a step's column types in PostgreSQL's words. One that makes a trigger, or whose text fits SQLite
    /// alone, is written twice and stands in `postgresForms` too.
    package static let postgresMigrations: [(name: String, bytes: [UInt8])] =
        [("v0059_baseline", PackageResources.v0059_baseline_postgres_sql)]
        + migrations.drop { $0.name <= "v0059_coin_revocations" }.map { ($0.name, postgresForms[$0.name] ?? $0.bytes) }

    /// Steps in PostgreSQL's own words, by their names.
    private static let postgresForms: [String: [UInt8]] = [:]
}
