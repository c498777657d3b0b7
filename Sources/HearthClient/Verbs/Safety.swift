public import API
public import Family

extension HearthClient {
    /// All that my own pages show of trips, calls for help and alarms.
    public func safety() async throws(ClientFailure) -> SafetyBody {
        try await ask(.safety(.overview))
    }

    /// Sets my PIN, and the one for when I am forced; asks for a proof of who I am first, and for the present PIN.
    public func setPINs(_ body: SetPinsBody) async throws(ClientFailure) {
        try await send(.safety(.setPins), sending: body)
    }

    /// Whether I have a PIN, and a new one that waits.
    public func pins() async throws(ClientFailure) -> PinsBody {
        try await ask(.safety(.pins))
    }

    /// Asks for a new PIN without the present one; it applies in a day, unless it is cancelled.
    public func requestPINReset(_ body: RequestPinResetBody) async throws(ClientFailure) {
        try await send(.safety(.requestPinReset), sending: body)
    }

    /// Cancels that request.
    public func cancelPINReset() async throws(ClientFailure) {
        try await send(.safety(.cancelPinReset))
    }

    /// My outside contacts: people without an account who are called in an alarm once they agreed.
    public func contacts() async throws(ClientFailure) -> [ContactBody] {
        try await all(.safety(.contacts))
    }

    /// Adds an outside contact, who is asked once whether they agree; takes a recent proof.
    @discardableResult
    public func addContact(_ body: AddContactBody) async throws(ClientFailure) -> ContactBody {
        try await ask(.safety(.addContact), sending: body, mayRepeat: true)
    }

    /// Machines elsewhere that may notify my companions when the hub is silent, with what I said of each.
    public func deputies() async throws(ClientFailure) -> [DeputyBody] {
        try await all(.deputy(.mine))
    }

    /// Has my trips and alarms guarded by a deputy, whose operator can then read what its `texts` say.
    public func chooseDeputy(_ id: ID<DeputyReference>) async throws(ClientFailure) {
        try await send(.deputy(.choose(id)))
    }

    /// Is not guarded by a deputy any longer; takes the PIN while something runs.
    public func declineDeputy(_ id: ID<DeputyReference>, pin: String? = nil) async throws(ClientFailure) {
        try await send(.deputy(.decline(id)), pin: pin)
    }

    /// My trips, the latest first.
    public func trips() async throws(ClientFailure) -> [SafeTripBody] {
        try await all(.safety(.trips))
    }

    /// One trip of mine.
    public func trip(_ id: ID<Trip>) async throws(ClientFailure) -> SafeTripBody {
        try await ask(.safety(.trip(id)))
    }

    /// Sets out; the hub watches from here on, whatever becomes of this phone.
    @discardableResult
    public func startTrip(_ body: StartTripBody) async throws(ClientFailure) -> SafeTripBody {
        try await ask(.safety(.startTrip), sending: body, mayRepeat: true)
    }

    /// Tells that I have arrived safely.
    public func arrive(_ id: ID<Trip>, pin: String) async throws(ClientFailure) {
        try await end(.arrive(id), id, pin: pin)
    }

    /// Ends a trip before its destination.
    public func cancelTrip(_ id: ID<Trip>, pin: String) async throws(ClientFailure) {
        try await end(.cancel(id), id, pin: pin)
    }

    /// Takes 1 to 60 minutes more.
    ///
    /// Not repeated by itself: each one adds to the others.
    public func extendTrip(_ id: ID<Trip>, _ body: ExtendTripBody) async throws(ClientFailure) {
        try await send(.safety(.extend(id)), sending: body)
    }

    /// "I'm fine", to what I was asked on the way.
    public func answerTrip(_ id: ID<Trip>) async throws(ClientFailure) {
        try await send(.safety(.answer(id)), mayRepeat: true)
    }

