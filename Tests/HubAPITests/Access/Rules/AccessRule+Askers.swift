import API
import Family
import HubAPI

extension Route {
    /// The access that each route must declare (S53): named here, as no expected value is read from the code.
    var expectedAccess: Access {
        switch self {
        case .verify, .register, .logIn, .startRecovery, .phoneRegions, .readPhoneNumber, .openAPI, .health, .ready,
            .viewInvite, .makeChallenge, .undoPhoneChange, .demoPeople, .enterDemo, .safety(.cancelPinResetByLink),
            .safety(.openView), .safety(.viewContact), .safety(.answerContact), .safety(.endViews), .live(.openView),
            .live(.openWall),
            .calendar, .sessionState:
            .open
        case .live(.view), .live(.viewPositions), .live(.viewEvents): .liveView
        case .live(.wall): .wall
        case .safety(.view), .safety(.viewPositions), .safety(.acknowledgeByView): .view
        case .basemapStyle, .basemapTile: .sessionOrView
        case .clockSVG, .clockJSON: .sessionOrClockLink
        case .metrics: .keeperOrMetricsToken
        case .keeper, .regions, .removeRegion, .sendExtract, .giveUpExtract, .findRegions, .offerRegion, .getRegion:
            .keeper
        case .setPassword: .sessionOrOneTimeSecret
        case .ingest: .device
        case .deputy(.turns), .deputy(.pairings): .deputy
        case .changeFamily, .addChild, .changeFamilyMember, .addLogInLink, .addInvite, .revokeInvite,
            .familyMoney(.addAsset), .familyMoney(.mint), .familyMoney(.addAllowance), .familyMoney(.endAllowance),
            .familyMoney(.setLimits), .familyMoney(.coinConsents), .familyMoney(.setCoinConsent),
            .wallet(.familyKeys), .wallet(.agreeToRevoke), .wallet(.withdrawAgreement):
            .adult
        default: .session
        }
    }

    /// Whether it answers nobody without a session; phones' doors have tokens of their own.
    var asksForSession: Bool {
        switch expectedAccess {
        case .session, .adult, .keeper, .sessionOrView, .sessionOrClockLink, .keeperOrMetricsToken,
            .sessionOrOneTimeSecret:
            true
        case .open, .view, .liveView, .wall, .device, .deputy: false
        }
    }

    /// Whether it takes a proof of the last five minutes of who holds the session (S18).
    var takesProof: Bool {
        switch self {
        case .addLogInLink, .addPasskey, .agreeForChild, .changeFamilyMember, .confirmAuthenticator, .export,
            .getRegion, .leave,
            .makeRecoveryCodes, .removeAuthenticator, .removeHistory, .removeMail, .removePasskey, .removeRegion,
            .setMail, .setPassword, .setPhone, .setUpAuthenticator, .stopSharing, .verifyMail, .verifyPhone,
            .familyMoney(.addAllowance), .familyMoney(.addAsset), .familyMoney(.decide), .familyMoney(.mint),
            .familyMoney(.setLimits), .familyMoney(.setCoinConsent), .live(.addLink), .live(.setOnWalls),
            .safety(.addContact), .addCalendarLink, .addClockLink, .safety(.requestPinReset), .safety(.setPins),
            .wallet(.watchCoins), .wallet(.forgetCoins), .wallet(.addKey), .wallet(.payeeAccount),
            .wallet(.agreeToRevoke), .wallet(.closeAccount), .wallet(.payRequest), .wallet(.transfer):
            true
        case .wallet(.coin(let route)): route.takesProof
        default: false
        }
    }

    /// What this route answers to an asker.
    func status(_ rule: AccessRule, _ asking: Asking) -> Int {
        switch asking {
        case .nobody, .owner, .stranger, .seer, .keeper: rule.status(asking)
        case .disabled, .expired: rule.status(.nobody)
        case .device: deviceStatus ?? rule.status(.nobody)
        case .deputy: self == .deputy(.turns) ? 200 : rule.status(.nobody)
        case .tripGuest, .alarmGuest, .liveGuest, .wall: guestStatus(asking) ?? rule.status(.nobody)
        case .aged: 401
        case .held: isOpenToHeld ? childStatus ?? rule.status(.child) : rule.status(.nobody)
        case .child: childStatus ?? rule.status(asking)
        case .hiddenGuardian: hiddenGuardianStatus ?? adultStatus(rule) ?? rule.status(.stranger)
        case .adult: adultStatus(rule) ?? rule.status(asking)
        }
    }

    /// Whether it is open to a session that waits for a guardian's agreement: it calls for help, and logs out.
    var isOpenToHeld: Bool {
        switch self {
        case .endSession(.current), .safety(.startCountdown), .safety(.cancelCountdown): true
        default: false
        }
    }

    /// A phone's token opens its app's door, and nothing else.
    private var deviceStatus: Int? {
        if case .ingest = self { 200 } else { nil }
    }

    /// What a browser without an account may do; nil where it is nobody.
    private func guestStatus(_ asking: Asking) -> Int? {
        switch self {
        case .basemapStyle: 200
        case .basemapTile: 204
        case .live(.view), .live(.viewPositions), .live(.viewEvents): asking == .liveGuest ? 200 : 401
        case .live(.wall): asking == .wall ? 200 : 401
        case .safety where asking == .liveGuest || asking == .wall: nil
        case .safety(.view): 200
        case .safety(.viewPositions): asking == .tripGuest ? 200 : 401
        case .safety(.acknowledgeByView): asking == .alarmGuest ? 204 : 404
        default: nil
        }
    }

