import Dispatch

extension Workplace {
    /// Each line has a thread of its own while it has work.
    package static let threads = Workplace { DispatchLine($0, $1) }
}

/// A line that has a thread of its own while it has work.
private final class DispatchLine: WorkLine {
    private let queue: DispatchQueue

    init(_ name: StaticString, _ urgency: WorkUrgency) {
        queue = DispatchQueue(label: "\(name)", qos: urgency.quality)
    }

    func addSteps(_ step: @escaping @Sendable () -> Bool) {
        queue.async {
            while step() {}
        }
    }
}

extension WorkUrgency {
    fileprivate var quality: DispatchQoS {
        switch self {
        case .prompt: .userInteractive
        case .ordinary: .unspecified
        case .patient: .utility
        }
    }
}
