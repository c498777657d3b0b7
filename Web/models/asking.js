// @ts-check
import { ageSeconds } from "./people.js";
import { placement, standing } from "./standing.js";

/** @typedef {import("./people.js").Person} Person */

/** A question about now asks nothing an hour later. */
const openMilliseconds = 3_600_000;
/** Two questions to one person lie so far apart: the hub refuses what comes sooner. */
export const pauseMilliseconds = 600_000;

/**
 * How asking somebody where they are stands.
 *
 * @typedef {object} Asking
 * @property {boolean} isOffered  not to whoever shows a place name only, and not while an alarm shows more already
 * @property {"none" | "waiting" | "newer"} state  newer: a location came since, as an answer or by itself
 * @property {number} [againAt]  when the next question may go out, where that is not now
 */

/**
 * @param {Person} person
 * @param {number | undefined} askedAt  milliseconds since 1970
 * @param {number} now
 * @returns {Asking}
 */
export function asking(person, askedAt, now) {
  const how = standing(person, now);
  const isOffered =
    !person.isMe && how !== "danger" && (placement(person) !== undefined || how === "lost" || how === "never");
  if (askedAt === undefined || now - askedAt > openMilliseconds) return { isOffered, state: "none" };
  const age = ageSeconds(person, now);
  // Ages are whole seconds.
  const isNewer = age !== undefined && now - age * 1_000 > askedAt + 1_000;
  const againAt = askedAt + pauseMilliseconds;
  return { isOffered, state: isNewer ? "newer" : "waiting", ...(againAt > now && { againAt }) };
}
