import HTTP
import Testing
import WireClient

struct FormTests {
    @Test(arguments: [
        ("a=b&c=d", [FormField(name: "a", value: "b"), FormField(name: "c", value: "d")]),
        ("lat=52.5&&id=x+y%20z", [FormField(name: "lat", value: "52.5"), FormField(name: "id", value: "x y z")]),
        (
            "a=%4&b=%zz&c=%",
            [.init(name: "a", value: "%4"), .init(name: "b", value: "%zz"), .init(name: "c", value: "%")]
        ),
        (
            "flag&=empty&x==",
            [.init(name: "flag", value: ""), .init(name: "", value: "empty"), .init(name: "x", value: "=")]
        ),
        ("n=%C3%A4%ff", [FormField(name: "n", value: "ä\u{FFFD}")]),
        ("", []),
    ])
    func `a form is read as sent, and bad escapes stay as they are`(text: String, fields: [FormField]) {
        #expect(FormField.fields(in: Array(text.utf8)[...]) == fields)
    }

    @Test(arguments: [
        ("Basic YWxpY2U6c2VjOnJldA==", BasicCredentials(user: "alice", password: "sec:ret")),
        ("bAsIc  YWxpY2U6c2VjOnJldA", BasicCredentials(user: "alice", password: "sec:ret")),
        ("Basic Og==", BasicCredentials(user: "", password: "")),
        ("Basic YWxpY2U=", nil),
        ("Basic YWxpY2U6c2Vj*nJldA==", nil),
        ("Basic /zo=", nil),
        ("Bearer YWxpY2U6c2VjOnJldA==", nil),
        ("Basic", nil),
        ("Basic A", nil),
        ("Basic YWxpY2U6===", nil),
    ])
    func `basic credentials are read or refused whole`(header: String, credentials: BasicCredentials?) {
        #expect(BasicCredentials(authorization: header) == credentials)
    }
}
