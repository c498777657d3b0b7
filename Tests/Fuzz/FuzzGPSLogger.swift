/// Any bytes are a request of GPSLogger: reading them ends, and whatever comes out is valid.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzGPSLogger(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let report = GPSLogger.read(query: bytes.span, body: [UInt8]().span, receivedAt: fuzzedAt)
    checkFuzzed(GPSLogger.read(query: [UInt8]().span, body: bytes.span, receivedAt: fuzzedAt))
    checkFuzzed(report)
    return 0
}
