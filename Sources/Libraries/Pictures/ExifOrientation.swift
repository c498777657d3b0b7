extension [UInt8] {
    /// Which side is up, as the EXIF block between these positions says; nil where it does not say.
    ///
    /// The block is a TIFF header and the list of entries it points to (EXIF 2.32, 4.6); nothing else of it is read.
    func exifOrientation(at start: Int, to end: Int) -> Int? {
        let isLittle: Bool
        if holds("II", at: start) {
            isLittle = true
        } else if holds("MM", at: start) {
            isLittle = false
        } else {
            return nil
        }
        func number(_ offset: Int, _ length: Int) -> Int? {
            guard start + offset + length <= end else { return nil }
            return self.number(start + offset, length, isLittle: isLittle)
        }
        guard number(2, 2) == 42, let list = number(4, 4), let count = number(list, 2) else { return nil }
        for entry in 0..<count {
            let offset = list + 2 + entry * 12
            guard let tag = number(offset, 2) else { return nil }
            guard tag == 0x0112 else { continue }
            // One short number, at the front of the four bytes of a value.
            guard number(offset + 2, 2) == 3, number(offset + 4, 4) == 1, let value = number(offset + 8, 2) else {
                return nil
            }
            return (1...8).contains(value) ? value : nil
        }
        return nil
    }
}
