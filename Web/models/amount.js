// @ts-check
import { t } from "../lib/words/text.js";

/**
 * Amounts as people write and read them. Within the page an amount is a BigInt of the asset's smallest unit, never a
 * number with a point in it: those cannot say 0.10.
 *
 * @typedef {"missing" | "notNumber" | "separator" | "decimals" | "zero" | "negative" | "tooLarge"} AmountProblem
 * @typedef {{units: bigint, problem?: undefined} | {units?: undefined, problem: AmountProblem}} ReadAmount
 *
 * @typedef {object} Marks  how a language writes numbers
 * @property {string} decimal
 * @property {string} group  none where digits are never grouped
 * @property {number} lastGroup  digits of the group before the decimals
 * @property {number} otherGroups  digits of those before it
 * @property {string[]} digits  for 0 to 9
 */

/** The most that an amount can be: 128 bits. */
const unitsMax = (1n << 128n) - 1n;
/** Marks that steer the direction of writing and are no part of a number. */
const steering = /[\u200e\u200f\u061c\u2066-\u2069]/g;
const minusSigns = /^[-\u2212\u2012\u2013\ufe63\uff0d]|[-\u2212]$/;
const spaces = /\s/g;
const apostrophes = /['\u2019]/g;

/** @type {Map<string, Marks>} */
const known = new Map();

/** The language in which this member's device writes numbers; a machine without one calls it C, which is none. */
export function numberLocale() {
  try {
    return Intl.NumberFormat.supportedLocalesOf(globalThis.navigator?.language ?? "")[0] ?? "en-GB";
  } catch {
    return "en-GB";
  }
}

/**
 * @param {string} locale
 * @returns {Marks}
 */
export function marks(locale) {
  const there = known.get(locale);
  if (there) return there;
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: 1 });
  const parts = format.formatToParts(1_234_567_890.5);
  const groups = parts.filter(({ type }) => type === "integer").map(({ value }) => value.length);
  const plain = new Intl.NumberFormat(locale, { useGrouping: false });
  const found = {
    decimal: parts.find(({ type }) => type === "decimal")?.value ?? ".",
    group: parts.find(({ type }) => type === "group")?.value ?? "",
    lastGroup: groups.at(-1) ?? 3,
    otherGroups: groups.at(-2) ?? 3,
    digits: Array.from({ length: 10 }, (_, digit) => plain.format(digit)),
  };
  known.set(locale, found);
  return found;
}

/**
 * Reads what somebody typed, as their language writes it; nothing is rounded and nothing is guessed.
 *
 * @param {string} text
 * @param {number} scale  decimals of the asset
 * @param {string} [locale]
 * @returns {ReadAmount}
 */
export function readAmount(text, scale, locale = numberLocale()) {
  const { decimal, group, lastGroup, otherGroups, digits } = marks(locale);
  let plain = text.replace(steering, "").trim();
  if (plain === "") return { problem: "missing" };
  const isNegative = minusSigns.test(plain);
  if (isNegative) plain = plain.replace(minusSigns, "").trim();
  plain = Array.from(plain, (letter) => {
    const digit = digits.indexOf(letter);
    return digit < 0 ? letter : String(digit);
  }).join("");
  const parts = plain.split(decimal);
  const whole = withoutGroups(parts[0], group, lastGroup, otherGroups);
  const fraction = parts[1] ?? "";
  const isNumber = parts.length <= 2 && whole !== undefined && /^\d*$/.test(whole) && /^\d*$/.test(fraction)
    && whole + fraction !== "";
  if (!isNumber) return { problem: /^[\d.,\s'\u2019]*\d[\d.,\s'\u2019]*$/.test(plain) ? "separator" : "notNumber" };
  if (isNegative) return { problem: "negative" };
  if (fraction.length > scale) return { problem: "decimals" };
  const units = BigInt(whole + fraction.padEnd(scale, "0") || "0");
  if (units === 0n) return { problem: "zero" };
  if (units > unitsMax) return { problem: "tooLarge" };
  return { units };
}

/**
 * The digits before the decimals without what groups them; undefined where they are grouped as nobody groups them, so
 * that 12,50 is not taken for 1250.
 *
 * @param {string} text
 * @param {string} group
 * @param {number} lastGroup
 * @param {number} otherGroups
 */
function withoutGroups(text, group, lastGroup, otherGroups) {
  if (group === "") return text;
  // A keyboard has one space and one apostrophe, a language may write others.
  const mark = /\s/.test(group) ? " " : /['\u2019]/.test(group) ? "'" : group;
  const same = mark === " " ? text.replace(spaces, " ") : mark === "'" ? text.replace(apostrophes, "'") : text;
  const groups = same.split(mark);
  if (groups.length === 1) return same;
  const isGrouped = groups.every((digits, index) => {
    if (index === groups.length - 1) return digits.length === lastGroup;
    return index === 0 ? digits.length > 0 && digits.length <= otherGroups : digits.length === otherGroups;
  });
  return isGrouped ? groups.join("") : undefined;
}

/**
 * What is wrong with an amount that somebody typed, in words.
 *
 * @param {AmountProblem} problem
 * @param {number} scale
 * @param {string} [locale]
 */
export function amountProblemWords(problem, scale, locale = numberLocale()) {
  if (problem === "decimals") return scale === 0 ? t("amount.whole") : t("amount.decimals", { count: scale });
  if (problem !== "separator") return t(`amount.${problem}`);
  return t("amount.separator", { example: plainAmount(1_250n * 10n ** BigInt(scale), scale, locale) });
}

/**
 * An amount as the member's language writes it, all its decimals with it.
 *
 * @param {bigint} units
 * @param {number} scale
 * @param {string} [locale]
 */
export function plainAmount(units, scale, locale = numberLocale()) {
  const { decimal, digits } = marks(locale);
  const one = 10n ** BigInt(scale);
  const isNegative = units < 0n;
  const size = isNegative ? -units : units;
  const whole = new Intl.NumberFormat(locale).format(size / one);
  const fraction = scale === 0 ? "" : String(size % one).padStart(scale, "0");
  const local = Array.from(fraction, (digit) => digits[Number(digit)]).join("");
  return (isNegative ? "\u2212" : "") + whole + (local && decimal + local);
}

/**
 * An amount as it is put into a field: without groups, so that it is typed on in easily.
 *
 * @param {bigint} units
 * @param {number} scale
 * @param {string} [locale]
 */
export function typedAmount(units, scale, locale = numberLocale()) {
  const { decimal } = marks(locale);
  const text = String(units).padStart(scale + 1, "0");
  return scale === 0 ? text : text.slice(0, -scale) + decimal + text.slice(-scale);
}
