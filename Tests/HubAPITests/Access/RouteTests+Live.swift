import API

/// Every route of live links.
let everyLiveRoute: [LiveRoute] = [
    .links, .addLink, .endLink(sampleID()), .removeViewer(sampleID(), sampleID()), .childLinks(sampleID(), sampleID()),
    .agreeToChildLink(sampleID(), sampleID(), sampleID()), .endChildLink(sampleID(), sampleID(), sampleID()),
    .openView, .view, .viewPositions, .viewEvents, .openWall, .wall, .setOnWalls,
]
