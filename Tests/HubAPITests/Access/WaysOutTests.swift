import API
import Testing

/// F35: a new route cannot be missing from the matrix of levels.
@Suite struct WaysOutTests {
    /// Routes whose answers speak of the asker alone, or of nobody's whereabouts.
    private static let silent: Set<String> = [
        // Getting in, and what is one's own.
        "verify", "register", "logIn", "sessions", "endSession", "startRecovery", "recovery",
        "cancelRecovery",
        "setPassword", "verifyPhone", "setPhone", "undoPhoneChange", "verifyMail", "setMail", "removeMail",
        // Of made-up people, on a demo.
        "demoPeople", "enterDemo",
        "renewProof", "me", "changeMe", "setPicture", "removePicture", "notices", "removeNotice",
        // What of them tells of places is for whom PlaceNoticesTests say.
        "watches", "setWatch",
        // Where messages go; what they say is decided where they are written.
        "push", "setPush", "removePush", "tryPush", "notePushShown",
        "phoneRegions",
        "readPhoneNumber", "places", "addPlace", "place", "changePlace", "removePlace",
        // Circles that a family has; followers are not shown to others.
        "familyPlaces", "sharePlace", "changeFamilyPlace", "removeFamilyPlace", "followFamilyPlace", "stopFollowing",
        "devices", "addDevice",
        "changeDevice", "revokeDevice", "renewDevice", "childDevices", "addChildDevice", "changeChildDevice",
        "revokeChildDevice", "renewChildDevice", "bindTracker", "forgetTracker", "addFixes", "clockLinks",
        "addClockLink", "removeClockLink",
        // One's own missions and times of trips, never a place.
        "calendarLinks", "addCalendarLink", "removeCalendarLink", "calendar",
        // Consents: who and what was agreed, never where somebody is.
        "setConnectCode", "connect", "changeConnection", "endConnection", "nameConnection", "requests", "ask",
        "acceptRequest", "removeRequest", "sharing", "changeSharing", "stopSharing", "setPause", "endPause",
        // When somebody was asked; what they answer is a fix, seen as every other.
        "positionRequests", "askPosition",
        // Who belongs together, and how somebody joins.
        "families", "changeFamily", "addChild", "changeFamilyMember", "leaveFamily", "addLogInLink", "addInvite",
        "revokeInvite", "viewInvite", "joinFamily",
        "childSeers", "addChildSeer", "hiddenHours", "setHiddenHours",
        "agreements", "agreeForChild", "withdrawForChild",
        // What goes with a member, whole and only to them.
        "leave", "export", "retention", "setRetention",
        // One's own past, which nobody else may ask for.
        "history", "historySpans", "removeHistory", "addImport", "addToImport", "importState",
        // What proves who somebody is.
        "security", "makeChallenge", "addPasskey", "renamePasskey", "removePasskey", "setUpAuthenticator",
        "confirmAuthenticator", "removeAuthenticator", "makeRecoveryCodes",
        // Trips and alarms: that these tell nobody else where their traveller is, SafetyWaysOutTests try.
        "safety.pins", "safety.setPins", "safety.requestPinReset", "safety.cancelPinReset",
        "safety.cancelPinResetByLink", "safety.contacts", "safety.addContact", "safety.removeContact",
        "safety.viewContact", "safety.answerContact",
        "safety.overview", "safety.trips", "safety.startTrip", "safety.trip",
        "safety.arrive", "safety.cancel", "safety.extend", "safety.answer", "safety.heartbeat",
        "safety.chooseDevice",
        "safety.addCompanion", "safety.removeCompanion", "safety.removeViewer", "safety.positions",
        "safety.renewLink", "safety.leaveTrip", "safety.acceptTrip", "safety.deadZones", "safety.setDeadZones",
        "safety.acknowledge", "safety.act", "safety.confirm",
        "safety.clear", "safety.startCountdown", "safety.cancelCountdown", "safety.drills", "safety.startDrill",
        "safety.confirmDrill", "safety.acknowledgeByView", "safety.endViews",
        // Money: how much, between whom and when, never where.
        "wallet.wallet", "wallet.openAccount", "wallet.payeeAccount", "wallet.renameAccount", "wallet.closeAccount",
        "wallet.entries",
        "wallet.setGoal", "wallet.endGoal", "wallet.goalPicture", "wallet.setGoalPicture", "wallet.removeGoalPicture",
        "wallet.transfer", "wallet.checkpoint", "wallet.proof", "wallet.consistency", "wallet.leaves",
        "wallet.addCheck", "wallet.keys", "wallet.addKey", "wallet.revokeKey", "wallet.familyKeys",
        "wallet.agreeToRevoke", "wallet.withdrawAgreement", "wallet.cosign", "wallet.logNote", "wallet.logTile",
        "wallet.moneyRequests",
        "wallet.askForMoney", "wallet.payRequest", "wallet.endRequest",
        "wallet.coins", "wallet.watchCoins", "wallet.renameCoins", "wallet.forgetCoins", "wallet.coin",
        // Sums and who moved them, never where anybody was.
        "familyMoney.assets", "familyMoney.addAsset", "familyMoney.mint", "familyMoney.allowances",
        "familyMoney.addAllowance", "familyMoney.endAllowance", "familyMoney.limits", "familyMoney.setLimits",
        "familyMoney.coinConsents", "familyMoney.setCoinConsent",
        "familyMoney.approvals", "familyMoney.decide", "familyMoney.statement", "familyMoney.statements",
        // What is to be done and what it is worth; a countdown says when and for how long, never where.
        "missions.missions", "missions.addMission", "missions.addMissions", "missions.mission",
        "missions.changeMission", "missions.removeMission", "missions.restoreMission", "missions.decide",
        "missions.start", "missions.ask", "missions.myFocus", "missions.focus", "missions.countdowns",
        "missions.pauseStreak", "missions.resumeStreak", "missions.settings", "missions.setSettings",
        "missions.guestRecords", "missions.addGuestRecords", "missions.removeGuestRecords",
        "store.items", "store.addItem", "store.changeItem", "store.retireItem", "store.picture", "store.setPicture",
        "store.removePicture", "store.purchases", "store.buy", "store.decide",
        // What a member gave out and who opened it, never where they are.
        "live.links", "live.addLink", "live.endLink", "live.removeViewer", "live.childLinks", "live.agreeToChildLink",
        "live.endChildLink", "live.setOnWalls",
        // Names, numbers and times of who is out, and never where: DeputiesTests look into what is handed over.
        "deputy.turns", "deputy.pairings", "deputy.mine", "deputy.choose", "deputy.decline",
        // Of nobody.
        "basemapStyle", "basemapTile", "findRoute", "search", "reverse", "regions",
        "removeRegion", "sendExtract", "giveUpExtract", "findRegions", "offerRegion", "getRegion", "openAPI", "health",
        "ready", "metrics", "keeper",
    ]

