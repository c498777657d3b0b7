import API
import Family
import Hub
import SamplePictures

/// Every route of missions, countdowns, gold and streaks.
let everyMissionRoute: [MissionRoute] =
    [
        .missions, .addMission, .addMissions, .mission(sampleID()), .changeMission(sampleID()),
        .removeMission(sampleID()), .restoreMission(sampleID()), .start(sampleID()), .myFocus, .focus(sampleID()),
        .countdowns(sampleID()), .pauseStreak(sampleID()), .resumeStreak(sampleID()), .settings(sampleID()),
        .setSettings(sampleID()), .guestRecords, .addGuestRecords, .removeGuestRecords,
    ]
    + MissionRoute.Decision.allCases.map { .decide(sampleID(), $0) }
    + MissionRoute.CountdownRequest.allCases.map { .ask(sampleID(), $0) }

/// Every route of a family's store.
let everyStoreRoute: [StoreRoute] =
    [
        .items, .addItem, .changeItem(sampleID()), .retireItem(sampleID()), .picture(sampleID()),
        .setPicture(sampleID()), .removePicture(sampleID()), .purchases, .buy,
    ]
    + StoreRoute.Decision.allCases.map { .decide(sampleID(), $0) }

/// What the owner gave to their child, who says that it is done, and what the family's store has.
struct OwnersMissions {
    let mission: ID<Mission>
    let item: ID<StoreItem>

    init(_ test: TestService, of owner: TestMember, and child: ID<Member>) async throws {
        let hub = test.hub
        (mission, item) = (hub.outside.newID(), hub.outside.newID())
        let wish = MissionRequest(name: "Feed the goldcrest", minutes: 20, assignee: child)
        _ = try await hub.addMission(mission, by: owner.id, wish)
        _ = try await hub.decide(.claim, on: 0, of: mission, version: 1, by: child)
        let offer = StoreItemRequest(name: "Wooden kite", price: Amount(5), stock: 3)
        _ = try await hub.addStoreItem(item, by: owner.id, offer)
        let picture = SamplePNG(width: 8, height: 8) { x, y in [9, UInt8(x), UInt8(y), 255] }.bytes
        _ = try await hub.setPicture(of: item, by: owner.id, file: picture)
    }
}

extension AccessRule {
    /// Whether its body is a picture and no JSON.
    var sendsPicture: Bool {
        switch route {
        case .store(.setPicture), .wallet(.setGoalPicture), .setPicture: true
        default: false
        }
    }
}

extension Route {
    /// A family's money, its missions, and what gold is spent on.
    func ofFamilysThings(_ scene: AccessScene) -> AccessRule {
        switch self {
        case .familyMoney(let route): ofFamilyMoney(route, scene)
        case .missions(let route): ofMissions(route, scene)
        case .store(let route): ofStore(route, scene)
        case .live(let route): ofLiveLinks(route, scene)
        case .deputy(let route): ofDeputies(route, scene)
        default: own(404)
        }
    }

    /// The missions of the owner's child, which nobody outside the family sees.
    private func ofMissions(_ route: MissionRoute, _ scene: AccessScene) -> AccessRule {
        let (mission, child) = (scene.missions.mission, scene.family.child)
        let wish = #""title":"Sweep","minutes":5"#
        func owners(_ route: MissionRoute, _ status: Int, _ body: String = "{}") -> AccessRule {
            self.owners(.missions(route), status, body)
        }
        switch route {
        case .missions, .myFocus, .guestRecords: return own(200)
        case .addGuestRecords: return own(200, #"{"records":[]}"#)
        case .removeGuestRecords: return own(204)
        case .addMission: return own(201, #"{"id":"\#(scene.newID)",\#(wish)}"#)
        case .addMissions: return own(200, #"{"missions":[{"id":"\#(scene.newID)",\#(wish)}]}"#)
        case .mission: return owners(.mission(mission), 200)
        case .changeMission: return owners(.changeMission(mission), 200, #"{\#(wish),"assignee":"\#(child.text)"}"#)
        // What the child claims has to be decided first.
        case .removeMission: return owners(.removeMission(mission), 409)
        case .restoreMission: return owners(.restoreMission(mission), 200)
        case .decide(_, let decision):
            // It is the child's to do, and nothing is approved yet.
            let status = decision == .claim ? 403 : decision == .undo ? 409 : 200
            return owners(.decide(mission, decision), status, #"{"occurrence":0,"version":2}"#)
        case .start: return owners(.start(mission), 403, #"{"id":"\#(scene.newID)","occurrence":0}"#)
        case .ask(_, let request): return owners(.ask(mission, request), 404, #"{"countdown":"\#(scene.newID)"}"#)
        case .focus: return owners(.focus(child), 200)
        case .countdowns: return owners(.countdowns(child), 200)
        case .pauseStreak: return owners(.pauseStreak(child), 200)
        case .resumeStreak: return owners(.resumeStreak(child), 200)
        case .settings: return owners(.settings(child), 200)
        case .setSettings:
            let weights = #""weightHigh":3,"weightMedium":2,"weightLow":1"#
            let rules = #""payout":"ask","mayPause":true,"mayStop":false,"ownNeedsApproval":true"#
            return owners(.setSettings(child), 200, "{\(weights),\(rules)}")
        }
    }

    /// The store of the owner's family, of which strangers know nothing.
    private func ofStore(_ route: StoreRoute, _ scene: AccessScene) -> AccessRule {
        let item = scene.missions.item
        switch route {
        case .items, .purchases: return own(200)
        case .addItem: return own(201, #"{"id":"\#(scene.newID)","name":"Ball","price":"7"}"#)
        case .changeItem: return owners(.store(.changeItem(item)), 200, #"{"name":"Ball","price":"7"}"#)
        case .retireItem: return owners(.store(.retireItem(item)), 204)
        case .picture: return owners(.store(.picture(item)), 200)
        case .setPicture: return owners(.store(.setPicture(item)), 200)
        case .removePicture: return owners(.store(.removePicture(item)), 204)
        // The owner has no gold.
        case .buy:
            let body = #"{"id":"\#(scene.newID)","item":"\#(item.text)"}"#
            return AccessRule(route: self, body: body) { $0 == .nobody ? 401 : $0 == .owner ? 409 : 404 }
        case .decide: return own(404, #"{"version":1}"#)
        }
    }
}
