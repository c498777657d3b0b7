import API

/// Every route of deputies.
let everyDeputyRoute: [DeputyRoute] = [.turns, .pairings, .mine, .choose(sampleID()), .decline(sampleID())]
