// @ts-check
import { t } from "../lib/words/text.js";
import { slotKind } from "./clock.js";
import { ageWords, labelWords, momentWords } from "./words.js";

/** @typedef {import("./clock.js").HandView} HandView */

/**
 * The words of a slot as they stand on the face.
 *
 * @param {string} label
 */
export function slotWords(label) {
  const kind = slotKind(label);
  if (kind === "travelling" || kind === "unknown" || kind === "lost" || kind === "danger") return t(`slot.${kind}`);
  return labelWords(label);
}

/**
 * What a hand says beside its name: the slot and since when.
 *
 * @param {HandView} hand
 * @param {string[]} slots
 * @param {number} now
 */
export function handWords(hand, slots, now) {
  const slot = slotWords(slots[hand.slot] ?? "");
  return hand.since ? t("clock.since", { slot, time: momentWords(hand.since, now) }) : slot;
}

/**
 * A hand in one sentence, with its age where that matters.
 *
 * @param {HandView} hand
 * @param {string[]} slots
 * @param {number} now
 */
export function handSentence(hand, slots, now) {
  const values = { name: hand.name, words: handWords(hand, slots, now), age: ageWords(hand.ageSeconds) };
  if (hand.ageSeconds === undefined) return t("clock.handNever", values);
  return hand.isOld ? t("clock.handOld", values) : t("clock.hand", values);
}
