import Glibc

extension Configuration {
    /// The settings of the file that a command goes by: `hearth.toml` in the working folder, or else that of the hub which
    /// `hearth setup` or the package installed with this data folder, as its service reads it.
    static func file(
        _ arguments: Arguments,
        environment: (String) -> String?
    ) throws -> [String: String] {
        let own = "hearth.toml"
        if unsafe access(own, F_OK) == 0 { return try values(of: own) }
        guard let data = arguments.values["data"] ?? environment("HEARTH_DATA"),
            let path = Setup.settings(ofData: data), isTrusted(path)
        else { return [:] }
        return try values(of: path)
    }

    private static func values(of path: String) throws -> [String: String] {
        try file(String(decoding: try fileBytes(path, bytesMax: 1 << 20), as: UTF8.self), path)
    }

    /// Whether a file that nobody named is the machine's or whose command this is: root goes by nobody else's.
    private static func isTrusted(_ path: String) -> Bool {
        var facts = stat()
        return unsafe stat(path, &facts) == 0 && [0, geteuid()].contains(facts.st_uid)
    }
}

extension Setup {
    /// Where the settings are of a hub that is installed with a data folder; nil for any other folder.
    static func settings(ofData folder: String) -> String? {
        guard let whole = unsafe realpath(folder, nil) else { return nil }
        defer { unsafe free(whole) }
        let path = unsafe String(cString: whole)
        guard path.hasSuffix(data) else { return nil }
        return path.dropLast(data.count) + settings
    }
}
