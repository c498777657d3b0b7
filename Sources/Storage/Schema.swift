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
    ]
}
