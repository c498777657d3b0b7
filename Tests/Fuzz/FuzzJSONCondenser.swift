/// Any bytes, cut in two anywhere, come out as they do in one piece, and no text in them is longer than allowed.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSONCondenser(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    var whole: [UInt8] = []
    var condenser = JSONCondenser()
    condenser.condense(bytes.span, into: &whole)
    let cut = bytes.isEmpty ? 0 : Int(bytes[0]) % bytes.count
    var pieces: [UInt8] = []
    condenser = JSONCondenser()
    condenser.condense(bytes.span.extracting(0..<cut), into: &pieces)
    condenser.condense(bytes.span.extracting(cut..<bytes.count), into: &pieces)
    precondition(whole == pieces)
    precondition(whole.count <= bytes.count)
    return 0
}
