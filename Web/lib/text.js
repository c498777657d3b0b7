// @ts-check
import { en } from "../texts/en.js";

/**
 * @typedef {import("../texts/en.js").Catalogue} Catalogue
 * @typedef {keyof Catalogue} Key
 * @typedef {{locale: string, direction: "ltr" | "rtl", texts: Catalogue}} Language
 */

/** @type {Record<string, () => Promise<Language>>} */
const languages = {
  // Long words and words written from right to left: what a layout has to bear.
  pseudo: async () => {
    const { pseudo } = await import("../texts/pseudo.js");
    return { locale: "en-GB", direction: "ltr", texts: pseudo(en) };
  },
};

/** @type {Language} */
const english = { locale: "en-GB", direction: "ltr", texts: en };

let current = english;
let plurals = new Intl.PluralRules(current.locale);

/**
 * Chooses the language for the whole page; an unknown name, and one whose texts cannot be had, is English.
 *
 * @param {string | null | undefined} name
 */
export async function setLanguage(name) {
  try {
    current = await (languages[name ?? ""] ?? (async () => english))();
  } catch {
    current = english;
  }
  plurals = new Intl.PluralRules(current.locale);
}

/** The language in use, for the document's own attributes. */
export function language() {
  return { lang: current.locale, dir: current.direction };
}

/**
 * The text of a key, its `{names}` filled in; a number called `count` also chooses between one and other.
 *
 * @param {Key} key
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  const entry = current.texts[key];
  const text = typeof entry === "string" ? entry : plural(entry, Number(values.count));
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/**
 * A time of day, as 14:02.
 *
 * @param {Date} time
 */
export function timeOfDay(time) {
  return format({ hour: "2-digit", minute: "2-digit" }).format(time);
}

/**
 * A day with its name, as "Sat 21 Nov".
 *
 * @param {Date} time
 */
export function day(time) {
  return format({ weekday: "short", day: "numeric", month: "short" }).format(time);
}

/**
 * A number with at most so many digits behind the point.
 *
 * @param {number} value
 * @param {number} [digits]
 */
export function number(value, digits = 0) {
  return new Intl.NumberFormat(current.locale, { maximumFractionDigits: digits }).format(value);
}

/** @type {Map<string, Intl.DateTimeFormat>} */
const formats = new Map();

/** @param {Intl.DateTimeFormatOptions} options */
function format(options) {
  const key = current.locale + JSON.stringify(options);
  const known = formats.get(key) ?? new Intl.DateTimeFormat(current.locale, options);
  formats.set(key, known);
  return known;
}

/**
 * @param {{one: string, other: string}} entry
 * @param {number} count
 */
function plural(entry, count) {
  return plurals.select(count) === "one" ? entry.one : entry.other;
}