    /// What the owner's child may do with its family's things; nil where they are a stranger's to it.
    private var childStatus: Int? {
        switch self {
        // Its family's sums are its to read, and its guardians' to change.
        case .familyMoney(.assets), .familyMoney(.allowances), .familyMoney(.limits), .familyMoney(.approvals): 200
        // It lets a phone of its own go on, or logs it out.
        case .agreements: 200
        case .agreeForChild, .withdrawForChild: 204
        // It stands in its family's ledger, whose log its members check.
        case .wallet(.logNote), .wallet(.logTile): 200
        case .addChild, .addChildDevice, .addChildSeer, .addInvite, .addLogInLink, .changeChildDevice, .changeFamily,
            .changeFamilyMember, .childDevices, .childSeers, .hiddenHours, .leaveFamily, .renewChildDevice,
            .revokeChildDevice, .revokeInvite, .setHiddenHours, .familyMoney(.addAllowance), .familyMoney(.addAsset),
            .familyMoney(.endAllowance), .familyMoney(.mint), .familyMoney(.setLimits), .live(.agreeToChildLink),
            .familyMoney(.coinConsents), .familyMoney(.setCoinConsent),
            .live(.childLinks), .live(.endChildLink), .wallet(.agreeToRevoke), .wallet(.familyKeys),
            .wallet(.withdrawAgreement), .setPause, .verifyPhone, .safety(.addContact), .addCalendarLink,
            // It is six years old: an adult decides whether a deputy guards it, and whether a wall shows it.
            .deputy(.choose), .deputy(.decline), .live(.setOnWalls):
            403
        // It sees its missions and may buy; what is given, priced and decided is an adult's.
        case .missions(.countdowns), .missions(.focus), .missions(.mission), .missions(.pauseStreak),
            .missions(.resumeStreak), .missions(.settings), .store(.picture):
            200
        // Each member follows a place of the family or not; what another made is an adult's to change.
        case .followFamilyPlace: 200
        case .stopFollowing: 204
        case .changeFamilyPlace, .removeFamilyPlace: 403
        // It has said already that the mission is done, and it has no gold.
        case .missions(.decide(_, .claim)), .missions(.start), .store(.buy): 409
        case .missions(.changeMission), .missions(.decide), .missions(.removeMission), .missions(.restoreMission),
            .missions(.setSettings), .store(.addItem), .store(.changeItem), .store(.retireItem),
            .store(.setPicture), .store(.removePicture):
            403
        // A child is handed over by its guardian.
        case .joinFamily: 409
        case .safety(.startDrill): 204
        default: nil
        }
    }

    /// The answer to a guardian from whom the child is hidden; nil where it is that of any other adult of the family.
    private var hiddenGuardianStatus: Int? {
        switch self {
        case .addLogInLink, .addChildSeer, .changeFamilyMember, .joinFamily, .agreeForChild, .withdrawForChild,
            .setHiddenHours, .addChildDevice, .changeChildDevice, .revokeChildDevice, .renewChildDevice,
            .live(.agreeToChildLink), .live(.endChildLink):
            403
        // Members of the family are paid.
        case .wallet(.payeeAccount): 201
        // It is the other adult who asked for money.
        case .wallet(.endRequest): 404
        default: nil
        }
    }

    /// What the other adult of the family may do; nil where it is nothing of the family's.
    private func adultStatus(_ rule: AccessRule) -> Int? {
        switch self {
        // Another adult leaves by themselves.
        case .leaveFamily: 403
        // The hours are about what they themselves see of the child.
        case .setHiddenHours: 404
        // Adults audit the whole ledger of the family.
        case .wallet(.entries): 200
        // The adult asked for this money, and takes the request back.
        case .wallet(.endRequest): 204
        // The link is theirs: another has to agree to the phone that it logged in.
        case .agreeForChild: 403
        case .families, .changeFamily, .addChild, .changeFamilyMember, .childSeers, .addChildSeer, .hiddenHours,
            .agreements, .withdrawForChild, .addLogInLink, .addInvite, .revokeInvite, .joinFamily, .childDevices,
            .addChildDevice,
            .changeChildDevice, .revokeChildDevice, .renewChildDevice, .familyMoney, .missions, .store,
            .live(.agreeToChildLink), .live(.childLinks), .live(.endChildLink),
            .changeFamilyPlace, .removeFamilyPlace, .followFamilyPlace, .stopFollowing,
            .wallet(.leaves), .wallet(.logNote), .wallet(.logTile), .wallet(.addCheck):
            rule.status(.owner)
        default: nil
        }
    }
}

extension CoinRoute {
    /// Whether it makes a wallet, shows or takes what opens one, or decides who may be paid.
    fileprivate var takesProof: Bool {
        switch self {
        case .make, .restore, .showWords, .confirmWords, .setLimit, .setSpendingPassword, .addPayee, .removePayee,
            .prepare, .send:
            true
        case .openAccount, .payees, .payments, .drop, .proof, .requests, .ask, .removeRequest, .requestCode:
            false
        }
    }
}