    /// Proves that this phone still watches; each 30 seconds of an open trip.
    public func beat(_ id: ID<Trip>) async throws(ClientFailure) {
        try await send(.safety(.heartbeat(id)), mayRepeat: true)
    }

    /// Lets the trip go on with another phone of mine; without one, with this client's session.
    public func chooseDevice(_ device: ID<Device>? = nil, of id: ID<Trip>, pin: String) async throws(ClientFailure) {
        try await send(.safety(.chooseDevice(id)), sending: ChooseDeviceBody(device: device, pin: pin))
    }

    /// Asks one more person to watch over my trip.
    @discardableResult
    public func addCompanion(_ member: ID<Member>, to id: ID<Trip>) async throws(ClientFailure) -> SafeTripBody {
        try await ask(.safety(.addCompanion(id)), sending: AddCompanionBody(member: member), mayRepeat: true)
    }

    /// The trips that I am to watch.
    public func companionTrips() async throws(ClientFailure) -> [SafeTripBody] {
        try await all(.safety(.companionTrips))
    }

    /// Tells the traveller that I watch.
    public func acceptTrip(_ id: ID<Trip>) async throws(ClientFailure) {
        try await send(.safety(.acceptTrip(id)), mayRepeat: true)
    }

    /// The points of a trip that I watch, from a time on, the oldest first.
    public func positions(ofCompanionTrip id: ID<Trip>, after: Timestamp? = nil) async throws(ClientFailure)
        -> TripPositionsBody
    {
        try await ask(.safety(.companionPositions(id)), after.map { [QueryField("after", $0.text)] } ?? [])
    }

    /// Calls for help: unless it is called off in time, everyone who watches is told.
    ///
    /// It is on the hub's disk, with its end, when this returns. Where there may be no network it goes through
    /// ``Outbox/callForHelp(_:cause:trip:)``, which does not give up.
    @discardableResult
    public func callForHelp(_ body: StartCountdownBody) async throws(ClientFailure) -> HelpCountdownBody {
        try await ask(.safety(.startCountdown), sending: body, mayRepeat: true)
    }

    /// "I'm safe": cancels every countdown and clears every alarm of mine; the answer says whether anybody was notified.
    @discardableResult
    public func cancelCountdown(_ id: ID<HelpCountdown>, pin: String) async throws(ClientFailure) -> CalledOffBody {
        try await ask(.safety(.cancelCountdown(id)), sending: PinBody(pin: pin), mayRepeat: true)
    }

    /// The alarms that I was told of, and those about me.
    public func alarms() async throws(ClientFailure) -> [AlarmBody] {
        try await all(.safety(.alarms))
    }

    /// Tells everyone who was called that I am on it.
    public func acknowledge(_ id: ID<Alarm>) async throws(ClientFailure) {
        try await send(.safety(.acknowledge(id)), mayRepeat: true)
    }

    /// Tells that I am doing something about it.
    public func act(on id: ID<Alarm>) async throws(ClientFailure) {
        try await send(.safety(.act(id)), mayRepeat: true)
    }

    /// "I'm safe" after an alarm.
    public func clear(_ id: ID<Alarm>, pin: String) async throws(ClientFailure) {
        try await send(.safety(.clear(id)), sending: PinBody(pin: pin), mayRepeat: true)
    }

    /// Ends a trip; one that a lost answer had ended is over, which is what was asked for.
    private func end(_ route: SafetyRoute, _ id: ID<Trip>, pin: String) async throws(ClientFailure) {
        var failures = 0
        while true {
            do throws(ClientFailure) {
                return try await send(.safety(route), sending: PinBody(pin: pin))
            } catch {
                if failures > 0, case .refused(let refusal) = error, refusal.code == "tripEnded" { return }
                failures += 1
                guard case .unreachable = error, failures < patience.attempts else { throw error }
                try await pause(patience.backoff.wait(after: failures, random: surroundings.random()))
            }
        }
    }
}
