extension OwnTracks {
    /// Whom a request names as its sender: the address (`?u=&d=`) before the topic, the topic before the headers.
    ///
    /// Headers come last because iOS fills them with `user` and `device` when the member typed nothing.
    ///
    /// - Parameters:
    ///   - query: what follows `?` in the address, still escaped; may be empty.
    ///   - userHeader: the value of `X-Limit-U`.
    ///   - deviceHeader: the value of `X-Limit-D`.
    ///   - topic: what ``read(_:receivedAt:decrypt:)`` found.
    /// - Returns: names in lower case, nil where nothing tells.
    package static func sender(
        query: Span<UInt8>,
        userHeader: String?,
        deviceHeader: String?,
        topic: PhoneReport.Sender
    ) -> PhoneReport.Sender {
        enum Field: String, CaseIterable { case u, d }
        let table = FieldTable<Field>()
        var sender = topic
        sender.user = topic.user ?? userHeader.flatMap { identity($0.utf8Span.span) }
        sender.device = topic.device ?? deviceHeader.flatMap { identity($0.utf8Span.span) }
        var form = FormReader(query)
        while let name = form.next() {
            switch table[name] {
            case .u: sender.user = identity(form.value.span) ?? sender.user
            case .d: sender.device = identity(form.value.span) ?? sender.device
            case nil: break
            }
        }
        return sender
    }
}
