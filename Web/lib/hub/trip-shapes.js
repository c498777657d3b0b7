// @ts-check
/**
 * What the hub's API answers with about trips and alarms, as the page calls it. The types are made of the contract by
 * Scripts/build-web; nothing runs here.
 *
 * @typedef {import("../../generated/contract").TripState} TripState
 * @typedef {import("../../generated/contract").GuardingDeputy} GuardingDeputy
 * @typedef {import("../../generated/contract").Protection} Protection
 * @typedef {import("../../generated/contract").Destination} Destination
 * @typedef {import("../../generated/contract").Point} Point
 * @typedef {import("../../generated/contract").TripRoute} TripRoute
 * @typedef {import("../../generated/contract").TripQuestion} TripQuestion
 * @typedef {import("../../generated/contract").TripNews} TripNews
 * @typedef {import("../../generated/contract").TripCompanion} TripCompanion
 * @typedef {import("../../generated/contract").TripViewer} TripViewer
 * @typedef {import("../../generated/contract").Trip} Trip
 * @typedef {import("../../generated/contract").TripEntry} TripEntry
 * @typedef {import("../../generated/contract").WatchedFix} WatchedFix
 * @typedef {import("../../generated/contract").OtherDevice} OtherDevice
 * @typedef {import("../../generated/contract").CompanionTrip} CompanionTrip
 * @typedef {import("../../generated/contract").TripPosition} TripPosition
 * @typedef {import("../../generated/contract").AlarmFact} AlarmFact
 * @typedef {import("../../generated/contract").MessageState} MessageState
 * @typedef {import("../../generated/contract").Alarm} Alarm
 * @typedef {import("../../generated/contract").HelpCountdown} HelpCountdown
 * @typedef {import("../../generated/contract").Drill} Drill
 * @typedef {import("../../generated/contract").DeadZone} DeadZone
 * @typedef {import("../../generated/contract").TripView} TripView
 *
 * @typedef {Pick<Trip, keyof Trip & keyof CompanionTrip>} TripCommon  what traveller and companions see alike
 * @typedef {import("../../generated/contract").Safety} Mine
 * @typedef {import("../../generated/contract").Trip["signal"]} Signal
 * @typedef {import("../../generated/contract").Trip["mode"]} TravelMode
 * @typedef {import("../../generated/contract").EmergencyNumber["service"]} Service
 * @typedef {import("../../generated/contract").Protection["source"]} Source
 * @typedef {import("../../generated/contract").Protection["gaps"][number]} Gap
 *
 * @typedef {object} Emergency  what to dial; `lastPosition` is what the page makes of an old `position`
 * @property {import("../../generated/contract").Emergency["source"] | "lastPosition"} source
 * @property {import("../../generated/contract").Emergency["countries"]} countries
 */
export {};
