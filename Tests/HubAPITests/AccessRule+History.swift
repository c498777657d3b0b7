import API

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
}
