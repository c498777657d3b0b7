extension PhoneSetUp.Device {
    /// OwnTracks' `.otrc`: HTTP mode (3), the token as password, motion included on iOS; on Android the hub may ask for a
    /// position every five seconds on a trip.
    var ownTracksConfiguration: [UInt8] {
        var writer = JSONWriter()
        writer.object { configuration in
            configuration.text("_type", "configuration")
            configuration.number("mode", 3)
            configuration.text("url", address(.ownTracks))
            configuration.bool("auth", true)
            configuration.text("username", userWord)
            configuration.text("password", token)
            configuration.text("deviceId", deviceWord)
            configuration.text("tid", trackerID)
            configuration.number("monitoring", 1)
            configuration.bool("extendedData", true)
            configuration.bool("cmd", true)
            configuration.bool("remoteConfiguration", true)
        }
        return writer.bytes
    }

    var ownTracksSteps: [String] {
        [
            "Install OwnTracks and let it use your location always.",
            "Open the file hearth.otrc on the phone with OwnTracks. If it says that this is not allowed, switch on "
                + "“Allow configuration by URI and file” in its settings and open the file again.",
            "Or type it in: mode HTTP, URL \(address(.ownTracks)), authentication on, user \(userWord), password "
                + "\(token), device \(deviceWord), tracker ID \(trackerID).",
            "For a position every few seconds on a trip, let the app take remote commands and remote configuration, in its "
                + "settings. Without them it reports on a trip as it always does.",
            "Press the upload button once: your position shows up here.",
        ]
    }

    var overlandLink: String {
        "overland://setup?url=\(percentEscaped(address(.overland)))&token=\(percentEscaped(token))"
            + "&device_id=\(deviceWord)&unique_id=yes"
    }

    var overlandSteps: [String] {
        [
            "Install Overland and let it use your location always, and motion and fitness.",
            "Tap the set-up link on the phone, or scan the code with its camera.",
            "Or type it in: receiver endpoint \(address(.overland)), access token \(token), device \(deviceWord).",
            "Leave Overland's own OwnTracks mode off: it sends wrong times.",
            "On a trip the hub lets it send every five seconds, and afterwards as before.",
            "Switch tracking on and press Send Now: your position shows up here.",
        ]
    }

    var traccarLink: String {
        "org.traccar.client://config?url=\(percentEscaped(address(.traccarClient)))&\(traccarSettings)"
    }

    /// The app takes an https code's own address as the server's.
    var traccarCode: String {
        "\(address(.traccarClient))?\(traccarSettings)"
    }

    /// Seconds and metres; the app's heartbeat is off unless it is set.
    private var traccarSettings: String {
        "id=\(percentEscaped(token))&accuracy=high&interval=60&distance=75&angle=30&heartbeat=900&buffer=true"
            + "&stop_detection=true"
    }

    var traccarSteps: [String] {
        [
            "Install Traccar Client and let it use your location always.",
            "Tap the set-up link on the phone, or scan the code in the app's settings.",
            "Or type it in: device identifier \(token), server URL \(address(.traccarClient)).",
            "Start the service: your position shows up here.",
        ]
    }

    /// The form that GPSLogger fills in; the position travels in the body, so that no address holds it.
    static let gpsLoggerBody =
        "lat=%LAT&lon=%LON&alt=%ALT&acc=%ACC&dir=%DIR&spd=%SPD&timestamp=%TIMESTAMP&batt=%BATT"

    var gpsLoggerProperties: [UInt8] {
        let lines = [
            "current_profile_name=Hearth",
            "log_customurl_enabled=true",
            "log_customurl_url=\(address(.gpsLogger))",
            "log_customurl_method=POST",
            "log_customurl_body=\(PhoneSetUp.Device.gpsLoggerBody)",
            "log_customurl_headers=Content-Type: application/x-www-form-urlencoded",
            "log_customurl_basicauth_username=\(userWord)",
            "log_customurl_basicauth_password=\(token)",
            "time_before_logging=60",
        ]
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }

    var gpsLoggerSteps: [String] {
        [
            "Install GPSLogger and let it use your location always.",
            "Copy hearth.properties to the phone and choose it in Profiles, From file"
                + (profileURL == nil ? "." : "; or tap the set-up link on the phone."),
            "Or type it in under Logging details, Log to custom URL: URL \(address(.gpsLogger)), method POST, body "
                + "\(PhoneSetUp.Device.gpsLoggerBody), user \(userWord), password \(token).",
            "Press Start logging: your position shows up here.",
        ]
    }

    /// Opens Colota, which asks before it applies what the link says: its Overland template, whose speeds are in m/s.
    ///
    /// It uploads each minute, because at once it would send another format.
    var colotaLink: String {
        var writer = JSONWriter()
        writer.object { configuration in
            configuration.text("endpoint", address(.colota))
            configuration.text("apiTemplate", "overland")
            configuration.text("httpMethod", "POST")
            configuration.number("syncInterval", 60)
            configuration.bool("isOfflineMode", false)
            configuration.object("auth") { auth in
                auth.text("type", "bearer")
                auth.text("bearerToken", token)
            }
        }
        return "colota://setup?config=" + percentEscaped(Base64.encoded(writer.bytes))
    }

    var colotaSteps: [String] {
        [
            "Install Colota and let it use your location always.",
            "Tap the set-up link on the phone, or scan the code with its camera, and apply the configuration.",
            "Or type it in under Settings, API Settings: template Overland, endpoint \(address(.colota)), authentication "
                + "bearer, token \(token); and a batched sync preset.",
            "Leave the OwnTracks template alone: its speeds are in another unit.",
            "Start tracking: your position shows up here within a few minutes.",
        ]
    }

    /// What Traccar's settings take; forwarding is repeated only where that is switched on.
    private var traccarForwarding: [(key: String, value: String)] {
        [
            ("forward.type", "json"), ("forward.url", address(.traccarServer)),
            ("forward.header", "Authorization: Bearer \(token)"), ("forward.retry.enable", "true"),
        ]
    }

    var traccarServerLines: String {
        traccarForwarding.map { "<entry key='\($0.key)'>\($0.value)</entry>" }.joined(separator: "\n")
    }

    var traccarServerSteps: [String] {
        [
            "Copy the four lines into conf/traccar.xml of your Traccar server, between its other entries.",
            "Restart Traccar.",
            "Each tracker that it hears is offered in your account, on this device's page: say there which car, pet or "
                + "thing it is. Until then nothing of it is kept.",
        ]
    }
}
