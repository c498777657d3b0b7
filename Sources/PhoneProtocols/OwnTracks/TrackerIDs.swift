/// The two characters by which OwnTracks tells people apart.
package enum TrackerIDs {
    /// One for each name, all different, the same for the same names in the same order.
    ///
    /// Made of the name's own ASCII letters and digits where that is possible. Nil for names beyond the 1 296th.
    package static func assigned(to names: [String]) -> [String?] {
        []
    }
}
