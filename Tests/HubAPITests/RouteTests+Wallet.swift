import API

/// Every route of a member's wallet and of the ledger's log.
let everyWalletRoute: [WalletRoute] = [
    .wallet, .openAccount, .renameAccount(sampleID()), .closeAccount(sampleID()), .entries(sampleID()),
    .setGoal(sampleID()), .endGoal(sampleID()), .goalPicture(sampleID()), .setGoalPicture(sampleID()),
    .removeGoalPicture(sampleID()), .transfer,
    .checkpoint, .proof, .consistency, .leaves, .addCheck, .keys, .addKey, .revokeKey(sampleID()), .familyKeys,
    .agreeToRevoke(sampleID()), .withdrawAgreement(sampleID()), .cosign, .logNote(sampleID()),
    .logTile(sampleID(), LogTileName(level: 0, number: 0)), .moneyRequests,
    .askForMoney, .payRequest(sampleID()), .endRequest(sampleID()),
]
