package import Family

/// The OsmAnd protocol of Traccar: parameters in the address, in a form, or the JSON of Traccar Client 9.
///
/// The kind of body is told by its first character, because clients lie about its type.
package enum OsmAnd {
    private static let fields = FieldTable<FormPoint.Field>([
        "lat": .latitude,
        "lon": .longitude,
        "location": .location,
        "timestamp": .timestamp,
        "accuracy": .accuracy,
        "altitude": .altitude,
        "speed": .speedInKnots,
        "bearing": .course,
        "heading": .course,
        "batt": .battery,
        "valid": .valid,
        "alarm": .alarm,
        "notificationtoken": .pushAddress,
    ])

    /// Reads one request.
    ///
    /// What stands in a form counts before what stands in the address.
    ///
    /// - Parameters:
    ///   - query: what follows `?` in the address, still escaped; may be empty.
    ///   - body: a form, JSON or nothing.
    ///   - receivedAt: the time of a position that has none.
    /// - Returns: what it said; reading never fails.
    package static func read(query: Span<UInt8>, body: Span<UInt8>, receivedAt: Timestamp) -> PhoneReport {
        var report = PhoneReport()
        var scanner = JSONScanner(body)
        switch scanner.peek() {
        case .object, .array:
            TraccarJSON.read(&scanner, into: &report)
            if scanner.failed { report.note(.malformed) }
        default:
            var point = FormPoint(zeroIsUnknown: false)
            point.read(query, fields: fields)
            point.read(body, fields: fields)
            if query.isEmpty && body.isEmpty { report.note(.empty) }
            point.add(to: &report, receivedAt: receivedAt)
        }
        report.heard = report.fixes.isEmpty
        return report
    }

    /// The `id`, `deviceid` or `device_id` of a request, in which the device's token travels; nil without one.
    ///
    /// The address counts before the body; at most 256 bytes.
    package static func token(query: Span<UInt8>, body: Span<UInt8>) -> String? {
        if let token = token(form: query) { return token }
        var scanner = JSONScanner(body)
        switch scanner.peek() {
        case .object, .array: return TraccarJSON.token(&scanner)
        default: return token(form: body)
        }
    }

    /// The token in a form, or in the `&id=…` that Traccar Client 9 hides in its extras.
    static func token(form bytes: Span<UInt8>) -> String? {
        var form = FormReader(bytes)
        var token: String?
        while let name = form.next() {
            if TokenField.table[name] != nil, !form.value.isEmpty {
                token = String(decoding: form.value.prefix(256), as: UTF8.self)
            }
        }
        return token
    }

    enum TokenField: String, CaseIterable {
        case id
        case deviceID = "deviceid"
        case deviceIDOfJSON = "device_id"

        static let table = FieldTable<TokenField>()
    }
}

extension FormPoint {
    /// Takes every parameter of a form that the table knows.
    mutating func read(_ bytes: Span<UInt8>, fields: FieldTable<Field>) {
        var form = FormReader(bytes)
        while let name = form.next() {
            if let field = fields[name] { set(field, form.value.span) }
        }
    }
}
