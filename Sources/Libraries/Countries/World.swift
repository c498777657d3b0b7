import CCountries
package import Family

extension CountryIndex {
    /// The borders of the world as this program brings them, read when they are first asked for.
    ///
    /// Nil only where the file in the program is damaged: a test reads it.
    package static let world: CountryIndex? = {
        var count = 0
        guard let start = unsafe hearth_countries(&count) else { return nil }
        // The bytes are constants of the program, so they outlive every use.
        return CountryIndex(bytes: unsafe [UInt8](UnsafeBufferPointer(start: start, count: count)))
    }()
}
