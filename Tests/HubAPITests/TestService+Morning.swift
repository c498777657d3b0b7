import Family

extension TestService {
    /// Half an hour at home, a way of 2 km north, and a quarter of an hour there, until now.
    func morning(of anna: TestMember) async throws {
        try await place("Home", at: berlin, of: anna)
        for _ in 0..<30 {
            try await post(berlin, of: anna)
            clock.advance(seconds: 60)
        }
        for step in 1...20 {
            try await post(berlin.moved(northMetres: Double(step) * 100, eastMetres: 0), of: anna)
            clock.advance(seconds: 20)
        }
        for _ in 0..<15 {
            try await post(berlin.moved(northMetres: 2_000, eastMetres: 0), of: anna)
            clock.advance(seconds: 60)
        }
    }
}
