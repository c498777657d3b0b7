public import API
public import Family

extension HearthClient {
    /// The missions that I see: mine, those for whoever takes them, and for an adult those of children.
    ///
    /// Each filter that is absent lets everything through; without an order they stand as they were added.
    public func missions(
        priority: MissionPriorityName? = nil,
        assignee: ID<Member>? = nil,
        state: String? = nil,
        sort: String? = nil
    ) async throws(ClientFailure) -> [MissionBody] {
        let fields = [
            ("priority", priority?.rawValue), ("assignee", assignee?.text), ("state", state), ("sort", sort),
        ]
        let query = fields.compactMap { name, value in value.map { QueryField(name, $0) } }
        let list: ListBody<MissionBody> = try await ask(.missions(.missions), query)
        return list.items
    }

    /// One mission with what is to be done of it, and what I may.
    public func mission(_ id: ID<Mission>) async throws(ClientFailure) -> MissionBody {
        try await ask(.missions(.mission(id)))
    }

    /// Adds a mission; the body's `id` makes it one however often it is sent.
    @discardableResult
    public func addMission(_ body: AddMissionBody) async throws(ClientFailure) -> MissionBody {
        try await ask(.missions(.addMission), sending: body, mayRepeat: true)
    }

    /// Brings in a list that was kept on a device, and says what became of each.
    public func addMissions(_ missions: [AddMissionBody]) async throws(ClientFailure) -> [MissionIntakeBody] {
        let body = AddMissionsBody(missions: missions)
        let list: ListBody<MissionIntakeBody> = try await ask(.missions(.addMissions), sending: body, mayRepeat: true)
        return list.items
    }

    /// Describes a mission anew; what is absent is as for one that is added.
    @discardableResult
    public func changeMission(_ id: ID<Mission>, _ body: ChangeMissionBody) async throws(ClientFailure) -> MissionBody {
        try await ask(.missions(.changeMission(id)), sending: body)
    }

    /// Deletes a mission; refused while a claim of it waits for an adult, or a countdown of it runs.
    public func removeMission(_ id: ID<Mission>) async throws(ClientFailure) {
        try await send(.missions(.removeMission(id)))
    }

    /// Brings a deleted mission back.
    @discardableResult
    public func restoreMission(_ id: ID<Mission>) async throws(ClientFailure) -> MissionBody {
        try await ask(.missions(.restoreMission(id)))
    }

    /// Says that something is done, or decides about it.
    ///
    /// The body names what it was looked at: where somebody else was faster, nothing changes and the answer says so.
    @discardableResult
    public func decide(
        _ decision: MissionRoute.Decision,
        on mission: ID<Mission>,
        _ body: DecideMissionBody
    ) async throws(ClientFailure) -> MissionDecisionBody {
        try await ask(.missions(.decide(mission, decision)), sending: body, mayRepeat: true)
    }

    /// Starts a countdown for an occurrence of a mission, or goes on with one of which a part has passed on a guest's
    /// device.
    @discardableResult
    public func startCountdown(
        _ id: ID<FocusSession>,
        for occurrence: UInt32,
        of mission: ID<Mission>,
        broughtMilliseconds: Int64? = nil
    ) async throws(ClientFailure) -> CountdownBody {
        let body = StartMissionBody(id: id, occurrence: occurrence, broughtMilliseconds: broughtMilliseconds)
        return try await ask(.missions(.start(mission)), sending: body, mayRepeat: true)
    }

    /// Stops, pauses, resumes or calls off a countdown of mine; one that is over answers how it ended.
    @discardableResult
    public func ask(
        _ request: MissionRoute.CountdownRequest,
        of countdown: ID<FocusSession>,
        for mission: ID<Mission>
    ) async throws(ClientFailure) -> CountdownBody {
        let body = AskMissionCountdownBody(countdown: countdown)
        return try await ask(.missions(.ask(mission, request)), sending: body, mayRepeat: true)
    }

    /// How I stand, or a child of my family: gold, countdown, what was done today, and days in a row.
    public func focus(of child: ID<Member>? = nil) async throws(ClientFailure) -> FocusBody {
        try await ask(.missions(child.map { .focus($0) } ?? .myFocus))
    }

    /// A page of somebody's countdowns, the latest first; `after` is `next` of the page before.
    public func countdowns(
        of member: ID<Member>,
        after: String? = nil,
        limit: Int = 50
    ) async throws(ClientFailure) -> ListBody<CountdownBody> {
        let fields = [QueryField("limit", "\(limit)")] + (after.map { [QueryField("after", $0)] } ?? [])
        return try await ask(.missions(.countdowns(member)), fields)
    }

    /// Has days neither count nor break somebody's row of days, up to one or until it is ended.
    @discardableResult
    public func pauseStreak(of member: ID<Member>, until: LocalDay? = nil) async throws(ClientFailure) -> StreakBody {
        try await ask(.missions(.pauseStreak(member)), sending: PauseStreakBody(until: until))
    }

    /// Ends that pause.
    @discardableResult
    public func resumeStreak(of member: ID<Member>) async throws(ClientFailure) -> StreakBody {
        try await ask(.missions(.resumeStreak(member)))
    }

    /// What I did, bought and wished for before I had an account, the newest first.
    public func guestRecords() async throws(ClientFailure) -> [GuestRecordBody] {
        let list: ListBody<GuestRecordBody> = try await ask(.missions(.guestRecords))
        return list.items
    }

    /// Brings that along, and says what became of each; one that is there already changes nothing.
    @discardableResult
    public func addGuestRecords(
        _ records: [GuestRecordBody]
    ) async throws(ClientFailure) -> [GuestRecordIntakeBody] {
        let body = AddGuestRecordsBody(records: records)
        let list: ListBody<GuestRecordIntakeBody> = try await ask(
            .missions(.addGuestRecords),
            sending: body,
            mayRepeat: true
        )
        return list.items
    }

    /// Forgets all of it.
    public func removeGuestRecords() async throws(ClientFailure) {
        try await send(.missions(.removeGuestRecords))
    }

    /// What a family has settled about somebody's missions.
    public func missionSettings(of member: ID<Member>) async throws(ClientFailure) -> MissionSettingsBody {
        try await ask(.missions(.settings(member)))
    }

    /// Settles it; adults may for children.
    @discardableResult
    public func setMissionSettings(
        of member: ID<Member>,
        _ body: MissionSettingsBody
    ) async throws(ClientFailure) -> MissionSettingsBody {
        try await ask(.missions(.setSettings(member)), sending: body)
    }
}
