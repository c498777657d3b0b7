/**
 * What the hub's API answers with, as the page calls it. The types are made of the contract by Scripts/build-web;
 * nothing runs here.
 *
 * @typedef {import("../../generated/contract").Motion} Motion
 * @typedef {import("../../generated/contract").Precision} Precision
 * @typedef {import("../../generated/contract").Me} Me
 * @typedef {import("../../generated/contract").FamilyMember} FamilyMember
 * @typedef {import("../../generated/contract").Invite} Invite
 * @typedef {import("../../generated/contract").InviteView} InviteView
 * @typedef {import("../../generated/contract").Connections} Connections
 * @typedef {import("../../generated/contract").Seen} Seen
 * @typedef {import("../../generated/contract").Seer} Seer
 * @typedef {import("../../generated/contract").Agreement} Agreement
 * @typedef {import("../../generated/contract").Look} Look
 * @typedef {import("../../generated/contract").Notice} Notice
 * @typedef {import("../../generated/contract").Watch} Watch
 * @typedef {import("../../generated/contract").PushStanding} PushStanding
 * @typedef {import("../../generated/contract").ShareCount} ShareCount
 * @typedef {import("../../generated/contract").Sharing} Sharing
 * @typedef {import("../../generated/contract").Presence} Presence
 * @typedef {import("../../generated/contract").Hand} Hand
 * @typedef {import("../../generated/contract").Clock} Clock
 * @typedef {import("../../generated/contract").Place} Place
 * @typedef {import("../../generated/contract").FamilyPlace} FamilyPlace
 * @typedef {import("../../generated/contract").TrackFix} TrackFix
 * @typedef {import("../../generated/contract").Day} Day
 * @typedef {import("../../generated/contract").HistoryEntry} HistoryEntry
 * @typedef {import("../../generated/contract").Import} Import
 * @typedef {import("../../generated/contract").Device} Device
 * @typedef {import("../../generated/contract").Tracker} Tracker
 * @typedef {import("../../generated/contract").AppSetup} AppSetup
 *
 * @typedef {import("../../generated/contract").FamilyRole} Role
 * @typedef {import("../../generated/contract").Family} FamilyGroup
 * @typedef {import("../../generated/contract").InviteIssued} IssuedInvite
 * @typedef {import("../../generated/contract").DeviceIssued} IssuedDevice
 * @typedef {import("../../generated/contract").ConnectionRequest} Asked
 * @typedef {import("../../generated/contract").JourneyMode} TravelMode
 * @typedef {import("../../generated/contract").Presence["state"]} State
 * @typedef {import("../../generated/contract").HiddenHoursList["items"][number]} HiddenHours
 * @typedef {NonNullable<import("../../generated/contract").Presence["fix"]>} Fix
 * @typedef {NonNullable<import("../../generated/contract").Presence["cell"]>} Cell
 *
 * @typedef {Omit<import("../../generated/contract").FamilyView, "shown"> & {shown: Shown}} FamilyView
 * @typedef {Seen | Seer} Connection  somebody whom I see, or who sees me
 * @typedef {import("../../generated/contract").Fix} PlainFix
 *
 * @typedef {Told<import("../../generated/contract").Retention>} Retention
 * @typedef {Told<import("../../generated/contract").Shown>} Shown
 */

/**
 * What may be sent with null is told without: the hub leaves out what it has not.
 *
 * @template T
 * @typedef {{[Key in keyof T]: Exclude<T[Key], null>}} Told
 */
export {};
