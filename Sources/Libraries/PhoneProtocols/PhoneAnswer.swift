/// The bytes that a phone app must get back with a 2xx before it forgets what it sent.
package enum PhoneAnswer {
    /// OwnTracks: an array, here without any friends; an empty body blocks the queue of old Android versions.
    package static let ownTracks: [UInt8] = Array("[]".utf8)
    /// Overland, and whatever imitates it: exactly this object.
    package static let overland: [UInt8] = Array(#"{"result":"ok"}"#.utf8)
    /// Traccar Client and GPSLogger: nothing.
    package static let empty: [UInt8] = []
}
