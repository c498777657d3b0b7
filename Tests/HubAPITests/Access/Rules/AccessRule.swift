import API
import Family
import Foundation
import Hub
import Storage

/// What a route answers to everybody who names a thing of the owner in it.
struct AccessRule {
    /// The route, with the owner's own thing where it names one.
    var route: Route
    /// A body that would do something.
    var body = "{}"
    /// Whether it is about the one who asks, and says and changes nothing of anybody else.
    var isAboutAsker = false
    /// Whether it names who is on the hub, and nothing else of them.
    var namesMembers = false
    /// The status for everybody.
    var status: (Asking) -> Int

    /// What stands behind the path.
    var query: String {
        switch route {
        case .day: "?date=2026-03-01"
        case .sessionState: "?family=true"
        case .removeFamilyPlace: "?version=1"
        case .removeHistory: "?from=2026-01-01T00:00:00.000Z&to=2026-01-02T00:00:00.000Z"
        default: ""
        }
    }
}

extension Route {
    /// What this route answers to whom: a new route does not compile until that is said here (S24).
    func rule(in scene: AccessScene, for asking: Asking) -> AccessRule {
        switch self {
        case .verify, .register, .logIn, .startRecovery, .phoneRegions, .readPhoneNumber, .openAPI, .health, .ready,
            .viewInvite, .makeChallenge, .undoPhoneChange, .demoPeople, .enterDemo, .calendar, .sessionState:
            open(scene)
        case .families, .changeFamily, .addChild, .changeFamilyMember, .leaveFamily, .childSeers, .addChildSeer,
            .hiddenHours, .setHiddenHours, .addLogInLink, .addInvite, .revokeInvite, .joinFamily, .childDevices,
            .addChildDevice, .changeChildDevice, .revokeChildDevice, .renewChildDevice:
            ofFamily(scene)
        case .agreements, .agreeForChild, .withdrawForChild: ofAgreement(scene, for: asking)
        case .watches, .setWatch, .push, .setPush, .removePush, .tryPush, .notePushShown: ofTelling(scene)
        case .looks, .sharing, .changeSharing, .stopSharing, .setPause, .endPause, .requests, .ask, .acceptRequest,
            .removeRequest, .positionRequests, .askPosition:
            ofSharing(scene)
        case .security, .addPasskey, .renamePasskey, .removePasskey, .setUpAuthenticator, .confirmAuthenticator,
            .removeAuthenticator, .makeRecoveryCodes, .renewProof, .verifyPhone, .setPhone, .verifyMail, .setMail,
            .removeMail:
            ofProofs(scene, for: asking)
        case .setRetention, .history, .historySpans, .removeHistory, .addToImport, .addImport, .importState:
            ofHistory(scene)
        case .leave: own(204, except: [.keeper: 409], isAboutAsker: asking.isUnconnected)  // A ghost is left.
        case .sessions, .me, .notices, .connections, .places, .familyPlaces, .devices, .presence, .clock, .clockLinks,
            .clockSVG, .calendarLinks, .clockJSON, .shown, .events, .basemapStyle, .export, .retention:
            own(200)
        case .changeMe, .setPassword:
            own(200, self == .changeMe ? #"{"name":"Newly \#(asking)"}"# : #"{"new":"quite another long phrase"}"#)
        case .setConnectCode: own(200, #"{"precision":"exact"}"#)
        case .addFixes: own(200, #"[{"at":"2026-03-01T08:05:00.000Z","latitude":10,"longitude":20}]"#)
        case .setPicture: own(200, "")
        case .removePicture, .endSession(.current), .basemapTile: own(204)
        case .addClockLink, .addPlace: own(201, self == .addPlace ? scene.newPlace : "{}")
        case .addDevice: own(201, #"{"id":"\#(scene.newID)","name":"phone"}"#)
        case .connect: own(404, #"{"id":"\#(scene.newID)","phone":"\#(scene.other.phone)","code":"AAAAAAAA"}"#)
        case .endSession(.id), .recovery, .cancelRecovery, .removeNotice, .place, .changePlace, .removePlace,
            .changeDevice, .revokeDevice, .renewDevice, .sharePlace, .changeFamilyPlace, .removeFamilyPlace,
            .followFamilyPlace, .stopFollowing:
            ofOwner(scene)
        case .bindTracker, .forgetTracker, .addCalendarLink, .removeCalendarLink, .removeClockLink: ofPrograms(scene)
        case .changeConnection, .endConnection, .nameConnection, .picture, .track, .day, .setShown, .setClock:
            ofSeers(scene, for: asking)
        case .findRoute, .search, .reverse, .metrics, .keeper, .regions, .removeRegion, .sendExtract, .giveUpExtract,
            .findRegions, .offerRegion, .getRegion:
            ofMaps
        case .safety(let route): ofSafety(route, scene)
        case .wallet(let route): ofWallet(route, scene)
        case .familyMoney, .missions, .store, .live, .deputy: ofFamilysThings(scene)
        case .ingest(let app, let token): ofPhones(app, token: token.map { scene.member(asking)?.token ?? $0 })
        }
    }

    /// A session's token is no phone's.
    private func ofPhones(_ app: PhoneProtocol, token: String?) -> AccessRule {
        AccessRule(route: .ingest(app, token: token)) { _ in 401 }
    }

    /// The same for everybody, logged in or not: what these ask for opens nothing.
    private func open(_ scene: AccessScene) -> AccessRule {
        let wrong = #""verification":"made up","code":"000000""#
        let (body, status) =
            switch self {
            case .verify: (#"{"phone":"\#(scene.owner.phone)","purpose":"login"}"#, 202)
            case .register: (#"{\#(wrong),"name":"Somebody"}"#, 401)
            case .logIn, .startRecovery: ("{\(wrong)}", 401)
            case .readPhoneNumber: (#"{"input":"\#(scene.owner.phone)"}"#, 200)
            case .viewInvite: (#"{"invite":"made up"}"#, 404)
            case .undoPhoneChange: (#"{"link":"made up"}"#, 404)
            case .makeChallenge: ("", 201)
            case .calendar: ("", 404)
            // No hub but a demo lets anybody in so.
            case .enterDemo: (#"{"member":"\#(scene.owner.id.text)"}"#, 404)
            default: ("", 200)
            }
        return AccessRule(route: self, body: body) { _ in status }
    }

    /// What the owner shows to others.
    private func ofSeers(_ scene: AccessScene, for asking: Asking) -> AccessRule {
        switch self {
        case .changeConnection:
            owners(.changeConnection(scene.connection(of: asking)), 200, #"{"precision":"exact"}"#)
        case .endConnection: seers(.endConnection(scene.connection(of: asking)), 204, from: .off)
        case .nameConnection:
            seers(.nameConnection(scene.connection(of: asking)), 204, from: .off, #"{"name":"Neighbour"}"#, owner: 404)
        case .picture: seers(.picture(scene.owner.id), 200, from: .off)
        case .track: seers(.track(scene.owner.id), 200, from: .exact)
        case .day: seers(.day(scene.owner.id), 200, from: .exact)
        case .setShown:
            seers(self, 200, from: .place, #"{"kind":"member","member":"\#(scene.owner.id.text)"}"#)
        default: seers(self, 200, from: .place, #"{"members":["\#(scene.owner.id.text)"]}"#, else: 422)
        }
    }

    /// What the owner alone has.
    private func ofOwner(_ scene: AccessScene) -> AccessRule {
        switch self {
        case .endSession: owners(.endSession(.id(scene.session)), 204)
        case .removeNotice: owners(.removeNotice(ID(sharing: scene.notice)), 204)
        case .place: owners(.place(scene.place), 200)
        case .changePlace: owners(.changePlace(scene.place), 200, #"{"label":"Elsewhere"}"#)
        case .removePlace: owners(.removePlace(scene.place), 204)
        case .sharePlace: owners(self, 201, #"{"id":"\#(scene.newID)","place":"\#(scene.place.text)"}"#)
        case .changeFamilyPlace:
            owners(.changeFamilyPlace(scene.familyPlace), 200, #"{"version":1,"label":"Elsewhere"}"#)
        case .removeFamilyPlace: owners(.removeFamilyPlace(scene.familyPlace), 204)
        case .followFamilyPlace: owners(.followFamilyPlace(scene.familyPlace), 200, #"{"version":1}"#)
        case .stopFollowing: owners(.stopFollowing(scene.familyPlace), 204)
        case .changeDevice: owners(.changeDevice(scene.owner.device), 200, #"{"name":"taken"}"#)
        case .revokeDevice: owners(.revokeDevice(scene.owner.device), 204)
        case .renewDevice: owners(.renewDevice(scene.owner.device), 201)
        case .cancelRecovery: owners(self, 204)
        default: owners(self, 200)
        }
    }

    /// Who belongs together; the owner's family alone, its other adult left out.
    private func ofFamily(_ scene: AccessScene) -> AccessRule {
        let (family, child, other) = (scene.family.id, scene.family.child, scene.other.id.text)
        let hours = #""days":[1],"fromMinute":0,"untilMinute":60,"utcOffsetMinutes":0"#
        let invite = #""role":"adult","mySharing":"place","askedSharing":"place""#
        return switch self {
        case .changeFamily: owners(.changeFamily(family), 200, #"{"name":"Others"}"#)
        case .addChild: owners(.addChild(family), 201, #"{"name":"Noa","birthYear":2020}"#)
        case .changeFamilyMember: owners(.changeFamilyMember(family, child), 200, #"{"birthYear":2019}"#)
        case .leaveFamily: owners(.leaveFamily(family, scene.owner.id), 204)
        case .childSeers: owners(.childSeers(family, child), 200)
        case .addChildSeer:
            owners(
                .addChildSeer(family, child),
                201,
                #"{"id":"\#(scene.newID)","viewer":"\#(other)","precision":"exact"}"#
            )
        case .hiddenHours: owners(.hiddenHours(family, child), 200)
        case .setHiddenHours:
            owners(.setHiddenHours(family, child), 200, #"{"items":[{"viewer":"\#(other)",\#(hours)}]}"#)
        case .childDevices, .addChildDevice, .changeChildDevice, .revokeChildDevice, .renewChildDevice:
            ofChildsPhone(scene)
        case .addLogInLink: owners(.addLogInLink(family, child), 201)
        case .addInvite: owners(.addInvite(family), 201, #"{"id":"\#(scene.newID)",\#(invite)}"#)
        case .revokeInvite: owners(.revokeInvite(family, scene.family.invite), 204)
        // Handing the owner's child over to a family that awaits it, as other guardians have to agree to.
        case .joinFamily:
            owners(self, 202, #"{"invite":"\#(scene.family.elsewhere)","member":"\#(child.text)"}"#)
        default: own(200)
        }
    }

    /// A phone that was logged in as the owner's child by the other adult's link; the child has one of its own to agree to.
    private func ofAgreement(_ scene: AccessScene, for asking: Asking) -> AccessRule {
        let (family, child) = (scene.family.id, scene.family.child)
        let asked = asking == .child ? scene.family.alsoHeld : scene.family.held
        return switch self {
        case .agreeForChild: owners(.agreeForChild(family, child, asked), 204)
        case .withdrawForChild: owners(.withdrawForChild(family, child, asked), 204)
        default: owners(.agreements(family, child), 200)
        }
    }

    /// The phone of the owner's child.
    private func ofChildsPhone(_ scene: AccessScene) -> AccessRule {
        let (family, child, phone) = (scene.family.id, scene.family.child, scene.family.childsPhone)
        return switch self {
        case .addChildDevice:
            owners(.addChildDevice(family, child), 201, #"{"id":"\#(scene.newID)","name":"phone"}"#)
        case .changeChildDevice: owners(.changeChildDevice(family, child, phone), 200, #"{"name":"taken"}"#)
        case .revokeChildDevice: owners(.revokeChildDevice(family, child, phone), 204)
        case .renewChildDevice: owners(.renewChildDevice(family, child, phone), 201)
        default: owners(.childDevices(family, child), 200)
        }
    }

    /// What keeps sharing in its subject's hands.
    private func ofSharing(_ scene: AccessScene) -> AccessRule {
        switch self {
        case .changeSharing: own(200, #"{"reminderDays":3}"#)
        case .endPause: own(204)
        case .ask: own(202, #"{"id":"\#(scene.newID)","phone":"\#(scene.family.host.phone)"}"#)
        case .acceptRequest: owners(.acceptRequest(scene.family.request), 200, #"{"precision":"place"}"#)
        case .removeRequest: owners(.removeRequest(scene.family.request), 204)
        // Nobody asks themselves.
        case .askPosition:
            seers(self, 202, from: .coarse, #"{"member":"\#(scene.owner.id.text)"}"#, owner: 404)
        default: own(200)
        }
    }

    /// What proves who somebody is.
    private func ofProofs(_ scene: AccessScene, for asking: Asking) -> AccessRule {
        let passkey = ID<PasskeyReference>(sharing: scene.factors.passkey)
        return switch self {
        case .addPasskey: own(201, scene.newPasskey)
        case .renamePasskey: owners(.renamePasskey(passkey), 200, #"{"name":"Somebody's key"}"#)
        case .removePasskey: owners(.removePasskey(passkey), 204)
        case .setUpAuthenticator: own(201)
        case .confirmAuthenticator: own(204, #"{"code":"\#(scene.timedCode(of: asking))"}"#)
        case .removeAuthenticator: owners(self, 204)
        case .makeRecoveryCodes: owners(self, 201, else: 409)
        // What came by text proves nothing where somebody made it up.
        case .setPhone: own(401, #"{"verification":"made up","code":"000000"}"#)
        case .verifyMail: own(202, #"{"mail":"somebody@example.org"}"#)
        case .setMail: own(401, #"{"code":"000000"}"#)
        case .removeMail: own(204)
        case .verifyPhone: own(202, #"{"phone":"+41446681999"}"#)
        case .renewProof: own(401, #"{"verification":"made up","code":"000000"}"#)
        default: own(200)
        }
    }

    /// What the asker is told, and where: the scene's browsers take no messages.
    private func ofTelling(_ scene: AccessScene) -> AccessRule {
        let point = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
        let keys = #""publicKey":"\#(point)","authentication":"BTBZMqHH6r4Tts7J_aSIgg""#
        return switch self {
        case .setPush: own(200, #"{"endpoint":"https://updates.push.services.mozilla.com/x",\#(keys)}"#)
        case .removePush: own(204)
        case .tryPush: own(404)
        case .setWatch:
            // Nobody watches themselves.
            seers(
                self,
                200,
                from: .place,
                #"{"member":"\#(scene.owner.id.text)","places":[],"quiet":true,"lowBattery":true}"#,
                owner: 404
            )
        case .notePushShown: own(404, #"{"message":"\#(sampleIDText)","opened":true}"#)
        default: own(200)
        }
    }
}

extension AccessScene {
    var newID: String { test.hub.outside.newID(of: Member.self).text }

    fileprivate var newPlace: String {
        """
        {"id":"\(newID)","label":"Park","description":"under the trees","latitude":10,"longitude":20,"radiusMetres":100}
        """
    }
}
