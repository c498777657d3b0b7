// @ts-check
import { ageSeconds } from "./people.js";

/**
 * @typedef {import("../lib/hub/shapes.js").Clock} Clock
 * @typedef {import("./people.js").Person} Person
 * @typedef {"home" | "work" | "school" | "place" | "travelling" | "unknown" | "lost" | "danger"} SlotKind
 *
 * @typedef {object} HandLayout
 * @property {number[]} angleDegrees  where each hand points, clockwise from the top, 0 to under 360
 * @property {number[]} roomDegrees  how far the nearest other hand is, at most 60
 *
 * @typedef {object} HandView  a hand as it is drawn and told now
 * @property {string} member
 * @property {string} name
 * @property {number} colour
 * @property {string} [picture]
 * @property {boolean} isMe
 * @property {number} slot  its slot's number on the face
 * @property {string} [since]
 * @property {number} [ageSeconds]  undefined where nothing was ever heard
 * @property {boolean} isOld  too old to be taken for now
 */

/** What a hand says fades when it is older than this: a quarter of an hour. */
export const oldSecondsMax = 900;
/** Labels of one's own that the hub takes beside the usual ones. */
export const ownSlotsMax = 12;
/** Hands that one clock can show. */
export const clockMembersMax = 24;

/** Slots that every clock has. */
export const usualSlots = ["Home", "Work", "School"];
/** @type {Record<string, SlotKind>} */
const kinds = {
  home: "home",
  work: "work",
  school: "school",
  travelling: "travelling",
  unknown: "unknown",
  lost: "lost",
  "in danger": "danger",
};
const states = ["travelling", "unknown", "lost", "danger"];

const fanDegreesMax = 11;
const wedgePart = 0.8;

/**
 * What a slot stands for, by the label that the hub gives it.
 *
 * @param {string} label
 * @returns {SlotKind}
 */
export function slotKind(label) {
  return kinds[label.toLowerCase()] ?? "place";
}

/**
 * The labels that places can have: all but the states.
 *
 * @param {string[]} slots
 */
export function placeSlots(slots) {
  return slots.filter((label) => !states.includes(slotKind(label)));
}

/**
 * The labels that the viewer added to the usual ones.
 *
 * @param {string[]} slots
 */
export function ownSlots(slots) {
  return slots.filter((label) => slotKind(label) === "place");
}

/**
 * Where the hands of a clock point so that none hides another, until the core is there to say it: side by side in their
 * order, eleven degrees apart where there is room, within four fifths of their slot.
 *
 * @param {number[]} slots  the slot of each hand
 * @param {number} slotCount
 * @returns {HandLayout}
 */
export function layOutHands(slots, slotCount) {
  const sharing = new Array(slotCount).fill(0);
  for (const slot of slots) sharing[slot] += 1;
  const placed = new Array(slotCount).fill(0);
  const angleDegrees = slots.map((slot) => {
    const fan = fanDegrees(placed[slot], sharing[slot], slotCount);
    placed[slot] += 1;
    const angle = (360 * slot) / slotCount + fan;
    return angle < 0 ? angle + 360 : angle;
  });
  return { angleDegrees, roomDegrees: angleDegrees.map((_, index) => roomDegrees(angleDegrees, index)) };
}

/**
 * Every hand of a clock as it is now, in the order of the members' ids, which is the order they fan out in.
 *
 * @param {Clock} clock
 * @param {Map<string, Person>} people
 * @param {number} now
 * @returns {HandView[]}
 */
export function handsOf(clock, people, now) {
  const hands = [...clock.hands].sort((left, right) => (left.member < right.member ? -1 : 1));
  return hands.map((hand) => {
    const person = people.get(hand.member);
    const age = handAge(hand, person, now);
    const slot = clock.slots.indexOf(hand.slot);
    return {
      member: hand.member,
      name: person?.name ?? hand.name,
      colour: person?.colour ?? hand.colour,
      picture: person?.picture ?? hand.picture,
      isMe: person?.isMe ?? false,
      slot: slot < 0 ? unknownSlot(clock.slots) : slot,
      since: hand.since,
      ageSeconds: age,
      isOld: age === undefined || age > oldSecondsMax || slotKind(hand.slot) === "lost" || person?.isKept === true,
    };
  });
}

/**
 * Where a hand is turned to, counted on from where it stands, so that it goes the shorter way round.
 *
 * @param {number} from  degrees, any number of turns
 * @param {number} to  0 to under 360
 */
export function shorterWay(from, to) {
  const turn = (((to - from) % 360) + 540) % 360;
  return from + turn - 180;
}

/**
 * How people are called on a small face: by the first word, or in full where two share it.
 *
 * @param {string[]} names
 */
export function shortNames(names) {
  const first = names.map((name) => name.trim().split(/\s+/u)[0]);
  return first.map((word, index) => (first.indexOf(word) === first.lastIndexOf(word) ? word : names[index]));
}

/**
 * @param {import("../lib/hub/shapes.js").Hand} hand
 * @param {Person | undefined} person
 * @param {number} now
 */
function handAge(hand, person, now) {
  const known = person && ageSeconds(person, now);
  if (known !== undefined || hand.ageSeconds === undefined) return known;
  return hand.ageSeconds + (person ? Math.max(0, now - person.heardAt) / 1000 : 0);
}

/** @param {string[]} slots */
function unknownSlot(slots) {
  return Math.max(0, slots.findIndex((label) => slotKind(label) === "unknown"));
}

/**
 * @param {number} index
 * @param {number} count
 * @param {number} slotCount
 */
function fanDegrees(index, count, slotCount) {
  if (count < 2) return 0;
  const apart = Math.min(fanDegreesMax, (wedgePart * 360) / slotCount / (count - 1));
  return (index - (count - 1) / 2) * apart;
}

/**
 * @param {number[]} angles
 * @param {number} index
 */
function roomDegrees(angles, index) {
  return angles.reduce((room, other, at) => {
    const apart = Math.abs(other - angles[index]);
    return at === index ? room : Math.min(room, apart, 360 - apart);
  }, 60);
}
