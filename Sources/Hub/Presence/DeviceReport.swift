package import Family

/// What one request of a device said of its member's whereabouts.
package struct DeviceReport: Sendable {
    package var fixes: [Fix]
    package var transitions: [RegionTransition]
    /// The regions that the phone said it was in, at its newest fix; nil where it did not say.
    package var regions: PhoneRegions?
    /// When it was sent by the device's own clock; nil where that cannot be told.
    package var sentAt: Timestamp?
    /// Whether the page sent it, as long as its screen is on.
    package var isOfPage = false
    /// Whether it shows that its sender is all right where it holds no fix: not where one was sent that is of no use.
    package var isSignOfLife = true

    package init(
        fixes: [Fix],
        transitions: [RegionTransition] = [],
        regions: PhoneRegions? = nil,
        sentAt: Timestamp? = nil
    ) {
        self.fixes = fixes
        self.transitions = transitions
        self.regions = regions
        self.sentAt = sentAt
    }
}

/// What became of a request's fixes.
package struct DeviceReportOutcome: Hashable, Sendable {
    package var stored = 0
    /// Already there: phones send whole batches again.
    package var repeated = 0

    package init(stored: Int = 0, repeated: Int = 0) {
        self.stored = stored
        self.repeated = repeated
    }
}
