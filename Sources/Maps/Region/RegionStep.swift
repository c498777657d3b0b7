/// One part of a region: what is made of its extract, and kept when the import is interrupted later.
package struct RegionStep: Sendable {
    /// What the manifest calls it: lower-case letters.
    package let name: String
    /// What people call it, such as "the map".
    package let title: String
    /// Changes when a product is made in another way, so that an unfinished import makes it anew.
    package let version: Int
    /// About how long it takes beside the other steps.
    package let weight: Double
    /// Files and folders that it leaves in the region's folder; what else an interrupted run left is removed.
    package let products: [String]
    /// Does it; throws words for the keeper.
    package let run: @Sendable (RegionWork) async throws(RegionFailure) -> Void

    /// A step; its weight is positive.
    package init(
        name: String,
        title: String,
        version: Int,
        weight: Double,
        products: [String],
        run: @escaping @Sendable (RegionWork) async throws(RegionFailure) -> Void
    ) {
        precondition(weight > 0 && !name.isEmpty)
        (self.name, self.title, self.version) = (name, title, version)
        (self.weight, self.products, self.run) = (weight, products, run)
    }
}

/// What a step works on.
package struct RegionWork: Sendable {
    /// The extract, checked.
    package let extract: RegionExtract
    /// Where the products go; the step may keep other files there while it runs.
    package let folder: String
    /// Takes how much of the step is done, from 0 to 1, as often as the step likes.
    package let progress: @Sendable (Double) -> Void
}
