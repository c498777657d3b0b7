import Linux

/// The folder of all regions of a hub: `DATA/region`, each region a folder of its own, whole or not there.
package struct RegionShelf: Sendable {
    package let folder: String

    /// The shelf in a folder, which need not be there.
    package init(folder: String) {
        self.folder = folder
    }

    /// What a region may be called: 1 to 40 lower-case letters, digits and hyphens, a letter or digit first.
    package static func isName(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        let isPlain = bytes.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }
        return isPlain && (1...40).contains(bytes.count) && bytes[0] != 45
    }

    /// All whole regions, the one that was imported last first: that one the hub uses.
    package func regions() throws(RegionFailure) -> [RegionManifest] {
        do {
            return try Folders.names(in: folder).filter(Self.isName)
                .compactMap { RegionManifest.read(path($0)) }
                .filter { $0.importedAt != nil }
                .sorted { ($0.importedAt ?? "", $0.name) > ($1.importedAt ?? "", $1.name) }
        } catch {
            throw RegionFailure(error)
        }
    }

    /// The folder of the region that the hub uses; nil where there is none.
    package func current() throws(RegionFailure) -> (folder: String, manifest: RegionManifest)? {
        try regions().first.map { (path($0.name), $0) }
    }

    /// Where a region lies, or would.
    package func path(_ name: String) -> String { folder + "/" + name }

    /// Where an import of this name gathers its parts.
    func stagingPath(_ name: String) -> String { "\(folder)/.\(name).new" }

    /// Removes a region, and what an unfinished import of its name left.
    ///
    /// - Throws: `RegionFailure` where there is neither, or another import runs.
    package func remove(_ name: String) throws(RegionFailure) {
        guard Self.isName(name) else { throw RegionFailure(words: "there is no region called \(name)") }
        let claim = try claim()
        defer { withExtendedLifetime(claim) {} }
        do {
            let names = try Folders.names(in: folder)
            guard [name, ".\(name).new", ".\(name).download"].contains(where: names.contains) else {
                throw RegionFailure(words: "there is no region called \(name)")
            }
            // Out of sight in one step, so that nobody finds half a region.
            let leaving = "\(folder)/.\(name).old"
            try Folders.remove(leaving)
            if names.contains(name) { try Folders.rename(path(name), to: leaving) }
            try Folders.remove(leaving)
            try removeUnfinished(name)
        } catch let failure as FolderFailure {
            throw RegionFailure(failure)
        } catch let failure as RegionFailure {
            throw failure
        } catch {
            throw RegionFailure(words: "\(error)")
        }
    }

    /// Where an extract for this name lies while it comes over the network.
    func uploadPath(_ name: String) -> String { "\(folder)/.\(name).upload" }

    /// Where it lies while it comes from a mirror.
    package func downloadPath(_ name: String) -> String { "\(folder)/.\(name).download" }

    /// What says that the keeper wants it from a mirror, as long as the region is not whole.
    func wishPath(_ name: String) -> String { "\(folder)/.\(name).wish" }

    /// Removes what an import of this name left that did not come to its end, and what it was made of.
    package func removeUnfinished(_ name: String) throws(RegionFailure) {
        do {
            try Folders.remove(stagingPath(name))
            try Folders.remove(downloadPath(name))
        } catch {
            throw RegionFailure(error)
        }
    }

    /// The right to change the shelf; makes its folder where there is none.
    func claim() throws(RegionFailure) -> DirectoryLock {
        do {
            try Folders.make(folder)
            if let claim = try DirectoryLock(folder + "/.lock") { return claim }
        } catch {
            throw RegionFailure(error)
        }
        throw RegionFailure(words: "another import is running in \(folder)")
    }
}
