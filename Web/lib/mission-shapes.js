// @ts-check
/**
 * What the hub's API answers with about missions, countdowns and the store, as openapi.yaml describes it: types only,
 * nothing runs here. Gold is a count in decimal digits, a day is written as 2026-11-22.
 *
 * @typedef {"high" | "medium" | "low"} Priority
 * @typedef {"open" | "claimed" | "approved" | "done" | "lapsed"} OccurrenceState
 * @typedef {"open" | "upcoming" | "claimed" | "over"} Stage  how far something has come, as a list divides it
 * @typedef {"start" | "claim" | "approve" | "reject" | "undo"} Act
 *
 * @typedef {object} Repeats
 * @property {"day" | "workday" | "week" | "weekdays" | "month"} every
 * @property {"due" | "completion"} from
 * @property {number[]} [weekdays]  of weekdays: 1 for Monday to 7 for Sunday
 * @property {number} [day]  of a month: 1 to 31, the last one where it has fewer
 *
 * @typedef {object} Occurrence  one time that a mission is to be done
 * @property {number} number
 * @property {number} version  what a decision names, so that one that comes late is known
 * @property {string} [due]
 * @property {string} [doer]
 * @property {OccurrenceState} state
 * @property {Stage} stage
 * @property {string} [since]
 * @property {string} [gold]  what it paid
 * @property {string} [pays]  what an approval pays; absent where an adult says how much
 * @property {string} [paysMost]  the most that one may pay
 * @property {string} [running]  the countdown that runs for it
 * @property {number} focusedSeconds
 * @property {number} nextSeconds  what a countdown that is started now takes
 * @property {string} [undoUntil]
 * @property {Act[]} may  what I may do with it now
 *
 * @typedef {object} Mission
 * @property {string} id
 * @property {string} title
 * @property {number} minutes
 * @property {Priority} priority
 * @property {string} giver
 * @property {string} [assignee]
 * @property {boolean} anyone  for whoever takes it
 * @property {string[]} [turns]  who take turns at it, in their order
 * @property {Repeats} [repeats]
 * @property {string} [due]
 * @property {boolean} needsApproval
 * @property {string} addedAt
 * @property {"change"[]} may
 * @property {Occurrence[]} occurrences
 *
 * @typedef {object} MissionDraft  as somebody makes or changes a mission
 * @property {string} title
 * @property {number} minutes
 * @property {Priority} priority
 * @property {string} [assignee]
 * @property {boolean} [anyone]
 * @property {string[]} [turns]
 * @property {Repeats} [repeats]
 * @property {string} [due]
 * @property {boolean} [needsApproval]
 *
 * @typedef {"running" | "paused" | "finished" | "stopped" | "cancelled" | "abandoned"} CountdownState
 *
 * @typedef {object} Countdown
 * @property {string} id
 * @property {string} mission
 * @property {string} title
 * @property {number} occurrence
 * @property {string} startedAt
 * @property {number} plannedMilliseconds
 * @property {CountdownState} state
 * @property {string} since
 * @property {number} workedMilliseconds  what had passed by then, without pauses
 * @property {string} freeUntil  until when it is called off for nothing
 * @property {boolean} mayPause
 * @property {boolean} mayStop
 * @property {number} rewardedMinutes  whole minutes that pay, once it has ended
 * @property {OccurrenceState} missionState
 * @property {string} [gold]  what the occurrence paid
 *
 * @typedef {{amount: string, available: string, owed: string}} Gold
 * @typedef {{days: number, today: "done" | "missed" | "free" | "paused", pause?: {since: string, until?: string}}} Streak
 *
 * @typedef {object} Focus
 * @property {Countdown} [countdown]  the one that runs or is paused
 * @property {Countdown} [latest]  the newest that ended in the last day
 * @property {Gold} [gold]
 * @property {Streak} [streak]
 * @property {number} [rewardedSecondsToday]
 * @property {number} [rewardedSecondsMax]
 *
 * @typedef {object} MissionSettings  what a family has settled about somebody's missions
 * @property {number} weightHigh  gold a minute
 * @property {number} weightMedium
 * @property {number} weightLow
 * @property {"full" | "part" | "none" | "ask"} payout
 * @property {boolean} mayPause
 * @property {boolean} mayStop
 * @property {boolean} ownNeedsApproval
 *
 * @typedef {"everybody" | "adults" | "children" | "some"} Buyers
 *
 * @typedef {object} StoreItem
 * @property {string} id
 * @property {string} name
 * @property {string} price
 * @property {number} [stock]  absent for as many as one likes
 * @property {Buyers} buyers
 * @property {string[]} [members]
 * @property {boolean} retired
 * @property {string} [picture]
 * @property {string} addedAt
 *
 * @typedef {"held" | "delivered" | "refused" | "withdrawn" | "expired"} PurchaseState
 *
 * @typedef {object} Purchase
 * @property {string} id
 * @property {string} item
 * @property {string} name
 * @property {string} [picture]
 * @property {string} buyer
 * @property {string} price
 * @property {string} placedAt
 * @property {PurchaseState} state
 * @property {string} [since]
 * @property {string} [heldUntil]
 * @property {number} version
 * @property {("deliver" | "refuse" | "withdraw")[]} may
 */

export {};
