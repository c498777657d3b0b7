import Family
import Testing

@Suite struct MailAddressTests {
    @Test(arguments: ["anna@example.org", "a.b+c@mail.example.co", "O'Neil_2@xn--bcher-kva.example", "a@b.c"])
    func `a bare address is one`(_ text: String) {
        #expect(MailAddress(text)?.text == text)
    }

    @Test(arguments: [
        "", "anna", "@example.org", "anna@", "anna@localhost", "an na@example.org", "anna@exa mple.org",
        "Anna <anna@example.org>", "anna@example.org\r\nBcc: x@y.z", "anna@-example.org", "anna@example..org",
        ".anna@example.org", "anna.@example.org", "a@b@example.org", "änna@example.org", "anna@example.org.",
        "a\u{0}@example.org", String(repeating: "a", count: 65) + "@example.org",
    ])
    func `text that is not a bare mail address is refused`(_ text: String) {
        #expect(MailAddress(text) == nil)
    }

    @Test(arguments: ["UTC", "Europe/Zurich", "America/Argentina/Buenos_Aires", "Etc/GMT+5"])
    func `a time zone has the form of the time zone database`(_ text: String) {
        #expect(TimeZoneName(text)?.text == text)
    }

    @Test(arguments: ["", "/", "Europe/", "/Zurich", "../etc/passwd", "+5", "Europe Zurich", "A/b/c/d", "Zürich"])
    func `another text is no time zone`(_ text: String) {
        #expect(TimeZoneName(text) == nil)
    }
}
