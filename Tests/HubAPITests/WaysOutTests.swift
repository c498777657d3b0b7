import API
import Testing

/// F35: a new route cannot be missing from the matrix of levels.
@Suite struct WaysOutTests {
    /// Routes whose answers speak of the asker alone, or of nobody's whereabouts.
    private static let silent: Set<String> = [
        // Getting in, and what is one's own.
        "verify", "register", "logIn", "sessions", "endSession", "startRecovery", "recovery", "cancelRecovery",
        "setPassword", "verifyPhone", "setPhone", "undoPhoneChange", "verifyMail", "setMail", "removeMail",
        "renewProof", "me", "changeMe", "setPicture", "removePicture", "notices", "removeNotice",
        // What of them tells of places is for whom PlaceNoticesTests say.
        "watches", "setWatch",
        // Where messages go; what they say is decided where they are written.
        "push", "setPush", "removePush", "tryPush", "notePushShown",
        "phoneRegions",
        "readPhoneNumber", "places", "addPlace", "place", "changePlace", "removePlace", "devices", "addDevice",
        "changeDevice", "revokeDevice", "renewDevice", "childDevices", "addChildDevice", "changeChildDevice",
        "revokeChildDevice", "renewChildDevice", "addFixes", "clockLinks", "addClockLink", "removeClockLink",
        // Consents: who and what was agreed, never where somebody is.
        "setConnectCode", "connect", "changeConnection", "endConnection", "requests", "ask", "acceptRequest",
        "removeRequest", "sharing", "changeSharing", "stopSharing", "setPause", "endPause",
        // Who belongs together, and how somebody joins.
        "families", "changeFamily", "addChild", "changeFamilyMember", "leaveFamily", "addLogInLink", "addInvite",
        "revokeInvite", "viewInvite", "joinFamily",
        "childSeers", "addChildSeer", "hiddenHours", "setHiddenHours",
        // What goes with a member, whole and only to them.
        "leave", "export", "retention", "setRetention",
        // One's own past, which nobody else may ask for.
        "history", "historySpans", "removeHistory", "addImport", "addToImport", "importState",
        // What proves who somebody is.
        "security", "makeChallenge", "addPasskey", "renamePasskey", "removePasskey", "setUpAuthenticator",
        "confirmAuthenticator", "removeAuthenticator", "makeRecoveryCodes",
        // Of nobody.
        "basemapStyle", "basemapTile", "findRoute", "search", "reverse", "regions",
        "removeRegion", "sendExtract", "giveUpExtract", "openAPI", "health", "ready", "metrics",
    ]

    @Test func `F35: every route is a way out of the matrix, or says nothing of where anybody is`() {
        let walked = Set(WayOut.allCases.flatMap(\.routes))
        let routes = Set(everyRoute.map { String("\($0)".prefix { $0 != "(" }) })
        #expect(walked.isDisjoint(with: Self.silent))
        #expect(routes.subtracting(walked).subtracting(Self.silent) == [], "add it to WayOut, or say here why not")
        #expect(walked.union(Self.silent).subtracting(routes) == [], "a route that is no more")
    }
}
