package import Family

extension OwnTracks {
    /// A fix as the app posts it.
    package static func message(for fix: Fix, user: String, device: String, trackerID: String) -> [UInt8] {
        []
    }
}
