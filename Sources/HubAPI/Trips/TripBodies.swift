import API
import Family
import Hub

extension SafeTripBody {
    /// A trip in the list of its traveller's.
    init(entry report: TripReport) {
        let brief = report.brief
        self.init(
            id: report.id,
            state: report.standing.rawValue,
            destination: DestinationBody(
                name: brief.name,
                latitude: brief.destination.latitude,
                longitude: brief.destination.longitude
            ),
            mode: TravelModeName(brief.travelMode).rawValue,
            startedAt: report.startedAt,
            dueAt: report.dueAt
        )
        endedAt = report.endedAt
    }

    /// What its traveller and they see alike who watch.
    private init(common report: TripReport) {
        self.init(entry: report)
        origin = report.brief.origin?.coordinate.map(PointBody.init)
        (arrivesAt, answerBy) = (report.arrivesAt, report.answerBy)
        route = report.route.map(TripRouteBody.init)
        remainingMetres = report.remainingMetres.map(tenth)
        remainingSeconds = report.remainingSeconds.map(tenth)
        remainingAsOf = report.remainingAsOf
        straightLine = report.route?.isStraightLine ?? true
        signal =
            switch report.signal {
            case .heard: "heard"
            case .delayed: "delayed"
            case .lost: "lost"
            }
        heardAt = report.heardAt
    }

    /// A trip as its traveller sees it.
    init(own report: TripReport, to caller: AuthenticatedSession) {
        self.init(common: report)
        extensionsLeft = report.extensionsLeft
        (device, here) = (report.device, report.device.map { $0 == caller.device })
        question = report.question.map(TripQuestionBody.init)
        arrivalProposed = report.isArrivalProposed
        protection = report.protection.map(ProtectionBody.init)
        if !report.deputies.isEmpty { protection?.deputies = report.deputies.map(GuardingDeputyBody.init) }
        companions = report.companions.map { companion in
            TripCompanionBody(
                member: companion.member,
                name: companion.person.name,
                colour: companion.person.colour,
                picture: picturePath(of: companion.member, companion.person.pictureVersion),
                mayMissAlarms: companion.mayMissAlarms,
                drilledAt: companion.drilledAt,
                acceptedAt: companion.acceptedAt
            )
        }
        viewers = report.viewers.map { TripViewerBody(id: $0.id, openedAt: $0.openedAt, browser: $0.browser) }
        (accessCode, link) = (report.code, report.link)
    }

    /// A trip as they see it who watch.
    init(watched report: TripReport) {
        self.init(common: report)
        (member, name, colour) = (report.member, report.person.name, report.person.colour)
        picture = picturePath(of: report.member, report.person.pictureVersion)
        phone = report.phone
        sight = report.sight == .live ? "live" : "ending"
        offRouteMetres = report.offRouteMetres.map(tenth)
        (endMetres, endFixAt) = (report.brief.endMetres.map(tenth), report.brief.fixAtEnd)
        accepted = report.isAccepted
        emergency = report.emergency.map(EmergencyBody.init)
        fix = report.fix.map(PresenceFixBody.init)
        otherDevice = report.other.map(OtherDeviceBody.init)
        news = report.news.map { item in
            var body = TripNewsBody(kind: item.kind, at: item.at)
            (body.since, body.dueAt) = (item.since, item.dueAt)
            (body.minutes, body.batteryPercent) = (item.minutes, item.batteryPercent)
            return body
        }
    }
}

extension TripRouteBody {
    fileprivate init(_ route: TripRoute) {
        self.init(
            distanceMetres: tenth(route.metres),
            durationSeconds: route.seconds.map(tenth),
            line: route.points.map { [$0.longitude, $0.latitude] },
            legs: route.parts.map { Leg(lineIndex: $0.pointIndex, durationSeconds: tenth($0.seconds)) },
            straightLine: route.isStraightLine
        )
    }
}

extension TravelModeName {
    /// The name of a mode.
    init(_ mode: TravelMode) {
        self =
            switch mode {
            case .walk: .walk
            case .cycle: .cycle
            case .drive: .drive
            case .transit: .transit
            }
    }
}

extension TripPositionBody {
    /// One point of a way, without speed, course and battery.
    init(_ record: FixRecord) {
        self.init(
            at: record.fix.at,
            latitude: record.fix.coordinate.latitude,
            longitude: record.fix.coordinate.longitude
        )
        accuracyMetres = record.fix.accuracyMetres
        suspicious = record.marks.contains(.suspicious) ? true : nil
    }
}

extension TripPositionsBody {
    /// A page of a way; a full one may have more behind it.
    init(_ points: [FixRecord]) {
        self.init(
            items: points.map(TripPositionBody.init),
            next: points.count == Hub.tripPointsMax ? points.last?.fix.at : nil
        )
    }
}

extension SafetyBody {
    /// All that the member's own pages show.
    init(_ overview: SafetyOverview, to caller: AuthenticatedSession) {
        self.init(
            pinsSet: overview.hasPINs,
            needsPin: overview.face.needsPIN,
            countdowns: overview.face.countdowns.map(HelpCountdownBody.init(running:))
                + overview.face.endedCountdowns.map {
                    HelpCountdownBody(ended: $0, told: overview.told.contains($0.countdown.id))
                },
            alarms: overview.alarms.map(AlarmBody.init),
            emergency: EmergencyBody(overview.emergency),
            protection: ProtectionBody(overview.protection),
            phones: overview.phones.map { TripPhoneBody(id: $0.id, name: $0.name) },
            unreachable: overview.unreachable,
            notTexted: overview.notTexted,
            reachesNobody: overview.reach.reachesNobody,
            notReached: overview.reach.hidden
        )
        lockedUntil = overview.face.lockedUntil
        trip = overview.trip.map { SafeTripBody(own: $0, to: caller) }
        if !overview.deputies.isEmpty { protection.deputies = overview.deputies.map(GuardingDeputyBody.init) }
    }
}

extension AlarmBody {
    /// An alarm with its people and where it was last heard from.
    init(_ report: AlarmReport) {
        self.init(
            report.alarm,
            of: report.member,
            name: report.person.name,
            colour: report.person.colour,
            mine: report.isMine,
            emergency: EmergencyBody(report.emergency)
        )
        picture = picturePath(of: report.member, report.person.pictureVersion)
        phone = report.phone
        phoneUnconfirmed = report.phone != nil && report.person.hasUnconfirmedNumber ? true : nil
        acknowledgedBy = report.acknowledgedBy.map { AcknowledgedBody(member: $0.member, name: $0.name) }
        deliveries = report.deliveries.map(MessageStateBody.init)
        place = report.place
        fix = report.fix.map(PresenceFixBody.init)
        otherDevice = report.other.map(OtherDeviceBody.init)
    }
}

extension OtherDeviceBody {
    fileprivate init(_ other: OtherDevice) {
        self.init(name: other.name, place: other.place, fix: PresenceFixBody(other.fix))
    }
}

extension MessageStateBody {
    init(_ report: MessageReport) {
        self.init(
            member: report.member,
            name: report.name,
            channel: report.channel,
            state: report.state.rawValue,
            at: report.at
        )
    }
}

/// To a tenth: more digits would only look exact.
private func tenth(_ value: Double) -> Double { (value * 10).rounded() / 10 }
