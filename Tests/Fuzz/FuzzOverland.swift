/// Any bytes are a request of Overland: reading them ends, and whatever comes out is valid.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOverland(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let report = Overland.read(bytes.span)
    checkFuzzed(report)
    return 0
}
