// @ts-check

/**
 * @typedef {import("../lib/shapes.js").Notice} Notice
 * @typedef {import("../lib/shapes.js").Connections} Connections
 *
 * @typedef {"newLogIn" | "passwordChanged" | "recoveryStarted" | "recoveryCancelled" | "contactRecovers" | "looksOften"
 *   | "codeUsed" | "askedToConnect" | "requestAccepted" | "sharingReminder" | "resetStarted" | "memberJoined" | "memberLeft"
 *   | "joinedFamily" | "inviteGuessed" | "factorsChanged" | "passkeyCopied" | "sharingProposed"
 *   | "numbersInARow"} NoticeKind
 */

/** @type {NoticeKind[]} */
const kinds = [
  "newLogIn",
  "passwordChanged",
  "recoveryStarted",
  "recoveryCancelled",
  "contactRecovers",
  "looksOften",
  "codeUsed",
  "askedToConnect",
  "requestAccepted",
  "sharingReminder",
  "resetStarted",
  "memberJoined",
  "memberLeft",
  "joinedFamily",
  "inviteGuessed",
  "factorsChanged",
  "passkeyCopied",
  "sharingProposed",
  "numbersInARow",
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

/**
 * What matters most comes first: what may be an attack, then what waits for an answer, then the newest.
 *
 * @param {Notice[]} notices  newest first
 */
export function byWeight(notices) {
  const weight = (/** @type {Notice} */ { kind }) =>
    kind === "recoveryStarted" ? 0 : kind === "askedToConnect" ? 1 : 2;
  return [...notices].sort((left, right) => weight(left) - weight(right));
}
