import Family

extension Route {
    /// The routes of a path, one for each method; none where the path is unknown.
    static func candidates(path: String) -> [Route] {
        switch path {
        case "/healthz": return [.health]
        case "/readyz": return [.ready]
        case "/metrics": return [.metrics]
        default: break
        }
        if path.hasPrefix("/calendar/") { return calendar(path.dropFirst(10)) }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard parts.count >= 3, parts.first == "api", parts.dropFirst().first == "v1" else { return [] }
        let rest = parts.dropFirst(2).map(String.init)
        let ofSafety = SafetyRoute.candidates(rest)
        guard ofSafety.isEmpty else { return ofSafety.map { .safety($0) } }
        let ofWallet = WalletRoute.candidates(rest)
        guard ofWallet.isEmpty else { return ofWallet.map { .wallet($0) } }
        let ofFamily = FamilyMoneyRoute.candidates(rest)
        guard ofFamily.isEmpty else { return ofFamily.map { .familyMoney($0) } }
        let ofMissions = MissionRoute.candidates(rest)
        guard ofMissions.isEmpty else { return ofMissions.map { .missions($0) } }
        let ofStore = StoreRoute.candidates(rest)
        guard ofStore.isEmpty else { return ofStore.map { .store($0) } }
        let ofLiveLinks = LiveRoute.candidates(rest)
        guard ofLiveLinks.isEmpty else { return ofLiveLinks.map { .live($0) } }
        let ofDeputies = DeputyRoute.candidates(rest)
        guard ofDeputies.isEmpty else { return ofDeputies.map { .deputy($0) } }
        return switch rest.count {
        case 1: collections(rest[0])
        case 2: rest[0] == "me" ? mine(rest[1]) : items(rest[0], rest[1])
        case 3: nested(rest[0], rest[1], rest[2])
        case 5 where rest[0] == "families" && rest[2] == "members": child(rest[1], rest[3], rest[4])
        case 6...7 where rest[0] == "families" && rest[2] == "members" && rest[4] == "devices":
            childDevice(rest[1], rest[3], rest[5], rest.dropFirst(6).first)
        case 6 where rest[0] == "families" && rest[2] == "members" && rest[4] == "agreements":
            agreement(rest[1], rest[3], rest[5])
        case 4 where rest[0] == "families": family(rest[1], rest[2], rest[3])
        case 4 where rest[0] == "devices" && rest[2] == "trackers": tracker(rest[1], rest[3])
        case 4 where rest[0] == "basemap": tile(rest[1], rest[2], rest[3]).map { [$0] } ?? []
        default: []
        }
    }

    /// The calendar of a link: letters, digits and their like, then `.ics`.
    private static func calendar(_ name: Substring) -> [Route] {
        let secret = name.dropLast(4)
        let isPlain = secret.utf8.allSatisfy { byte in
            (48...57).contains(byte) || (97...122).contains(byte | 0x20) || byte == 0x5F || byte == 0x2D
        }
        guard name.hasSuffix(".ics"), isPlain, (1...64).contains(secret.utf8.count) else { return [] }
        return [.calendar(String(secret))]
    }

    private static func tracker(_ device: String, _ tracker: String) -> [Route] {
        guard let device = ID<Device>(text: device), let tracker = ID<Tracker>(text: tracker) else { return [] }
        return [.bindTracker(device, tracker), .forgetTracker(device, tracker)]
    }

    private static func collections(_ name: String) -> [Route] {
        switch name {
        case "verifications": [.verify]
        case "challenges": [.makeChallenge]
        case "members": [.register]
        case "session": [.sessionState]
        case "sessions": [.sessions, .logIn]
        case "demo": [.demoPeople, .enterDemo]
        case "phone-numbers": [.phoneRegions, .readPhoneNumber]
        case "recoveries": [.startRecovery]
        case "notices": [.notices]
        case "views": [.looks]
        case "connection-requests": [.requests, .ask]
        case "position-requests": [.positionRequests, .askPosition]
        case "me": [.me, .changeMe, .leave]
        case "connections": [.connections, .connect]
        case "families": [.families]
        case "invite-views": [.viewInvite]
        case "places": [.places, .addPlace]
        case "family-places": [.familyPlaces, .sharePlace]
        case "devices": [.devices, .addDevice]
        case "presence": [.presence]
        case "clock": [.clock, .setClock]
        case "clock.svg": [.clockSVG]
        case "clock.json": [.clockJSON]
        case "events": [.events]
        case "fixes": [.addFixes]
        case "routes": [.findRoute]
        case "search": [.search]
        case "reverse": [.reverse]
        case "regions": [.regions]
        case "region-searches": [.findRegions]
        case "region-offers": [.offerRegion]
        case "keeper": [.keeper]
        case "openapi.yaml": [.openAPI]
        default: []
        }
    }

