/// Any bytes are a request of OsmAnd: reading them ends, and whatever comes out is valid.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOsmAnd(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let split = bytes.isEmpty ? 0 : Int(bytes[0]) % bytes.count
    let query = Array(bytes[..<split])
    let body = Array(bytes[split...])
    _ = OsmAnd.token(query: query.span, body: body.span)
    _ = OsmAnd.token(query: [UInt8]().span, body: bytes.span)
    let report = OsmAnd.read(query: query.span, body: body.span, receivedAt: fuzzedAt)
    checkFuzzed(OsmAnd.read(query: [UInt8]().span, body: bytes.span, receivedAt: fuzzedAt))
    checkFuzzed(report)
    return 0
}
