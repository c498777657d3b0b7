import Crypto

/// The site that passkeys are made for.
package struct RelyingParty: Hashable, Sendable {
    /// Its name, a host.
    ///
    /// Of localhost every port counts, over plain HTTP too.
    package var host: String
    /// Scheme, host and port of its pages; not looked at for localhost.
    package var origin: String

    package init(host: String, origin: String) {
        self.host = host
        self.origin = origin
    }

    func isOwn(_ origin: String) -> Bool {
        guard host == "localhost" else { return origin == self.origin }
        let prefixes = ["http://localhost", "https://localhost"]
        return prefixes.contains {
            origin == $0 || (origin.hasPrefix($0 + ":") && origin.dropFirst($0.count + 1).allSatisfy(\.isNumber))
        }
    }
}

/// Why what an authenticator sent counts for nothing.
package enum PasskeyFault: Error, Hashable, Sendable {
    /// Not what authenticators send, or a kind of key that the hub does not know.
    case unreadable
    /// Made for another site, or by a page within another one.
    case otherSite
    /// The authenticator did not make sure whom it has before it.
    case notVerified
    case wrongSignature
    /// The count went back: there may be two of what there should be one of.
    case countWentBack
}

/// A key that an authenticator has just made.
package struct NewPasskey: Hashable, Sendable {
    package var credential: AuthenticatorData.Credential
    package var signCount: UInt32

    /// Checks what a browser sent (WebAuthn Level 2, 7.1); whether the challenge is one, the caller has looked at.
    ///
    /// The hub asks for no attestation, so that it neither learns nor cares which model it is.
    package init(clientData: ClientData, attestation: [UInt8], for site: RelyingParty) throws(PasskeyFault) {
        guard let object = CBOR(attestation), let bytes = object["authData"]?.bytes,
            let data = AuthenticatorData(bytes), let credential = data.credential
        else { throw .unreadable }
        try data.check(clientData, .create, for: site)
        self.credential = credential
        signCount = data.signCount
    }
}

/// What an authenticator signed to prove that it has a key.
package struct PasskeyProof: Hashable, Sendable {
    package var credentialID: [UInt8]
    /// As it came: these bytes are what is signed.
    package var clientData: [UInt8]
    package var authenticatorData: [UInt8]
    package var signature: [UInt8]

    package init(credentialID: [UInt8], clientData: [UInt8], authenticatorData: [UInt8], signature: [UInt8]) {
        self.credentialID = credentialID
        self.clientData = clientData
        self.authenticatorData = authenticatorData
        self.signature = signature
    }

    /// Checks it against the key that was made once (WebAuthn Level 2, 7.2), and answers the new count; whether the
    /// challenge is one, the caller has looked at.
    package func check(
        encodedKey: [UInt8],
        signCount: UInt32,
        for site: RelyingParty
    ) throws(PasskeyFault) -> UInt32 {
        guard let client = ClientData(clientData), let data = AuthenticatorData(authenticatorData),
            let key = CBOR(encodedKey).flatMap({ SignatureKey(cose: $0) })
        else { throw .unreadable }
        try data.check(client, .get, for: site)
        guard key.isGenuine(signature, of: authenticatorData + SHA256.digest(clientData)) else {
            throw .wrongSignature
        }
        guard data.signCount > signCount || (data.signCount == 0 && signCount == 0) else { throw .countWentBack }
        return data.signCount
    }
}

extension AuthenticatorData {
    fileprivate func check(
        _ client: ClientData,
        _ purpose: ClientData.Purpose,
        for site: RelyingParty
    ) throws(PasskeyFault) {
        guard client.purpose == purpose else { throw .unreadable }
        guard site.isOwn(client.origin), !client.isWithinOther,
            relyingPartyHash == SHA256.digest(Array(site.host.utf8))
        else { throw .otherSite }
        guard isPresent, isVerified else { throw .notVerified }
    }
}
