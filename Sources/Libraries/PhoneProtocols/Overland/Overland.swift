/// Overland on iOS and Android, and GPSLogger's Dawarich target, which imitates it: batches of GeoJSON features.
package enum Overland {
    private enum Field: String, CaseIterable {
        case locations, current, trip

        static let table = FieldTable<Field>()
    }

    /// Reads one request's body.
    ///
    /// `current`, sent while the backlog is larger than a batch, comes last among the fixes, as it is the newest.
    package static func read(_ body: Span<UInt8>) -> PhoneReport {
        var report = PhoneReport()
        var scanner = JSONScanner(body)
        guard scanner.peek() == .object, scanner.enterObject() else {
            report.heard = true
            report.note(body.isEmpty ? .empty : .malformed)
            return report
        }
        var current: OverlandFeature?
        while let key = scanner.nextKey() {
            switch Field.table[key] {
            case .locations: readLocations(&scanner, into: &report)
            case .current:
                var feature = OverlandFeature()
                current = feature.read(&scanner) ? feature : nil
            case .trip: readTrip(&scanner, into: &report)
            case nil: scanner.skip()
            }
        }
        if scanner.failed { report.note(.malformed) } else if let current { report.append(current) }
        report.heard = report.fixes.isEmpty
        return report
    }

    private static func readLocations(_ scanner: inout JSONScanner, into report: inout PhoneReport) {
        guard scanner.enterArray() else { return }
        while scanner.nextElement() {
            // A feature that breaks off is not taken: its figures may be cut.
            var feature = OverlandFeature()
            if feature.read(&scanner), !scanner.failed { report.append(feature) }
        }
    }

    /// Overland on Android sends a trip as text; that one is only skipped.
    private static func readTrip(_ scanner: inout JSONScanner, into report: inout PhoneReport) {
        guard scanner.peek() == .object else { return scanner.skip() }
        var properties = OverlandFeature.Properties()
        if properties.read(&scanner) { report.note(.tripRunning(mode: properties.trip.mode)) } else { scanner.skip() }
    }
}
