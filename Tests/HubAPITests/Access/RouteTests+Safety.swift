import API

/// Every route of trips, calls for help and alarms.
let everySafetyRoute: [SafetyRoute] = [
    .pins, .setPins, .requestPinReset, .cancelPinReset, .cancelPinResetByLink, .deadZones, .setDeadZones, .overview,
    .trips, .startTrip, .trip(sampleID()), .arrive(sampleID()),
    .cancel(sampleID()),
    .extend(sampleID()), .answer(sampleID()), .heartbeat(sampleID()), .addCompanion(sampleID()),
    .chooseDevice(sampleID()),
    .removeCompanion(sampleID(), sampleID()), .removeViewer(sampleID(), sampleID()), .positions(sampleID()),
    .renewLink(sampleID()), .companionTrips, .companionTrip(sampleID()), .leaveTrip(sampleID()),
    .acceptTrip(sampleID()),
    .companionPositions(sampleID()), .alarms, .acknowledge(sampleID()), .act(sampleID()), .confirm(sampleID()),
    .clear(sampleID()), .startCountdown, .cancelCountdown(sampleID()), .drills, .startDrill, .confirmDrill(sampleID()),
    .contacts, .addContact, .removeContact(sampleID()), .viewContact, .answerContact, .openView, .view, .viewPositions,
    .acknowledgeByView, .endViews,
]
