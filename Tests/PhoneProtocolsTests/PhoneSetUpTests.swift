import Family
import PhoneProtocols
import Testing

@Suite struct PhoneSetUpTests {
    private let device = PhoneSetUp.Device(
        hubURL: "https://hub.example:8443",
        token: "0123456789abcdef+/",
        name: "Änne's Phone",
        memberName: "Änne O'Hara",
        trackerID: "nn"
    )

    @Test func `OwnTracks gets a file and the same as a link`() {
        let setUp = PhoneSetUp(.ownTracks, for: device)
        #expect(setUp.file?.name == "hearth.otrc")
        #expect(
            Wire.text(setUp.file?.bytes ?? [])
                == #"{"_type":"configuration","mode":3,"url":"https://hub.example:8443/in/owntracks","auth":true,"#
                + #""username":"nne-o-hara","password":"0123456789abcdef+/","deviceId":"nne-s-phone","tid":"nn","#
                + #""monitoring":1,"extendedData":true,"cmd":true,"remoteConfiguration":true}"#
        )
        #expect(setUp.link?.hasPrefix("owntracks:///config?inline=eyJfdHlwZSI6ImNvbmZpZ3VyYXRpb24i") == true)
        #expect(setUp.link?.dropFirst(27).utf8.allSatisfy { $0 != 0x2B && $0 != 0x2F && $0 != 0x3D } == true)
        #expect(setUp.qrText == setUp.link)
    }

    @Test func `Overland gets its set-up link`() {
        let setUp = PhoneSetUp(.overland, for: device)
        #expect(
            setUp.link == "overland://setup?url=https%3A%2F%2Fhub.example%3A8443%2Fin%2Foverland"
                + "&token=0123456789abcdef%2B%2F&device_id=nne-s-phone&unique_id=yes"
        )
        #expect(setUp.file == nil)
    }

    @Test func `Colota gets its set-up link, with the Overland template and the token as bearer`() {
        let setUp = PhoneSetUp(.colota, for: device)
        // In Base64: endpoint, apiTemplate "overland", httpMethod "POST", syncInterval 60, isOfflineMode false, auth.
        #expect(
            setUp.link == "colota://setup?config="
                + "eyJlbmRwb2ludCI6Imh0dHBzOi8vaHViLmV4YW1wbGU6ODQ0My9pbi9vdmVybGFuZCIsImFwaVRlbXBsYXRlIjoi"
                + "b3ZlcmxhbmQiLCJodHRwTWV0aG9kIjoiUE9TVCIsInN5bmNJbnRlcnZhbCI6NjAsImlzT2ZmbGluZU1vZGUiOmZh"
                + "bHNlLCJhdXRoIjp7InR5cGUiOiJiZWFyZXIiLCJiZWFyZXJUb2tlbiI6IjAxMjM0NTY3ODlhYmNkZWYrLyJ9fQ%3"
                + "D%3D"
        )
        #expect(setUp.qrText == setUp.link && setUp.file == nil)
    }

    @Test func `a Traccar server gets four lines to copy`() {
        let setUp = PhoneSetUp(.traccarServer, for: device)
        #expect(
            setUp.copy == """
                <entry key='forward.type'>json</entry>
                <entry key='forward.url'>https://hub.example:8443/in/traccar</entry>
                <entry key='forward.header'>Authorization: Bearer 0123456789abcdef+/</entry>
                <entry key='forward.retry.enable'>true</entry>
                """
        )
        #expect(setUp.link == nil && setUp.qrText == nil && setUp.file == nil)
    }

    @Test func `Traccar Client gets a link, and a code that holds the hub's own address`() {
        let setUp = PhoneSetUp(.traccarClient, for: device)
        #expect(
            setUp.link?.hasPrefix("org.traccar.client://config?url=https%3A%2F%2Fhub.example%3A8443%2Fin%2Fosmand&")
                == true
        )
        #expect(setUp.qrText?.hasPrefix("https://hub.example:8443/in/osmand?id=0123456789abcdef%2B%2F&") == true)
        let query = setUp.qrText?.split(separator: "?").last.map(String.init) ?? ""
        #expect(Wire.osmAndToken(query: query) == device.token)
    }

    @Test func `GPSLogger gets a file whose body the hub understands, and a link where the hub serves the file`() {
        let setUp = PhoneSetUp(.gpsLogger, for: device)
        let lines = Wire.text(setUp.file?.bytes ?? []).split(separator: "\n")
        #expect(setUp.link == nil)
        #expect(lines.contains("log_customurl_url=https://hub.example:8443/in/gpslogger"))
        #expect(lines.contains("log_customurl_basicauth_password=0123456789abcdef+/"))
        let body = lines.first { $0.hasPrefix("log_customurl_body=") }?.dropFirst(19) ?? ""
        let filled = body.split(separator: "&").map { $0.split(separator: "%")[0] + "1" }.joined(separator: "&")
        let fix = Wire.gpsLogger(body: filled).fixes.first
        #expect(fix?.at.milliseconds == 1_000)
        #expect(
            [fix?.accuracyMetres, fix?.altitudeMetres, fix?.speedMetresPerSecond, fix?.courseDegrees] == [1, 1, 1, 1]
        )
        #expect(fix?.batteryPercent == 1)
        var served = device
        served.profileURL = "https://hub.example:8443/p/1"
        #expect(PhoneSetUp(.gpsLogger, for: served).link == "gpslogger://properties/https://hub.example:8443/p/1")
    }

    @Test(arguments: PhoneSetUp.App.allCases)
    func `every app has steps that name the address to type in`(app: PhoneSetUp.App) {
        let setUp = PhoneSetUp(app, for: device)
        #expect(setUp.steps.count >= 3)
        let texts = setUp.steps + [setUp.copy ?? ""]
        #expect(texts.contains { $0.contains(device.hubURL + app.path) && $0.contains(device.token) })
    }
}
