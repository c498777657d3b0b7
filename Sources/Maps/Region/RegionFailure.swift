package import Linux

/// Why a region could not be made or used, in words for the keeper.
package struct RegionFailure: Error, Sendable, Equatable {
    package let words: String

    package init(words: String) {
        self.words = words
    }

    package init(_ failure: FolderFailure) {
        words = failure.words
    }
}
