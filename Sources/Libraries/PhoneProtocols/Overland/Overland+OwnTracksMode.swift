extension Overland {
    /// The token in the broken credentials of Overland's own OwnTracks mode; nil for any other header.
    ///
    /// The app sends `Basic TOKEN:` without encoding it. A colon never stands in Base64, so nothing else looks so. It lets
    /// the hub know whose phone it is and tell that member to leave the mode, see
    /// ``PhoneReport/Note/overlandOwnTracksMode``.
    package static func tokenOfOwnTracksMode(authorization: String) -> String? {
        let prefix = "Basic "
        guard authorization.hasPrefix(prefix), authorization.hasSuffix(":") else { return nil }
        let token = authorization.dropFirst(prefix.count).dropLast()
        return token.isEmpty || token.contains(":") ? nil : String(token)
    }
}
