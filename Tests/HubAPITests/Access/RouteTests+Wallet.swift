import API

/// Every route of a member's wallet and of the ledger's log.
let everyWalletRoute: [WalletRoute] =
    [
        .wallet, .openAccount, .payeeAccount(sampleID()),
        .renameAccount(sampleID()), .closeAccount(sampleID()), .entries(sampleID()),
        .setGoal(sampleID()), .endGoal(sampleID()), .goalPicture(sampleID()), .setGoalPicture(sampleID()),
        .removeGoalPicture(sampleID()), .transfer,
        .checkpoint, .proof, .consistency, .leaves, .addCheck, .keys, .addKey, .revokeKey(sampleID()), .familyKeys,
        .agreeToRevoke(sampleID()), .withdrawAgreement(sampleID()), .cosign, .logNote(sampleID()),
        .logTile(sampleID(), LogTileName(level: 0, number: 0)), .moneyRequests,
        .askForMoney, .payRequest(sampleID()), .endRequest(sampleID()),
        .coins, .watchCoins, .renameCoins(sampleID()), .forgetCoins(sampleID()),
    ] + everyCoinRoute.map { .coin($0) }

/// Every route of hot wallets of coins.
private let everyCoinRoute: [CoinRoute] = [
    .make, .restore, .showWords(sampleID()), .confirmWords(sampleID()), .setLimit(sampleID()),
    .setSpendingPassword(sampleID()), .openAccount(sampleID()), .payees(sampleID()), .addPayee(sampleID()),
    .removePayee(sampleID(), sampleID()), .payments(sampleID()), .prepare(sampleID()), .send(sampleID(), sampleID()),
    .drop(sampleID(), sampleID()), .proof(sampleID(), sampleID()), .requests(sampleID()), .ask(sampleID()),
    .removeRequest(sampleID(), sampleID()), .requestCode(sampleID(), sampleID()),
]
