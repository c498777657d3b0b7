// Numbers and names at a place in a file; nil, or false, where the file ends before.
extension [UInt8] {
    func byte(_ position: Int) -> UInt8? {
        indices.contains(position) ? self[position] : nil
    }

    func big16(_ position: Int) -> Int? {
        number(position, 2, isLittle: false)
    }

    func big32(_ position: Int) -> Int? {
        number(position, 4, isLittle: false)
    }

    func little16(_ position: Int) -> Int? {
        number(position, 2, isLittle: true)
    }

    func little24(_ position: Int) -> Int? {
        number(position, 3, isLittle: true)
    }

    func little32(_ position: Int) -> Int? {
        number(position, 4, isLittle: true)
    }

    func number(_ position: Int, _ length: Int, isLittle: Bool) -> Int? {
        guard position >= 0, length <= count - position else { return nil }
        return (0..<length).reduce(0) { sum, step in
            sum << 8 | Int(self[position + (isLittle ? length - 1 - step : step)])
        }
    }

    func holds(_ text: StaticString, at position: Int) -> Bool {
        let name = Array("\(text)".utf8)
        guard position >= 0, name.count <= count - position else { return false }
        return self[position..<position + name.count].elementsEqual(name)
    }
}
