// @ts-check

/**
 * @typedef {import("../lib/hub/shapes.js").Presence} Presence
 * @typedef {import("../lib/hub/shapes.js").Seen} Seen
 * @typedef {import("../lib/hub/shapes.js").Me} Me
 * @typedef {import("../lib/hub/shapes.js").Hand} Hand
 * @typedef {import("../lib/hub/shapes.js").Clock} Clock
 * @typedef {import("../lib/hub/shapes.js").Shown} Shown
 *
 * @typedef {Pick<import("../lib/hub/trip-shapes.js").TripCommon, "destination" | "mode" | "remainingMetres">} Journey
 *
 * @typedef {object} Person  somebody on the page: oneself or somebody one sees
 * @property {string} id
 * @property {string} name
 * @property {number} colour
 * @property {string} [picture]
 * @property {boolean} isMe
 * @property {boolean} [isOnTrip]  drawn for those who watch over a trip, for whom a minute is old
 * @property {Presence} [presence]  absent until the hub has said anything
 * @property {string} [near]  the town they are near, where they are at no place of theirs
 * @property {Journey} [journey]  the trip that they are on, where I may watch it
 * @property {number} heardAt  when the page was told, in milliseconds of the page's own clock
 * @property {boolean} [isKept]  from before, while the hub is away: nothing of it is now
 */

/** A fix older than this many seconds is not drawn as live (safety F51, outside of trips). */
export const liveSecondsMax = 300;
/** Nor is one older than this on a trip. */
const liveSecondsMaxOnTrip = 60;
/** What was kept from before counts as a minute old at least, so that nothing of it is said to be now. */
const keptSecondsMin = 60;
/** Nor is one whose accuracy is worse than this. */
export const liveMetresMax = 100;

/**
 * Everybody on the page: oneself first, then the others by name.
 *
 * @param {Me} me
 * @param {Seen[]} seen
 * @param {Presence[]} presences
 * @param {number} now  milliseconds of the page's clock
 * @returns {Map<string, Person>}
 */
export function gather(me, seen, presences, now) {
  /** @type {Person[]} */
  const people = [{ id: me.id, name: me.name, colour: me.colour, picture: me.picture, isMe: true, heardAt: now }];
  const others = [...seen].sort((left, right) => byName(left.name, right.name) || (left.member < right.member ? -1 : 1));
  for (const { member, name, colour, picture, gone } of others) {
    if (gone) continue;
    people.push({ id: member, name, colour, picture, isMe: false, heardAt: now });
  }
  const byID = new Map(people.map((person) => [person.id, person]));
  for (const presence of presences) {
    const person = byID.get(presence.member);
    if (person) person.presence = presence;
  }
  return byID;
}

/**
 * How old what the page knows of a person is, in seconds: the hub's count, and what has passed since it was told.
 *
 * @param {Person} person
 * @param {number} now
 * @returns {number | undefined}  undefined where nothing was ever heard
 */
export function ageSeconds(person, now) {
  const told = person.presence?.fix?.ageSeconds ?? person.presence?.ageSeconds;
  if (told === undefined) return undefined;
  const age = told + Math.max(0, now - person.heardAt) / 1000;
  return person.isKept ? Math.max(keptSecondsMin, age) : age;
}

/**
 * A presence or a hand as the hub would tell it some time later.
 *
 * @template {Presence | Hand} Said
 * @param {Said} said
 * @param {number} seconds
 * @returns {Said}
 */
export function grown(said, seconds) {
  const older = { ...said };
  if (older.ageSeconds !== undefined) older.ageSeconds += seconds;
  if ("fix" in older && older.fix) older.fix = { ...older.fix, ageSeconds: older.fix.ageSeconds + seconds };
  return older;
}

/**
 * Whether a person's position may be drawn as live now: the hub said so, and it has not grown too old since.
 *
 * @param {Person} person
 * @param {number} now
 */
