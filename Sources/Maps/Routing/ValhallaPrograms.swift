import Linux

/// Where Valhalla's programs are.
package struct ValhallaPrograms: Sendable, Equatable {
    /// Makes tiles of an extract.
    package let builder: String
    /// Answers questions about ways.
    package let service: String

    /// The programs in a folder: as the wheel lays them out, in its `bin`, or right there; nil where they are not.
    package init?(folder: String) {
        let places = ["/valhalla/bin", "/bin", ""].map { folder + $0 }
        guard let place = places.first(where: { Folders.isFile($0 + "/valhalla_service") }),
            Folders.isFile(place + "/valhalla_build_tiles")
        else { return nil }
        builder = place + "/valhalla_build_tiles"
        service = place + "/valhalla_service"
    }
}
