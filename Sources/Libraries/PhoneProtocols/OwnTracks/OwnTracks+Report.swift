import Family

extension PhoneReport {
    /// Takes a message that is not encrypted.
    mutating func append(_ message: OwnTracksMessage, receivedAt: Timestamp) {
        switch message.type {
        case .dump, .configuration:
            // Both hold the phone's password and key: nothing of them goes further.
            return note(.secretsDropped)
        case .location:
            appendLocation(message, receivedAt: receivedAt)
        case .transition:
            appendTransition(message)
        case .waypoint:
            watchedRegions = message.watchedRegion.map { [$0] } ?? []
        case .waypoints:
            watchedRegions = message.waypoints
        case .card:
            note(.card(name: message.name, hasFace: message.hasFace))
        case .steps:
            note(.steps(message.stepCount, from: message.from, to: message.to))
        case .beacon:
            note(.beacon)
        case .request:
            note(.tourRequest(message.request ?? ""))
        case .lwt, .status:
            break
        case .cmd, .encrypted, nil:
            note(.unsupported(type: message.type?.rawValue ?? message.typeName ?? ""))
        }
        appendEnvelope(message)
    }

    private mutating func appendEnvelope(_ message: OwnTracksMessage) {
        claim(message.createdAt)
        // The time of a waypoint is its identity, however old; that of a position is claimed where it is taken.
        if message.type != .waypoint, message.type != .location { claim(message.point.at) }
    }

    private mutating func appendLocation(_ message: OwnTracksMessage, receivedAt: Timestamp) {
        var point = message.point
        if countsFrom2001(point.at, receivedAt: receivedAt) {
            note(.overlandOwnTracksMode)
            point.at = nil
        }
        // Android sends course 0 where it knows none; only movement makes it due north.
        if point.courseDegrees == 0, !(point.speedMetresPerSecond ?? 0 > 0) { point.courseDegrees = nil }
        add(point)
        monitoringMode = message.monitoringMode.flatMap { (-1...2).contains($0) ? Int($0) : nil }
        currentRegionNames = message.regionNames
        currentRegionIDs = message.regionIDs
    }

    /// Whether a time makes sense only from 2001-01-01 on, as Overland counts in its own OwnTracks mode.
    ///
    /// Such a stamp lies 31 years back, and within the last month once it is put right.
    private func countsFrom2001(_ time: Timestamp?, receivedAt: Timestamp) -> Bool {
        guard let corrected = time?.advanced(bySeconds: 978_307_200) else { return false }
        let age = receivedAt.milliseconds(since: corrected)
        return age > -86_400_000 && age < 30 * 86_400_000
    }

    private mutating func appendTransition(_ message: OwnTracksMessage) {
        guard let event = message.event, let at = message.point.at else {
            refused += 1
            return
        }
        var transition = RegionTransition(event: event == .enter ? .enter : .leave, at: at)
        transition.name = message.regionName
        transition.regionID = message.regionID
        transition.regionMadeAt = message.regionMadeAt
        transition.coordinate = message.point.coordinate
        if transition.coordinate != nil { transition.accuracyMetres = message.point.knownAccuracy }
        transitions.append(transition)
    }
}

extension OwnTracksMessage {
    /// The region that a waypoint describes; nil without any identity.
    var watchedRegion: PhoneReport.WatchedRegion? {
        guard regionName != nil || regionID != nil || point.at != nil else { return nil }
        var region = PhoneReport.WatchedRegion()
        region.name = regionName
        region.regionID = regionID
        region.madeAt = point.at
        region.centre = point.coordinate
        if let radiusMetres, radiusMetres > 0 { region.radiusMetres = radiusMetres }
        return region
    }

    /// The description without what iOS appends for a beacon: `name:uuid:major:minor`.
    var regionName: String? {
        guard let description else { return nil }
        let parts = description.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count >= 4, parts[1].count == 36 else { return description }
        return String(Substring(parts[0]))
    }

    /// The steps counted; 0 where the figure is unusable.
    var stepCount: Int {
        guard let steps, steps >= 0, steps < 1e9 else { return 0 }
        return Int(steps)
    }
}
