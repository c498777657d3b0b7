import CLinux
import Glibc

/// An open file on its way from one program of this machine to another, which need not be able to open it itself.
package enum FileHandover {
    /// Sends bytes over a local socket, and with them a file unless it is nil; how many went, or -1 with errno.
    package static func send(_ bytes: some Collection<UInt8>, with file: Int32?, over socket: Int32) -> Int {
        let bytes = Array(bytes)
        return unsafe bytes.withUnsafeBytes { space in
            unsafe hearth_send_with_file(socket, space.baseAddress, space.count, file ?? -1)
        }
    }

    /// Receives at most so many bytes over a local socket, and the file that came with them, which is the caller's.
    ///
    /// No bytes mean the end of the connection, or a failure.
    package static func receive(bytesMax: Int, over socket: Int32) -> (bytes: [UInt8], file: Int32?) {
        var file: Int32 = -1
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: bytesMax) { space, count in
            count = max(0, unsafe hearth_receive_with_file(socket, space.baseAddress, bytesMax, &file))
        }
        return (bytes, file < 0 ? nil : file)
    }
}
