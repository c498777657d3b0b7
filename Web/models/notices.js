// @ts-check

/**
 * @typedef {import("../lib/hub/shapes.js").Notice} Notice
 * @typedef {import("../lib/hub/shapes.js").Connections} Connections
 * @typedef {Notice["kind"]} NoticeKind
 */

/** @type {NoticeKind[]} */
const kinds = [
  "newLogIn",
  "passwordChanged",
  "phoneChanged",
  "phoneChangeUndone",
  "mailChanged",
  "pinsChanged",
  "pinResetRequested",
  "firstPINWaits",
  "pinResetCancelled",
  "recoveryStarted",
  "recoveryCancelled",
  "contactRecovers",
  "looksOften",
  "messagesRevealed",
  "codeUsed",
  "askedToConnect",
  "askedWhere",
  "requestAccepted",
  "sharingReminder",
  "resetStarted",
  "childLinkMade",
  "childLoggedIn",
  "guardianAsked",
  "handOverAsked",
  "handOverFailed",
  "childChanged",
  "memberJoined",
  "memberLeft",
  "familyPlaceChanged",
  "familyPlaceRemoved",
  "joinedFamily",
  "inviteGuessed",
  "numberFull",
  "factorsChanged",
  "passkeyCopied",
  "signingKeyAdded",
  "keyDoubted",
  "ownKeyDoubted",
  "keyTakenAway",
  "coinPayeeAdded",
  "coinPaymentSent",
  "coinLimitRaised",
  "coinPasswordChanged",
  "coinWalletRemoved",
  "deviceManaged",
  "keeperManagedDevice",
  "sharingProposed",
  "arrived",
  "left",
  "quiet",
  "lowBattery",
  "numbersInARow",
  "liveLinkAdded",
  "liveLinkViewed",
  "liveLinkAsked",
  "wallOpened",
  "shownOnWalls",
  "alarm",
  "alarmEnded",
  "alarmNotTold",
  "tripDue",
  "tripViewed",
  "tripCodeChanged",
  "companionLeft",
  "tripStarted",
  "tripDelayed",
  "tripLoggedOut",
  "tripPinGuessed",
  "tripArrived",
  "tripEnded",
  "contactAgreed",
  "contactEnded",
  "contactViewed",
  "drill",
  "alarmsMissed",
  "messagesFail",
  "textsRunLow",
  "diskLow",
  "deputySilent",
  "clockDoubtful",
  "approvalNeeded",
  "approved",
  "approvalRefused",
  "approvalExpired",
  "allowanceSoon",
  "allowancePaid",
  "allowanceNotPaid",
  "allowanceEnded",
  "goalReached",
  "minted",
  "limitsChanged",
  "paid",
  "askedForMoney",
  "moneyDeclined",
  "depositWaits",
  "missionGiven",
  "missionClaimed",
  "missionApproved",
  "missionRejected",
  "missionUndone",
  "missionDone",
  "purchasePlaced",
  "purchaseDelivered",
  "purchaseRefused",
  "purchaseWithdrawn",
  "purchaseExpired",
  "restored",
];

/**
 * The kind of a notice, where this page knows words of its own for it.
 *
 * @param {string} kind
 * @returns {NoticeKind | undefined}
 */
export function knownKind(kind) {
  return kinds.find((known) => known === kind);
}

/**
 * What somebody is called, where any list says so.
 *
 * @param {string | undefined} member
 * @param {...readonly {member: string, name: string}[]} lists
 */
export function nameOf(member, ...lists) {
  return lists.flat().find((person) => person.member === member)?.name;
}

/** Of these nothing else is more urgent. */
const urgent = ["alarm", "tripDue", "recoveryStarted", "pinResetRequested", "firstPINWaits"];

/** Somebody waits for an answer. */
const waiting = ["askedToConnect", "askedWhere", "liveLinkAsked", "guardianAsked", "handOverAsked"];

/**
 * What matters most comes first: who may need help, and what may be an attack, then what waits for an answer, then the newest.
 *
 * @param {Notice[]} notices  newest first
 */
export function byWeight(notices) {
  const weight = (/** @type {Notice} */ { kind }) =>
    urgent.includes(kind) ? 0 : waiting.includes(kind) ? 1 : 2;
  return [...notices].sort((left, right) => weight(left) - weight(right));
}

/**
 * How much waits: the open alarms about others and the notices, an alarm's own notice not counted once more.
 *
 * @param {{kind: string, member?: string}[]} notices
 * @param {{member: string}[]} alarms  of others, those that are open
 */
export function waitingCount(notices, alarms) {
  const inAlarm = new Set(alarms.map(({ member }) => member));
  const others = notices.filter(({ kind, member }) => !(kind === "alarm" && member && inAlarm.has(member)));
  return alarms.length + others.length;
}

/** Of these, many at once are told as one. */
const foldable = /** @type {const} */ (["codeUsed", "requestAccepted", "memberJoined", "memberLeft", "newLogIn"]);

/** @typedef {typeof foldable[number]} FoldableKind */

/**
 * Groups of notices in the order given: those of one kind that are many stand together where the first of them is, the
 * others by themselves.
 *
 * @param {Notice[]} notices
 * @param {number} [most]  so many of a kind stand by themselves
 * @returns {{kind: FoldableKind | undefined, notices: Notice[]}[]}
 */
export function folded(notices, most = 2) {
  /** @type {Map<string, {kind: FoldableKind | undefined, notices: Notice[]}>} */
  const groups = new Map();
  for (const notice of notices) {
    const kind = foldable.find((known) => known === notice.kind);
    const isMany = kind && notices.filter((other) => other.kind === kind).length > most;
    const key = isMany ? kind : notice.id;
    const group = groups.get(key) ?? { kind: isMany ? kind : undefined, notices: [] };
    group.notices.push(notice);
    groups.set(key, group);
  }
  return [...groups.values()];
}