    /// The case of a route, with the one inside it where it has one.
    private func name(_ route: Route) -> String {
        if case .safety(let inner) = route { return "safety." + "\(inner)".prefix { $0 != "(" } }
        if case .wallet(let inner) = route { return "wallet." + "\(inner)".prefix { $0 != "(" } }
        if case .missions(let inner) = route { return "missions." + "\(inner)".prefix { $0 != "(" } }
        if case .deputy(let inner) = route { return "deputy." + "\(inner)".prefix { $0 != "(" } }
        if case .live(let inner) = route { return "live." + "\(inner)".prefix { $0 != "(" } }
        if case .store(let inner) = route { return "store." + "\(inner)".prefix { $0 != "(" } }
        if case .familyMoney(let inner) = route { return "familyMoney." + "\(inner)".prefix { $0 != "(" } }
        return String("\(route)".prefix { $0 != "(" })
    }

    @Test func `F35: every route is a way out of the matrix, or says nothing of where anybody is`() {
        let ofTrips = SafetyWaysOutTests.telling.keys.map { "safety.\($0)" }
        let walked = Set(WayOut.allCases.flatMap(\.routes) + ofTrips)
        let routes = Set(everyRoute.map(name))
        #expect(walked.isDisjoint(with: Self.silent))
        #expect(routes.subtracting(walked).subtracting(Self.silent) == [], "add it to WayOut, or say here why not")
        #expect(walked.union(Self.silent).subtracting(routes) == [], "a route that is no more")
    }
}