    private static func mine(_ name: String) -> [Route] {
        switch name {
        case "calendar-links": [.calendarLinks, .addCalendarLink]
        case "picture": [.setPicture, .removePicture]
        case "export": [.export]
        case "retention": [.retention, .setRetention]
        case "history": [.history, .removeHistory]
        case "imports": [.addImport]
        case "password": [.setPassword]
        case "phone": [.verifyPhone, .setPhone]
        case "mail": [.verifyMail, .setMail, .removeMail]
        case "phone-change": [.undoPhoneChange]
        case "security": [.security]
        case "passkeys": [.addPasskey]
        case "authenticator": [.setUpAuthenticator, .confirmAuthenticator, .removeAuthenticator]
        case "recovery-codes": [.makeRecoveryCodes]
        case "recovery": [.recovery, .cancelRecovery]
        case "connect-code": [.setConnectCode]
        case "shown": [.shown, .setShown]
        case "family": [.joinFamily]
        case "sharing": [.sharing, .changeSharing]
        case "stop": [.stopSharing]
        case "pause": [.setPause, .endPause]
        case "watches": [.watches, .setWatch]
        case "push": [.push, .setPush, .removePush]
        default: []
        }
    }

    private static func items(_ collection: String, _ item: String) -> [Route] {
        if collection == "sessions", item == "current" { return [.endSession(.current)] }
        if collection == "clock", item == "links" { return [.clockLinks, .addClockLink] }
        if collection == "basemap", item == "style.json" { return [.basemapStyle] }
        return switch collection {
        case "regions": isRegion(item) ? [.removeRegion(item)] : []
        case "sessions": ID(text: item).map { [.endSession(.id($0))] } ?? []
        case "notices": ID(text: item).map { [.removeNotice($0)] } ?? []
        case "connections": ID(text: item).map { [.changeConnection($0), .endConnection($0)] } ?? []
        case "families": ID(text: item).map { [.changeFamily($0)] } ?? []
        case "connection-requests": ID(text: item).map { [.acceptRequest($0), .removeRequest($0)] } ?? []
        case "places": ID(text: item).map { [.place($0), .changePlace($0), .removePlace($0)] } ?? []
        case "family-places": ID(text: item).map { [.changeFamilyPlace($0), .removeFamilyPlace($0)] } ?? []
        case "devices": ID(text: item).map { [.changeDevice($0), .revokeDevice($0)] } ?? []
        default: []
        }
    }

    private static func nested(_ first: String, _ second: String, _ third: String) -> [Route] {
        switch (first, third) {
        case ("me", _) where second == "passkeys":
            ID(text: third).map { [.renamePasskey($0), .removePasskey($0)] } ?? []
        case ("regions", "extract"):
            isRegion(second) ? [.sendExtract(region: second), .giveUpExtract(region: second)] : []
        case ("regions", "download"): isRegion(second) ? [.getRegion(region: second)] : []
        case ("me", "spans") where second == "history": [.historySpans]
        case ("me", _) where second == "imports":
            ID(text: third).map { [.importState($0), .addToImport($0)] } ?? []
        case ("me", _) where second == "calendar-links":
            ID(text: third).map { [.removeCalendarLink($0)] } ?? []
        case ("me", "trial") where second == "push": [.tryPush]
        case ("me", "shown") where second == "push": [.notePushShown]
        case ("members", "picture"): ID(text: second).map { [.picture($0)] } ?? []
        case ("members", "day"): ID(text: second).map { [.day($0)] } ?? []
        case ("families", "members"): ID(text: second).map { [.addChild($0)] } ?? []
        case ("families", "invites"): ID(text: second).map { [.addInvite($0)] } ?? []
        case ("connections", "name"): ID(text: second).map { [.nameConnection($0)] } ?? []
        case ("family-places", "following"):
            ID(text: second).map { [.followFamilyPlace($0), .stopFollowing($0)] } ?? []
        case ("devices", "token"): ID(text: second).map { [.renewDevice($0)] } ?? []
        case ("members", "track"): ID(text: second).map { [.track($0)] } ?? []
        case ("sessions", "proof") where second == "current": [.renewProof]
        case ("clock", _) where second == "links": ID(text: third).map { [.removeClockLink($0)] } ?? []
        default: []
        }
    }

    /// Whether a region may be called so: 1 to 40 lower-case letters, digits and hyphens.
    private static func isRegion(_ text: String) -> Bool {
        let bytes = text.utf8
        let isPlain = bytes.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }
        return isPlain && (1...40).contains(bytes.count) && bytes.first != 45
    }

    /// Nil where the tile does not exist, or a number is written in another way than it prints.
    private static func tile(_ zoom: String, _ column: String, _ row: String) -> Route? {
        guard let z = Int(zoom), let x = Int(column), let y = Int(row), (0...22).contains(z),
            (0..<1 << z).contains(x), (0..<1 << z).contains(y), [zoom, column, row] == ["\(z)", "\(x)", "\(y)"]
        else { return nil }
        return .basemapTile(zoom: z, column: x, row: y)
    }
}
