import Family

/// The paths of a family's members, and of what guardians do for children.
extension Route {
    static func path(_ family: ID<FamilyGroup>, _ member: ID<Member>) -> String {
        "\(root)/families/\(family.text)/members/\(member.text)"
    }

    static func child(_ family: String, _ member: String, _ what: String) -> [Route] {
        guard let family = ID<FamilyGroup>(text: family), let member = ID<Member>(text: member) else { return [] }
        return switch what {
        case "seers": [.childSeers(family, member), .addChildSeer(family, member)]
        case "hidden-hours": [.hiddenHours(family, member), .setHiddenHours(family, member)]
        case "links": [.addLogInLink(family, member)]
        case "agreements": [.agreements(family, member)]
        case "devices": [.childDevices(family, member), .addChildDevice(family, member)]
        default: []
        }
    }

    static func agreement(_ family: String, _ member: String, _ asked: String) -> [Route] {
        guard let family = ID<FamilyGroup>(text: family), let member = ID<Member>(text: member),
            let asked = ID<GuardianRequest>(text: asked)
        else { return [] }
        return [.agreeForChild(family, member, asked), .withdrawForChild(family, member, asked)]
    }

    static func family(_ family: String, _ collection: String, _ item: String) -> [Route] {
        guard let family = ID<FamilyGroup>(text: family) else { return [] }
        return switch collection {
        case "members": ID(text: item).map { [.changeFamilyMember(family, $0), .leaveFamily(family, $0)] } ?? []
        case "invites": ID(text: item).map { [.revokeInvite(family, $0)] } ?? []
        default: []
        }
    }

    static func path(_ family: ID<FamilyGroup>, _ member: ID<Member>, _ device: ID<Device>) -> String {
        path(family, member) + "/devices/\(device.text)"
    }

    /// One phone of a child's; `what` is what stands behind it.
    static func childDevice(_ family: String, _ member: String, _ device: String, _ what: String?) -> [Route] {
        guard let family = ID<FamilyGroup>(text: family), let member = ID<Member>(text: member),
            let device = ID<Device>(text: device)
        else { return [] }
        return switch what {
        case nil: [.changeChildDevice(family, member, device), .revokeChildDevice(family, member, device)]
        case "token": [.renewChildDevice(family, member, device)]
        default: []
        }
    }
}
