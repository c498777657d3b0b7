public import Family

/// Everything the hub answers under `/api/v1`, and the doors beside it.
///
/// `init(method:path:)` and `methodAndPath` are each other's inverse; a test prints and reparses every case.
public enum Route: Hashable, Sendable {
    case verify
    case register
    case logIn
    /// Whom a demo of the hub lets in with one tap.
    case demoPeople
    /// Entering a demo as one of them.
    case enterDemo
    /// Whether the caller is logged in, which a browser without any note of it asks first.
    case sessionState
    case sessions
    case endSession(SessionReference)
    /// Proving anew who one is, for what is sensitive.
    case renewProof
    /// Where phone numbers may be from.
    case phoneRegions
    /// What a field shows of a number that is being typed.
    case readPhoneNumber
    case me
    case changeMe
    case leave
    case export
    case retention
    case setRetention
    /// My own days in hindsight.
    case history
    case historySpans
    case removeHistory
    case addImport
    /// The next piece of a file that is imported.
    case addToImport(ID<ImportReference>)
    case importState(ID<ImportReference>)
    /// A code to another number of mine.
    case verifyPhone
    case setPhone
    /// A code to a mail address of mine.
    case verifyMail
    case setMail
    case removeMail
    /// What the old number's link asks for.
    case undoPhoneChange
    case setPassword
    case recovery
    case cancelRecovery
    case startRecovery
    case notices
    /// What I am told of whom I see.
    case watches
    case setWatch
    /// Where I take push messages.
    case push
    case setPush
    case removePush
    case tryPush
    /// A browser's word that it showed a push message.
    case notePushShown
    /// Who looked at me.
    case looks
    /// All by which something of me gets out.
    case sharing
    case changeSharing
    case stopSharing
    case setPause
    case endPause
    case requests
    case ask
    case acceptRequest(ID<Connection>)
    case removeRequest(ID<Connection>)
    /// Whom I asked where they are.
    case positionRequests
    case askPosition
    case removeNotice(ID<NoticeReference>)
    /// What proves that I am me.
    case security
    case makeChallenge
    case addPasskey
    case renamePasskey(ID<PasskeyReference>)
    case removePasskey(ID<PasskeyReference>)
    case setUpAuthenticator
    case confirmAuthenticator
    case removeAuthenticator
    case makeRecoveryCodes
    case setPicture
    case removePicture
    case setConnectCode
    case shown
    case setShown
    case connections
    case connect
    case changeConnection(ID<Connection>)
    case endConnection(ID<Connection>)
    case nameConnection(ID<Connection>)
    /// My family, alone or with others.
    case families
    case changeFamily(ID<FamilyGroup>)
    case addChild(ID<FamilyGroup>)
    case changeFamilyMember(ID<FamilyGroup>, ID<Member>)
    case leaveFamily(ID<FamilyGroup>, ID<Member>)
    /// Who sees a child, or is to.
    case childSeers(ID<FamilyGroup>, ID<Member>)
    case addChildSeer(ID<FamilyGroup>, ID<Member>)
    case hiddenHours(ID<FamilyGroup>, ID<Member>)
    case setHiddenHours(ID<FamilyGroup>, ID<Member>)
    /// Requests about a child that wait for its guardians.
    case agreements(ID<FamilyGroup>, ID<Member>)
    case agreeForChild(ID<FamilyGroup>, ID<Member>, ID<GuardianRequest>)
    case withdrawForChild(ID<FamilyGroup>, ID<Member>, ID<GuardianRequest>)
    /// The phones that report for a child.
    case childDevices(ID<FamilyGroup>, ID<Member>)
    case addChildDevice(ID<FamilyGroup>, ID<Member>)
    case changeChildDevice(ID<FamilyGroup>, ID<Member>, ID<Device>)
    case revokeChildDevice(ID<FamilyGroup>, ID<Member>, ID<Device>)
    case renewChildDevice(ID<FamilyGroup>, ID<Member>, ID<Device>)
    /// A link that logs a child in, once.
    case addLogInLink(ID<FamilyGroup>, ID<Member>)
    case addInvite(ID<FamilyGroup>)
    case revokeInvite(ID<FamilyGroup>, ID<Invite>)
    /// What an invite offers whoever has it.
    case viewInvite
    case joinFamily
    case places
    case addPlace
    case place(ID<Place>)
    case changePlace(ID<Place>)
    case removePlace(ID<Place>)
    /// The places of my family.
    case familyPlaces
    /// Giving a place of mine to my family.
    case sharePlace
    case changeFamilyPlace(ID<Place>)
    case removeFamilyPlace(ID<Place>)
    case followFamilyPlace(ID<Place>)
    case stopFollowing(ID<Place>)
    case devices
    case addDevice
    case changeDevice(ID<Device>)
    case revokeDevice(ID<Device>)
    /// Another token for a device.
    case renewDevice(ID<Device>)
    /// Says which device of mine a tracker is that a Traccar server forwards by the first device.
    case bindTracker(ID<Device>, ID<Tracker>)
    case forgetTracker(ID<Device>, ID<Tracker>)
    case presence
    case clock
    case setClock
    case clockLinks
    case addClockLink
    case removeClockLink(ID<ClockLink>)
    case calendarLinks
    case addCalendarLink
    case removeCalendarLink(ID<CalendarLink>)
    /// The calendar that a link with this secret opens.
    case calendar(String)
    case clockSVG
    case clockJSON
    case picture(ID<Member>)
    case track(ID<Member>)
    case day(ID<Member>)
    case events
    case addFixes
    /// How the map is drawn: a style of MapLibre.
    case basemapStyle
    /// One vector tile; zoom 0 to 22, column and row below 2 to the power of zoom, counted from the north-west.
    case basemapTile(zoom: Int, column: Int, row: Int)
    case findRoute
    case search
    case reverse
    /// The regions that the hub's maps are made of, for the keeper.
    case regions
    case removeRegion(String)
    /// A piece of the extract that a region is to be made of.
    case sendExtract(region: String)
    case giveUpExtract(region: String)
    /// Regions of the mirror by their names, what one costs, and to have it fetched.
    case findRegions
    case offerRegion
    case getRegion(region: String)
    /// Trips, calls for help and alarms.
    case safety(SafetyRoute)
    /// My wallet, and the log of my family's ledger.
    case wallet(WalletRoute)
    /// My family's money.
    case familyMoney(FamilyMoneyRoute)
    /// Missions, countdowns, gold and streaks.
    case missions(MissionRoute)
    /// My family's store.
    case store(StoreRoute)
    /// Live links.
    case live(LiveRoute)
    /// Machines elsewhere that notify the recipients when the hub is silent.
    case deputy(DeputyRoute)
    /// How the hub is, for the keeper.
    case keeper
    case openAPI
    case health
    case ready
    case metrics
    /// A phone app's own path; the token is the last path segment where the app puts it there.
    case ingest(PhoneProtocol, token: String?)
}

/// One session of the member who asks, or the one they ask with.
public enum SessionReference: Hashable, Sendable {
    case current
    case id(ID<Session>)
}

/// Something that a member is told; the API knows no more of it than its identity.
public enum NoticeReference: Sendable {}

/// A file that is imported; the API knows no more of it than its identity.
public enum ImportReference: Sendable {}

/// A passkey; the API knows no more of it than its identity.
public enum PasskeyReference: Sendable {}

/// The doors that phone apps know.
public enum PhoneProtocol: String, CaseIterable, Sendable {
    case owntracks
    case overland
    case osmand
    case gpslogger
    /// A Traccar server that forwards what trackers send it.
    case traccarServer = "traccar"
}
