/// Any bytes are a request of OwnTracks: reading them ends, and whatever comes out is valid.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOwnTracks(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    // The key that opens everything: what comes after nonce and tag is the plain message.
    let report = OwnTracks.read(bytes.span, receivedAt: fuzzedAt) { Array($0.dropFirst(40)) }
    checkFuzzed(report)
    return 0
}
