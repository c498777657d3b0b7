/// Any bytes may be a recorded track: reading them ends, and whatever comes out is valid.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTrackFile(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard let track = TrackFile(Array(UnsafeBufferPointer(start: start, count: count))) else { return 0 }
    checkFuzzed(track.fixes)
    precondition(track.segments.allSatisfy { !$0.isEmpty })
    precondition(track.fixes.count + track.refused <= count)
    return 0
}
