// @ts-check
/**
 * What the hub's API answers with about missions, countdowns and the store, as the page calls it. The types are made
 * of the contract by Scripts/build-web; nothing runs here. Gold is a count in decimal digits, a day is written as
 * 2026-11-22.
 *
 * @typedef {import("../../generated/contract").Streak} Streak
 * @typedef {import("../../generated/contract").CalendarLink} CalendarLink
 * @typedef {import("../../generated/contract").MissionSettings} MissionSettings
 * @typedef {import("../../generated/contract").StoreItem} StoreItem
 * @typedef {import("../../generated/contract").Purchase} Purchase
 *
 * @typedef {import("../../generated/contract").Mission["priority"]} Priority
 * @typedef {import("../../generated/contract").MissionState} OccurrenceState
 * @typedef {import("../../generated/contract").MissionOccurrence["stage"]} Stage  how far something has come, as a list divides it
 * @typedef {import("../../generated/contract").MissionOccurrence["may"][number]} Act
 * @typedef {import("./shapes.js").Told<import("../../generated/contract").MissionRepeats>} Repeats
 * @typedef {import("../../generated/contract").MissionCountdown["state"]} CountdownState
 * @typedef {import("../../generated/contract").Focus["gold"]} Gold
 * @typedef {import("../../generated/contract").StoreItem["buyers"]} Buyers
 * @typedef {import("../../generated/contract").Purchase["state"]} PurchaseState
 *
 * @typedef {object} OnDevice  what this device knows of an occurrence, and the hub does not yet
 * @property {boolean} [isUnsent]  it was reported done here
 * @typedef {import("../../generated/contract").MissionOccurrence & OnDevice} Occurrence
 * @typedef {Omit<import("../../generated/contract").Mission, "occurrences" | "repeats"> & {occurrences: Occurrence[], repeats?: Repeats}} Mission
 * @typedef {Omit<import("./shapes.js").Told<import("../../generated/contract").ChangeMission>, "priority" | "repeats"> & {priority: Priority, repeats?: Repeats}} MissionDraft  as somebody makes or changes a mission
 * @typedef {Omit<import("../../generated/contract").MissionCountdown, "member">} Countdown  a guest's has no member
 * @typedef {Omit<Partial<import("../../generated/contract").Focus>, "countdown" | "latest"> & Countdowns} Focus  a guest's has the countdown alone
 * @typedef {{countdown?: Countdown, latest?: Countdown}} Countdowns
 */
export {};
