import API
import Family
import Hub

/// Every route of a family's money.
let everyFamilyMoneyRoute: [FamilyMoneyRoute] = [
    .assets(sampleID()), .addAsset(sampleID()), .mint(sampleID()), .allowances(sampleID()), .addAllowance(sampleID()),
    .endAllowance(sampleID(), sampleID()), .limits(sampleID()), .setLimits(sampleID()), .approvals(sampleID()),
    .decide(sampleID(), sampleID()), .statement(sampleID()), .statements, .coinConsents(sampleID()),
    .setCoinConsent(sampleID()),
]

extension Route {
    /// The money of the owner's family, which nobody else sees or moves.
    func ofFamilyMoney(_ route: FamilyMoneyRoute, _ scene: AccessScene) -> AccessRule {
        let (family, child) = (scene.family.id, scene.family.child.text)
        func owners(_ route: FamilyMoneyRoute, _ status: Int, _ body: String = "{}") -> AccessRule {
            AccessRule(route: .familyMoney(route), body: body) { $0 == .nobody ? 401 : $0 == .owner ? status : 404 }
        }
        switch route {
        case .assets: return owners(.assets(family), 200)
        case .addAsset: return owners(.addAsset(family), 201, #"{"id":"\#(scene.newID)","name":"Stars","scale":0}"#)
        case .mint:
            return owners(.mint(family), 201, #"{"id":"\#(scene.newID)","to":"\#(child)","asset":1,"amount":"5"}"#)
        case .allowances: return owners(.allowances(family), 200)
        case .addAllowance:
            let when = #""schedule":{"every":"week","day":6,"time":"10:00"},"timeZone":"Etc/UTC""#
            let what = #""to":"\#(child)","source":"cash","asset":2,"amount":"500""#
            return owners(.addAllowance(family), 201, #"{"id":"\#(scene.newID)",\#(what),\#(when)}"#)
        case .endAllowance: return owners(.endAllowance(family, sampleID()), 204)
        case .limits: return owners(.limits(family), 200)
        case .setLimits:
            let body = #"{"approvalAbove":[],"perDay":[{"member":"\#(child)","asset":2,"amount":"500"}]}"#
            return owners(.setLimits(family), 200, body)
        case .coinConsents: return owners(.coinConsents(family), 200)
        case .setCoinConsent:
            return owners(.setCoinConsent(family), 200, #"{"member":"\#(child)","allowed":true}"#)
        case .approvals: return owners(.approvals(family), 200)
        case .decide:
            let body = #"{"id":"\#(scene.newID)","decision":"approve"}"#
            return owners(.decide(family, sampleID()), 404, body)
        case .statement: return own(404)
        case .statements: return own(200)
        }
    }
}
