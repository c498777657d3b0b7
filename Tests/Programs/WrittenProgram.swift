import Glibc

extension StartedProgram {
    /// Writes a script that the tests then run as a program.
    ///
    /// A shell writes it: while this process had it open for writing, each program that another test starts would keep it
    /// open, and a file that is open for writing cannot be run (`ETXTBSY`, execve(2)).
    public static func write(_ script: String, to path: String) throws {
        let words = ["/bin/sh", "-c", #"printf '%s\n' "$1" >"$2" && chmod 700 "$2""#, "sh", script, path]
        guard try StartedProgram(words).wait() == 0 else { throw Failure(path, code: EIO) }
    }
}
