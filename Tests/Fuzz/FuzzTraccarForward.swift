/// Any bytes are what a Traccar server forwards: reading them ends, and whatever comes out is valid.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTraccarForward(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let (report, tracker) = TraccarForward.read(bytes.span)
    checkFuzzed(report)
    precondition(report.fixes.count <= 1)
    if let tracker { precondition(!tracker.uniqueID.isEmpty && tracker.uniqueID.utf8.count <= 3 * 128) }
    return 0
}
