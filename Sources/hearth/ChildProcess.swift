package import Glibc

/// A program run beside this one, so that what is measured does not share a process with its load.
package struct ChildProcess {
    package let pid: pid_t
    /// When it was started, by `monotonicNanoseconds`.
    package let startedAt: Int64
    private let output: Int32

    /// Starts a program with its output in a pipe; its messages for people go where ours go.
    package init(_ path: String, _ words: [String]) throws(CommandFailure) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw CommandFailure(words: "pipe: \(errorWords(errno))") }
        // The child gets a copy of the writing end as its output, and neither of these.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        // The threads of tasks take no signals, and a child starts as deaf as the thread that made it.
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var noSignals = sigset_t()
        unsafe sigemptyset(&noSignals)
        unsafe posix_spawnattr_setsigmask(&attributes, &noSignals)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        // posix_spawn copies the words before it returns; then they are freed.
        var arguments = unsafe ([path] + words).map { unsafe strdup($0) } + [nil]
        defer { unsafe arguments.indices.forEach { unsafe free(arguments[$0]) } }
        var child: pid_t = 0
        startedAt = monotonicNanoseconds()
        let code = unsafe posix_spawn(&child, path, &actions, &attributes, &arguments, environ)
        close(ends[1])
        pid = child
        output = ends[0]
        guard code == 0 else {
            close(output)
            throw CommandFailure(words: "\(path): \(errorWords(code))")
        }
    }

    /// Runs the hub's program, which is beside this one.
    package static func hearth(_ words: [String]) throws -> ChildProcess {
        let folder = try ownPath().split(separator: "/", omittingEmptySubsequences: false).dropLast()
        return try ChildProcess((folder + ["hearth"]).joined(separator: "/"), words)
    }

    /// The path of the program that runs.
    package static func ownPath() throws(CommandFailure) -> String {
        var path = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe path.withUnsafeMutableBytes {
            guard let start = unsafe $0.bindMemory(to: CChar.self).baseAddress else { return 0 }
            return unsafe readlink("/proc/self/exe", start, $0.count)
        }
        guard count > 0 else { throw CommandFailure(words: "/proc/self/exe: \(errorWords(errno))") }
        return String(decoding: path[..<count], as: UTF8.self)
    }

    /// The next line that the program printed.
    package func line() throws(CommandFailure) -> String {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while bytes.count < 4_096 {
            guard unsafe read(output, &byte, 1) == 1 else {
                throw CommandFailure(words: "a started program ended early")
            }
            if byte == UInt8(ascii: "\n") { break }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The port in the line `listening on http://127.0.0.1:PORT`, which comes first.
    package func port() throws(CommandFailure) -> UInt16 {
        let line = try line()
        guard let text = line.split(separator: ":").last, let port = UInt16(text) else {
            throw CommandFailure(words: "expected an address, got: \(line)")
        }
        return port
    }

    /// Seconds of processor time used so far, by all its threads, in the program and in the kernel for it.
    package func processorSeconds() throws -> Double {
        let text = String(decoding: try fileBytes("/proc/\(pid)/stat", bytesMax: 1 << 16), as: UTF8.self)
        // The name, in parentheses, may hold spaces; utime and stime are the 12th and 13th after it (proc(5)).
        let fields = text.drop { $0 != ")" }.split(separator: " ")
        guard fields.count > 13, let user = Double(fields[12]), let kernel = Double(fields[13]) else {
            throw CommandFailure(words: "/proc/\(pid)/stat is not as expected")
        }
        return (user + kernel) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// Resident memory in bytes; `isPeak` asks for the most it ever was.
    package func residentBytes(isPeak: Bool = false) throws -> Int {
        let text = String(decoding: try fileBytes("/proc/\(pid)/status", bytesMax: 1 << 16), as: UTF8.self)
        let name = isPeak ? "VmHWM:" : "VmRSS:"
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix(name) }),
            let number = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first,
            let kibibytes = Int(number)
        else { throw CommandFailure(words: "/proc/\(pid)/status is not as expected") }
        return kibibytes * 1_024
    }

    /// Asks it to end, and waits until it has.
    package func stop() {
        kill(pid, SIGTERM)
        wait()
    }

    /// Waits until it has ended by itself.
    package func wait() {
        var status: Int32 = 0
        while unsafe waitpid(pid, &status, 0) < 0, errno == EINTR {}
        close(output)
    }
}

/// Seconds of processor time that this process has used so far.
package func ownProcessorSeconds() -> Double {
    var time = timespec()
    // CLOCK_PROCESS_CPUTIME_ID always exists (clock_gettime(3)).
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
}
