import Testing

@Suite struct LogHygieneTests {
    private let log = """
        2026-03-01T08:06:00.000Z info stopping… request=1042917 took=0.125
        2026-03-01T08:06:00.000Z warning message=0197a3c4-5b1e-7c3a-9f00-1d2e3f405162 try=3

        """

    @Test(arguments: ["+4232370001", "at 47.1410", "lon=-0.12345", "Bearer Zk3vT0m1Xq8cR5wLh2bYpg"])
    func `S23: a phone number, position or token planted in a log is found`(_ planted: String) {
        let secrets = ["token": "Zk3vT0m1Xq8cR5wLh2bYpg"]
        #expect(LogHygiene.found(in: log + planted + "\n", secrets: secrets).count == 1)
        #expect(LogHygiene.found(in: log, secrets: secrets) == [])
    }
}
