import API
import Family
import HubAPI

extension Route {
    /// The access that each route must declare (S53): named here, as no expected value is read from the code.
    var expectedAccess: Access {
        switch self {
        case .verify, .register, .logIn, .startRecovery, .phoneRegions, .readPhoneNumber, .openAPI, .health, .ready,
            .viewInvite, .makeChallenge, .undoPhoneChange, .demoPeople, .enterDemo, .safety(.cancelPinResetByLink),
            .safety(.openView), .safety(.viewContact), .safety(.answerContact):
            .open
        case .safety(.view), .safety(.viewPositions), .safety(.acknowledgeByView): .view
        case .basemapStyle, .basemapTile: .sessionOrView
        case .clockSVG, .clockJSON: .sessionOrClockLink
        case .metrics: .keeperOrMetricsToken
        case .keeper, .regions, .removeRegion, .sendExtract, .giveUpExtract, .findRegions, .offerRegion, .getRegion:
            .keeper
        case .setPassword: .sessionOrOneTimeSecret
        case .ingest: .device
        case .changeFamily, .addChild, .changeFamilyMember, .addLogInLink, .addInvite, .revokeInvite,
            .familyMoney(.addAsset), .familyMoney(.mint), .familyMoney(.addAllowance), .familyMoney(.endAllowance),
            .familyMoney(.setLimits), .wallet(.familyKeys), .wallet(.agreeToRevoke), .wallet(.withdrawAgreement):
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
        case .open, .view, .device: false
        }
    }

    /// Whether it takes a proof of the last five minutes of who holds the session (S18).
    var takesProof: Bool {
        switch self {
        case .addLogInLink, .addPasskey, .changeFamilyMember, .confirmAuthenticator, .export, .getRegion, .leave,
            .makeRecoveryCodes, .removeAuthenticator, .removeHistory, .removeMail, .removePasskey, .removeRegion,
            .setMail, .setPassword, .setPhone, .setUpAuthenticator, .stopSharing, .verifyMail, .verifyPhone,
            .familyMoney(.addAllowance), .familyMoney(.addAsset), .familyMoney(.decide), .familyMoney(.mint),
            .familyMoney(.setLimits), .safety(.addContact), .safety(.requestPinReset), .safety(.setPins),
            .wallet(.addKey),
            .wallet(.agreeToRevoke), .wallet(.closeAccount), .wallet(.payRequest), .wallet(.transfer):
            true
        default: false
        }
    }

    /// What this route answers to an asker.
    func status(_ rule: AccessRule, _ asking: Asking) -> Int {
        switch asking {
        case .nobody, .owner, .stranger, .seer, .keeper: rule.status(asking)
        case .disabled, .expired: rule.status(.nobody)
        case .device: deviceStatus ?? rule.status(.nobody)
        case .tripGuest, .alarmGuest: guestStatus(asking) ?? rule.status(.nobody)
        case .aged: 401
        case .child: childStatus ?? rule.status(asking)
        case .adult: adultStatus(rule) ?? rule.status(asking)
        }
    }

    /// A phone's token opens its app's door, and nothing else.
    private var deviceStatus: Int? {
        if case .ingest = self { 200 } else { nil }
    }

    /// What a browser without an account may do; nil where it is nobody.
    private func guestStatus(_ asking: Asking) -> Int? {
        switch self {
        case .safety(.view), .basemapStyle: 200
        case .basemapTile: 204
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
        // It stands in its family's ledger, whose log its members check.
        case .wallet(.logNote), .wallet(.logTile): 200
        case .addChild, .addChildDevice, .addChildSeer, .addInvite, .addLogInLink, .changeChildDevice, .changeFamily,
            .changeFamilyMember, .childDevices, .childSeers, .hiddenHours, .leaveFamily, .renewChildDevice,
            .revokeChildDevice, .revokeInvite, .setHiddenHours, .familyMoney(.addAllowance), .familyMoney(.addAsset),
            .familyMoney(.endAllowance), .familyMoney(.mint), .familyMoney(.setLimits), .wallet(.agreeToRevoke),
            .wallet(.familyKeys), .wallet(.withdrawAgreement), .setPause, .verifyPhone, .safety(.addContact):
            403
        // It sees its missions and may buy; what is given, priced and decided is an adult's.
        case .missions(.countdowns), .missions(.focus), .missions(.mission), .missions(.pauseStreak),
            .missions(.resumeStreak), .missions(.settings), .store(.picture):
            200
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
        case .families, .changeFamily, .addChild, .changeFamilyMember, .childSeers, .addChildSeer, .hiddenHours,
            .addLogInLink, .addInvite, .revokeInvite, .joinFamily, .childDevices, .addChildDevice,
            .changeChildDevice, .revokeChildDevice, .renewChildDevice, .familyMoney, .missions, .store,
            .wallet(.leaves), .wallet(.logNote), .wallet(.logTile), .wallet(.addCheck):
            rule.status(.owner)
        default: nil
        }
    }
}
