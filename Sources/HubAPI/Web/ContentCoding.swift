/// A form in which the build makes files smaller, by its name in HTTP; the smallest first.
enum ContentCoding: String, CaseIterable, Sendable {
    case brotli = "br"
    case gzip

    /// How the name of a file in this form ends.
    var suffix: String {
        switch self {
        case .brotli: ".br"
        case .gzip: ".gz"
        }
    }

    /// Whether a name is that of a form of another file.
    static func isForm(_ name: String) -> Bool {
        allCases.contains { name.hasSuffix($0.suffix) }
    }
}
