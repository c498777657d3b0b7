import Glibc
import Pictures

extension Command {
    /// What the hub starts for each picture, and nobody else: no help names it.
    static let portrait = Command(
        name: "portrait",
        summary: "makes a member's picture from a file",
        help:
            "usage: hearth portrait\n\nThe hub runs this for itself: a picture file comes in, a member's picture goes out."
    ) { _ in
        // exit would run what libraries left to do at the end, of which this process may do little.
        _exit(PortraitProcess.serve() ? 0 : 1)
    }
}
