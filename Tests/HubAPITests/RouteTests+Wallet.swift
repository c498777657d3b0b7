import API

/// Every route of a member's wallet and of the ledger's log.
let everyWalletRoute: [WalletRoute] = [
    .wallet, .openAccount, .renameAccount(sampleID()), .closeAccount(sampleID()), .entries(sampleID()), .transfer,
    .checkpoint, .proof, .consistency, .leaves, .addCheck, .keys, .addKey, .revokeKey(sampleID()), .moneyRequests,
    .askForMoney, .payRequest(sampleID()), .endRequest(sampleID()),
]