export function isLive(person, now) {
  const fix = person.presence?.fix;
  if (!fix?.live || person.isKept) return false;
  const most = person.isOnTrip ? liveSecondsMaxOnTrip : liveSecondsMax;
  return (ageSeconds(person, now) ?? Infinity) <= most && (fix.accuracyMetres ?? 0) <= liveMetresMax;
}

/**
 * Whether what is said of a person at all is fresh, for those who share no position.
 *
 * @param {Person} person
 * @param {number} now
 */
export function isFresh(person, now) {
  const age = ageSeconds(person, now);
  return age !== undefined && age <= 3 * liveSecondsMax && person.presence?.state !== "lost" && !person.isKept;
}

/**
 * Those whom the Home page shows: nobody where somebody took their consent back, or never gave it.
 *
 * @param {Map<string, Person>} people
 * @param {Shown} shown
 * @returns {Person[]}
 */
export function chosen(people, shown) {
  const all = [...people.values()];
  if (shown.kind === "all") return all;
  return all.filter((person) => (shown.kind === "self" ? person.isMe : person.id === shown.member));
}

/**
 * Whom an address of Home means: its `id`, which everyone together has not.
 *
 * @param {string | undefined} id
 * @param {Map<string, Person>} people
 * @returns {Shown}
 */
export function shownAt(id, people) {
  if (id === undefined) return { kind: "all" };
  return people.get(id)?.isMe ? { kind: "self" } : { kind: "member", member: id };
}

/**
 * What to ask the hub for, to show one person.
 *
 * @param {Person} person
 * @returns {Shown}
 */
export function shownAs(person) {
  return person.isMe ? { kind: "self" } : { kind: "member", member: person.id };
}

/**
 * Where Home shows somebody. Everyone has its first address, and so has whoever is alone there.
 *
 * @param {Shown} shown
 * @param {Map<string, Person>} people
 */
export function addressOf(shown, people) {
  const [person, ...others] = chosen(people, shown);
  return person && others.length === 0 && people.size > 1 ? `/people/${person.id}` : "/";
}

/**
 * A clock with one hand moved; undefined where the face lacks the hand's slot, so that it must be read again.
 *
 * @param {Clock} clock
 * @param {Hand} hand
 * @returns {Clock | undefined}
 */
export function withHand(clock, hand) {
  const folded = hand.slot.toLowerCase();
  const slot = clock.slots.find((label) => label.toLowerCase() === folded);
  const known = clock.hands.some((other) => other.member === hand.member);
  if (!slot || !known) return undefined;
  const hands = clock.hands.map((other) => (other.member === hand.member ? { ...other, ...hand, slot } : other));
  return { ...clock, hands };
}

/**
 * The first letters of a name, for a picture that is not there.
 *
 * @param {string} name
 */
export function initials(name) {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words[words.length - 1] : ""].map((word) => [...(word ?? "")][0] ?? "");
  // Letters of the Arabic script would join, as if they were one word.
  const between = letters.some((letter) => /\p{Script=Arabic}/u.test(letter)) ? "\u200c" : "";
  // A name is no word of the page's language.
  return letters.filter(Boolean).join(between).toUpperCase();
}

/**
 * Two names in the order of a list. Where a plain letter decides, it does so without the language's own rules: their tables
 * take a slow phone a tenth of a second to read, before anything can be shown.
 *
 * @param {string} left
 * @param {string} right
 */
function byName(left, right) {
  const [one, other] = [left.toLowerCase(), right.toLowerCase()];
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const [a, b] = [one.charCodeAt(same), other.charCodeAt(same)];
  if (isPlain(a) && isPlain(b)) return a - b;
  if (isPlain(a) && isOfLaterScript(b)) return -1;
  if (isOfLaterScript(a) && isPlain(b)) return 1;
  return left.localeCompare(right);
}

/** @param {number} code */
function isPlain(code) {
  return code >= 0x61 && code <= 0x7a;
}

/**
 * Whether it is of Greek, Cyrillic, Hebrew, Arabic or another of the scripts that stand behind the Latin one.
 *
 * @param {number} code
 */
function isOfLaterScript(code) {
  return code >= 0x370 && code < 0x1d00;
}
