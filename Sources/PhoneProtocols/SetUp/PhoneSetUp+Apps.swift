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
        "org.traccar.client://config?url=\(percentEscaped(address(.traccar)))&\(traccarSettings)"
    }

    /// The app takes an https code's own address as the server's.
    var traccarCode: String {
        "\(address(.traccar))?\(traccarSettings)"
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
            "Or type it in: device identifier \(token), server URL \(address(.traccar)).",
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
}
