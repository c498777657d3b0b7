/// What people dial for help, by where they are (F27); the hub itself calls nobody.
public enum EmergencyNumber {
    /// What answers in most of the world, from a mobile phone nearly everywhere.
    public static let usual = "112"

    /// The number of a region by its two letters, in capitals.
    public static func of(region: String) -> String {
        switch region {
        case "US", "CA", "MX", "PR", "PH", "AR", "CR", "DO", "EC", "GT", "HN", "PA", "PY", "SV", "UY", "VE", "SA": "911"
        case "GB", "IE", "HK", "SG", "MY", "BH", "QA", "AE", "KE", "GH", "ZW", "BD": "999"
        case "AU": "000"
        case "NZ": "111"
        case "JP", "CN", "TW": "110"
        case "BR": "190"
        case "CL": "133"
        case "CO": "123"
        case "IL": "100"
        case "TH": "191"
        default: usual
        }
    }
}
