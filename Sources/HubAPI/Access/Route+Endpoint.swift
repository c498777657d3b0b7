import API

extension Route {
    /// Every route of the hub: its access, and the handler that answers (S53).
    ///
    /// There is no default: a new route does not compile until its access is declared here.
    var endpoint: Endpoint {
        switch self {
        case .verify: .stranger { try await $0.verify($1, $2) }
        case .register: .stranger { try await $0.register($1, $2) }
        case .logIn: .stranger { try await $0.logIn($1, $2) }
        case .demoPeople: .stranger { try $0.demoPeople($1, $2) }
        case .sessionState: .sessionOrNone { try await $0.sessionState($1, $2) }
        case .enterDemo: .stranger { try await $0.enterDemo($1, $2) }
        case .sessions: .session { try await $0.sessions($1, $2) }
        case .endSession(.current): .session(.held) { try await $0.endSession(.current, $1, $2) }
        case .endSession(let reference): .session { try await $0.endSession(reference, $1, $2) }
        case .renewProof: .session { try await $0.renewProof($1, $2) }
        case .phoneRegions: .open { try $0.phoneRegions($1) }
        case .readPhoneNumber: .open { try $0.readPhoneNumber($1) }
        case .me: .session { try await $0.me($1, $2) }
        case .changeMe: .session { try await $0.changeMe($1, $2) }
        case .leave: .session { try await $0.leave($1, $2) }
        case .export: .session { try await $0.export($1, $2) }
        case .retention: .session { try await $0.retention($1, $2) }
        case .setRetention: .session { try await $0.setRetention($1, $2) }
        case .history: .session { try await $0.history($1, $2) }
        case .historySpans: .session { try await $0.historySpans($1, $2) }
        case .removeHistory: .session { try await $0.removeHistory($1, $2) }
        case .addImport: .session { try await $0.addImport($1, $2) }
        case .addToImport(let id): .session(.sending(.bytes)) { try await $0.addToImport(id, $1, $2) }
        case .importState(let id): .session { try await $0.importState(id, $1, $2) }
        case .verifyPhone: .session { try await $0.verifyPhone($1, $2) }
        case .setPhone: .session { try await $0.setPhone($1, $2) }
        case .verifyMail: .session { try await $0.verifyMail($1, $2) }
        case .setMail: .session { try await $0.setMail($1, $2) }
        case .removeMail: .session { try await $0.removeMail($1, $2) }
        case .undoPhoneChange: .stranger { try await $0.undoPhoneChange($1, $2) }
        case .setPassword: .sessionOrOneTimeSecret(ChangePasswordBody.secret) { try await $0.setPassword($1, $2) }
        case .recovery: .session { try await $0.recovery($1, $2) }
        case .cancelRecovery: .session { try await $0.cancelRecovery($1, $2) }
        case .startRecovery: .stranger { try await $0.startRecovery($1, $2) }
        case .notices: .session { try await $0.notices($1, $2) }
        case .watches: .session { try await $0.watches($1, $2) }
        case .setWatch: .session { try await $0.setWatch($1, $2) }
        case .push: .session { try await $0.push($1, $2) }
        case .setPush: .session { try await $0.setPush($1, $2) }
        case .removePush: .session { try await $0.removePush($1, $2) }
        case .tryPush: .session { try await $0.tryPush($1, $2) }
        case .notePushShown: .session { try await $0.notePushShown($1, $2) }
        case .looks: .session { try await $0.looks($1, $2) }
        case .sharing: .session { try await $0.sharing($1, $2) }
        case .changeSharing: .session { try await $0.changeSharing($1, $2) }
        case .stopSharing: .session { try await $0.stopSharing($1, $2) }
        case .setPause: .session { try await $0.setPause($1, $2) }
        case .endPause: .session { try await $0.endPause($1, $2) }
        case .requests: .session { try await $0.requests($1, $2) }
        case .ask: .session { try await $0.ask($1, $2) }
        case .acceptRequest(let id): .session { try await $0.acceptRequest(id, $1, $2) }
        case .removeRequest(let id): .session { try await $0.removeRequest(id, $1, $2) }
        case .positionRequests: .session { try await $0.positionRequests($1, $2) }
        case .askPosition: .session { try await $0.askPosition($1, $2) }
        case .removeNotice(let id): .session { try await $0.removeNotice(id, $1, $2) }
        case .security: .session { try await $0.security($1, $2) }
        case .makeChallenge: .stranger { try await $0.makeChallenge($1, $2) }
        case .addPasskey: .session { try await $0.addPasskey($1, $2) }
        case .renamePasskey(let id): .session { try await $0.renamePasskey(id, $1, $2) }
        case .removePasskey(let id): .session { try await $0.removePasskey(id, $1, $2) }
        case .setUpAuthenticator: .session { try await $0.setUpAuthenticator($1, $2) }
        case .confirmAuthenticator: .session { try await $0.confirmAuthenticator($1, $2) }
        case .removeAuthenticator: .session { try await $0.removeAuthenticator($1, $2) }
        case .makeRecoveryCodes: .session { try await $0.makeRecoveryCodes($1, $2) }
        case .setPicture: .session(.sending(.picture)) { try await $0.setPicture($1, $2) }
        case .removePicture: .session { try await $0.removePicture($1, $2) }
        case .setConnectCode: .session { try await $0.setConnectCode($1, $2) }
        case .shown: .session { try await $0.shown($1, $2) }
        case .setShown: .session { try await $0.setShown($1, $2) }
        case .connections: .session { try await $0.connections($1, $2) }
        case .connect: .session { try await $0.connect($1, $2) }
        case .changeConnection(let id): .session { try await $0.changeConnection(id, $1, $2) }
        case .endConnection(let id): .session { try await $0.endConnection(id, $1, $2) }
        case .nameConnection(let id): .session { try await $0.nameConnection(id, $1, $2) }
        case .families: .session { try await $0.families($1, $2) }
        case .changeFamily(let id): .adult(of: id) { try await $0.changeFamily(id, $1, $2) }
        case .addChild(let id): .adult(of: id) { try await $0.addChild(id, $1, $2) }
        case .changeFamilyMember(let id, let member):
            .adult(of: id) { try await $0.changeFamilyMember(id, member, $1, $2) }
        case .leaveFamily(let id, let member): .session { try await $0.leaveFamily(id, member, $1, $2) }
        case .childSeers(let id, let member): .session { try await $0.childSeers(id, member, $1, $2) }
        case .addChildSeer(let id, let member): .session { try await $0.addChildSeer(id, member, $1, $2) }
        case .hiddenHours(let id, let member): .session { try await $0.hiddenHours(id, member, $1, $2) }
        case .setHiddenHours(let id, let member): .session { try await $0.setHiddenHours(id, member, $1, $2) }
        case .agreements(let id, let child): .session { try await $0.agreements(id, child, $1, $2) }
        case .agreeForChild(let id, let child, let asked):
            .session { try await $0.agreeForChild(id, child, asked, $1, $2) }
        case .withdrawForChild(let id, let child, let asked):
            .session { try await $0.withdrawForChild(id, child, asked, $1, $2) }
        case .childDevices(let id, let child): .session { try await $0.childDevices(id, child, $1, $2) }
        case .addChildDevice(let id, let child): .session { try await $0.addChildDevice(id, child, $1, $2) }
        case .changeChildDevice(let id, let child, let device):
            .session { try await $0.changeChildDevice(id, child, device, $1, $2) }
        case .revokeChildDevice(let id, let child, let device):
            .session { try await $0.revokeChildDevice(id, child, device, $1, $2) }
        case .renewChildDevice(let id, let child, let device):
            .session { try await $0.renewChildDevice(id, child, device, $1, $2) }
        case .addLogInLink(let id, let member): .adult(of: id) { try await $0.addLogInLink(id, member, $1, $2) }
        case .addInvite(let id): .adult(of: id) { try await $0.addInvite(id, $1, $2) }
        case .revokeInvite(let id, let invite): .adult(of: id) { try await $0.revokeInvite(id, invite, $1, $2) }
        case .viewInvite: .stranger { try await $0.viewInvite($1, $2) }
        case .joinFamily: .session { try await $0.joinFamily($1, $2) }
        case .places: .session { try await $0.places($1, $2) }
        case .addPlace: .session { try await $0.addPlace($1, $2) }
        case .place(let id): .session { try await $0.place(id, $1, $2) }
        case .changePlace(let id): .session { try await $0.changePlace(id, $1, $2) }
        case .removePlace(let id): .session { try await $0.removePlace(id, $1, $2) }
        case .familyPlaces: .session { try await $0.familyPlaces($1, $2) }
        case .sharePlace: .session { try await $0.sharePlace($1, $2) }
        case .changeFamilyPlace(let id): .session { try await $0.changeFamilyPlace(id, $1, $2) }
        case .removeFamilyPlace(let id): .session { try await $0.removeFamilyPlace(id, $1, $2) }
        case .followFamilyPlace(let id): .session { try await $0.followFamilyPlace(id, $1, $2) }
        case .stopFollowing(let id): .session { try await $0.stopFollowing(id, $1, $2) }
        case .devices: .session { try await $0.devices($1, $2) }
        case .addDevice: .session { try await $0.addDevice($1, $2) }
        case .changeDevice(let id): .session { try await $0.changeDevice(id, $1, $2) }
        case .revokeDevice(let id): .session { try await $0.revokeDevice(id, $1, $2) }
        case .renewDevice(let id): .session { try await $0.renewDevice(id, $1, $2) }
        case .bindTracker(let id, let tracker): .session { try await $0.bindTracker(tracker, by: id, $1, $2) }
        case .forgetTracker(let id, let tracker): .session { try await $0.forgetTracker(tracker, by: id, $1, $2) }
        case .presence: .session { try await $0.presence($1, $2) }
        case .clock: .session { try await $0.clock($1, $2) }
        case .setClock: .session { try await $0.setClock($1, $2) }
        case .calendarLinks: .session { try await $0.calendarLinks($1, $2) }
        case .addCalendarLink: .session { try await $0.addCalendarLink($1, $2) }
        case .removeCalendarLink(let id): .session { try await $0.removeCalendarLink(id, $1, $2) }
        case .calendar(let secret): .stranger { try await $0.calendar(secret, $2) }
        case .clockLinks: .session { try await $0.clockLinks($1, $2) }
        case .addClockLink: .session { try await $0.addClockLink($1, $2) }
        case .removeClockLink(let id): .session { try await $0.removeClockLink(id, $1, $2) }
        case .clockSVG: .sessionOrClockLink { try await $0.clockSVG($1, $2) }
        case .clockJSON: .sessionOrClockLink { try await $0.clockJSON($1, $2) }
        case .picture(let member): .session { try await $0.picture(member, $1, $2) }
        case .track(let member): .session { try await $0.track(member, $1, $2) }
        case .day(let member): .session { try await $0.day(member, $1, $2) }
        case .events: .session { try await $0.events($1, $2) }
        case .addFixes: .session(.heldDuringCall) { try await $0.addFixes($1, $2) }
        case .basemapStyle: .sessionOrView { try await $0.basemapStyle($1, $2) }
        case .basemapTile(let zoom, let column, let row):
            .sessionOrView { try await $0.basemapTile(zoom, column, row, $1, $2) }
        case .findRoute: .session { try await $0.findRoute($1, $2) }
        case .search: .session { try await $0.search($1, $2) }
        case .reverse: .session { try await $0.reverse($1, $2) }
        case .regions: .keeper { try await $0.regions($1, $2) }
        case .removeRegion(let name): .keeper { try await $0.removeRegion(name, $1, $2) }
        case .sendExtract(let name): .keeper(.sending(.bytes)) { try await $0.sendExtract(name, $1, $2) }
        case .giveUpExtract(let name): .keeper { try await $0.giveUpExtract(name, $1, $2) }
        case .findRegions: .keeper { try await $0.findRegions($1, $2) }
        case .offerRegion: .keeper { try await $0.offerRegion($1, $2) }
        case .getRegion(let name): .keeper { try await $0.getRegion(name, $1, $2) }
        case .keeper: .keeper { try await $0.keeperView($1, $2) }
        case .openAPI: .open { _, _ in .openAPI }
        case .health: .open { _, _ in .health }
        case .ready: .open { service, request in try await service.ready(request) }
        case .metrics: .keeperOrMetricsToken { try await $0.metrics($1, $2) }
        case .ingest: .device
        case .safety(let route): route.endpoint
        case .wallet(let route): route.endpoint
        case .familyMoney(let route): route.endpoint
        case .missions(let route): route.endpoint
        case .store(let route): route.endpoint
        case .live(let route): route.endpoint
        case .deputy(let route): route.endpoint
        }
    }
}
