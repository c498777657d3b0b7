package import Family

/// Overland on iOS and Android, and GPSLogger's Dawarich target, which imitates it: batches of GeoJSON features.
package enum Overland {
    /// Reads one request's body.
    package static func read(_ body: Span<UInt8>) -> PhoneReport {
        PhoneReport()
    }

    /// Fixes as the iOS app posts them in one request.
    package static func batch(of fixes: [Fix], deviceID: String) -> [UInt8] {
        []
    }
}
