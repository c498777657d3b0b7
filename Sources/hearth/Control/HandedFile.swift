import Glibc
import Synchronization

/// A file that whoever asks a running hub has opened for it: the hub's own user may not be able to.
///
/// It is closed when nobody holds it any more, unless it was taken.
final class HandedFile: Sendable {
    /// What came with the command that is being done.
    @TaskLocal static var current: HandedFile?

    private let descriptor: Mutex<Int32?>

    init(_ descriptor: Int32) {
        self.descriptor = Mutex(descriptor)
    }

    deinit {
        if let descriptor = take() { close(descriptor) }
    }

    /// The file, which is the caller's to close from here on; nil where somebody else took it.
    func take() -> Int32? {
        descriptor.withLock { $0.take() }
    }
}
