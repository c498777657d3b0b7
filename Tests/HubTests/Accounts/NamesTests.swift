import Family
import Hub
import Testing

/// What somebody may be called, and beside whom (S52).
@Suite struct NamesTests {
    @Test(arguments: [
        "Anna\u{202E}", "\u{2066}Anna\u{2069}", "An\u{200F}na", "\u{061C}Anna", "\u{200B}", "\u{3164}",
        "\u{2800} \u{2800}", "\u{115F}\u{1160}", "\u{301}", "\u{E0041}", "\u{FE0F}", "Anna\u{2028}Beck",
        String(repeating: "a", count: 61),
        String(repeating: "e\u{301}", count: 61),
    ])
    func `S52: a name that turns text, shows nothing or is longer than 60 characters is refused`(
        _ name: String
    ) async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let family = try await home.hub.family(of: anna).id
            await #expect(throws: MemberRefusal.nameEmptyOrTooLong) {
                try await home.hub.changeProfile(anna, name: name, colour: nil)
            }
            await #expect(throws: MemberRefusal.nameEmptyOrTooLong) {
                try await home.hub.addChild(to: family, by: anna, name: name, birthYear: 2016, colour: nil)
            }
            await #expect(throws: FamilyRefusal.nameEmptyOrTooLong) {
                try await home.hub.renameFamily(family, by: anna, to: name)
            }
        }
    }

    @Test(arguments: [
        ("e\u{301}lodie", "élodie"), (" Anna\u{A0}Beck ", "Anna\u{A0}Beck"), ("דנה", "דנה"), ("نور", "نور"),
        ("👩‍👧", "👩‍👧"), ("می‌خواهم", "می‌خواهم"),
        (String(repeating: "e\u{301}", count: 60), String(repeating: "é", count: 60)),
    ])
    func `S52: a name is kept in NFC, in whatever script`(_ name: String, _ kept: String) async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            let profile = try await home.hub.changeProfile(anna, name: name, colour: nil)
            // Strings are equal whatever their form; their signs are not.
            #expect(Array(profile.name.unicodeScalars) == Array(kept.unicodeScalars))
        }
    }

    @Test(arguments: [
        "Ian", "ian", "lan", "\u{399}an", "I\u{430}n", "I\u{200B}an", "I\u{E0061}an", "Ｉan", "𝐈an", "I\u{AD}an",
    ])
    func `S52: a name that could be mistaken for that of another family member is refused`(
        _ name: String
    ) async throws {
        try await TestHub.run { home in
            let (ian, bo) = (try await home.member(1), try await home.member(2))
            _ = try await home.hub.changeProfile(ian, name: "Ian", colour: nil)
            let family = try await home.hub.family(of: ian).id
            await #expect(throws: MemberRefusal.nameLikeOther, "a child") {
                try await home.hub.addChild(to: family, by: ian, name: name, birthYear: 2016, colour: nil)
            }
            _ = try await home.hub.changeProfile(bo, name: name, colour: nil)
            let (_, token) = try await home.invite(by: ian)
            await #expect(throws: MemberRefusal.nameLikeOther, "who joins") {
                try await home.hub.joinFamily(token, JoinConsent(), member: bo, by: bo, from: RequestOrigin())
            }
            _ = try await home.hub.changeProfile(bo, name: "Bo", colour: nil)
            _ = try await home.hub.joinFamily(token, JoinConsent(), member: bo, by: bo, from: RequestOrigin())
            await #expect(throws: MemberRefusal.nameLikeOther, "who is there") {
                try await home.hub.changeProfile(bo, name: name, colour: nil)
            }
            #expect(try await home.hub.profile(bo).name == "Bo")
        }
    }

    @Test(arguments: ["Ivan", "Iain", "Ian B", "Jan", "Лан", "Anna"])
    func `S52: a distinct name is accepted, and a member may write their own name differently`(_ name: String)
        async throws
    {
        try await TestHub.run { home in
            let ian = try await home.member(1)
            _ = try await home.hub.changeProfile(ian, name: "Ian", colour: nil)
            let family = try await home.hub.family(of: ian).id
            _ = try await home.hub.addChild(to: family, by: ian, name: name, birthYear: 2016, colour: nil)
            #expect(try await home.hub.changeProfile(ian, name: "IAN", colour: nil).name == "IAN")
        }
    }

    @Test func `S52: an invited newcomer's name is checked before they are a member`() async throws {
        try await TestHub.run { home in
            let anna = try await home.member(1)
            _ = try await home.hub.changeProfile(anna, name: "Anna", colour: nil)
            let (_, token) = try await home.invite(by: anna)
            let request = CodeRequest(phone: TestHub.phone(2), purpose: .register, invite: token)
            let ticket = try await home.hub.requestCode(request, from: RequestOrigin())
            let code = try #require(try await home.texts(to: 2).last.flatMap(codeOfText))
            let proof = CodeProof(verification: ticket.id, code: code)
            await #expect(throws: MemberRefusal.nameLikeOther) {
                try await home.hub.register(proof, name: "Ann\u{430}", password: nil, from: RequestOrigin())
            }
            let (caller, _) = try await home.hub.register(proof, name: "Ann", password: nil, from: RequestOrigin())
            #expect(Set(try await home.hub.family(of: anna).members.map(\.id)) == [anna, caller.member])
        }
    }
}
