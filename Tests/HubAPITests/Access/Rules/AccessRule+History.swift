import API
import Family

extension Route {
    /// A member's own past: what of it is meant stands behind the path, and a rule knows the path alone.
    func ofHistory(_ scene: AccessScene) -> AccessRule {
        switch self {
        case .setRetention: own(200, #"{"history":"days","days":30}"#)
        case .addImport: own(409, #"{"id":"\#(scene.newID)","bytes":1}"#)
        case .importState: own(404)
        case .removeHistory: own(200)
        default: own(422)
        }
    }

    /// What other programs send for the owner, or read of theirs.
    func ofPrograms(_ scene: AccessScene) -> AccessRule {
        let phone = scene.owner.device
        return switch self {
        case .bindTracker: owners(.bindTracker(phone, scene.tracker), 200, #"{"device":"\#(phone.text)"}"#)
        case .addCalendarLink: own(201, #"{"id":"\#(scene.newID)","missions":true,"trips":false}"#)
        case .forgetTracker: owners(.forgetTracker(phone, scene.tracker), 204)
        case .removeClockLink: owners(.removeClockLink(scene.clockLink), 204)
        default: owners(.removeCalendarLink(scene.calendarLink), 204)
        }
    }
}
