// @ts-check
import { chooseLanguage } from "./languages.js";
import { frame } from "../../texts/en/frame.js";
import { home } from "../../texts/en/home.js";

/**
 * @typedef {import("../../texts/en.js").Catalogue} Catalogue
 * @typedef {keyof Catalogue} Key
 * @typedef {{tag: string, locale: string, direction: "ltr" | "rtl", texts: Catalogue}} Language
 */

/**
 * The catalogues that are loaded when they are used.
 *
 * @type {Record<string, () => Promise<Catalogue>>}
 */
const catalogues = {
  de: async () => (await import("../../texts/de.js")).de,
  es: async () => (await import("../../texts/es.js")).es,
  fr: async () => (await import("../../texts/fr.js")).fr,
  "zh-Hans": async () => (await import("../../texts/zh-Hans.js")).zhHans,
  // Long words and words written from right to left: what a layout has to bear.
  pseudo: async () => {
    const [{ pseudo }, { en }] = await Promise.all([import("../../texts/pseudo.js"), import("../../texts/en.js")]);
    return pseudo(en);
  },
};

/**
 * English, of which Home's words are there from the start; `helpTexts` and `allTexts` bring the others.
 *
 * @type {Language}
 */
const english = { tag: "en", locale: "en-GB", direction: "ltr", texts: /** @type {Catalogue} */ ({ ...frame, ...home }) };

/** Where this device remembers the language that was chosen. */
export const languageKey = "hearth.language";

let current = english;
/** Made when first wanted: each takes its time. @type {Intl.PluralRules | undefined} */
let plurals;

/**
 * Chooses the language for the whole page: the given one, else the browser's. A catalogue that cannot be had leaves English.
 *
 * @param {string | null | undefined} name  a tag of `languageNames`, or "pseudo"
 * @param {readonly string[]} [preferred]  the browser's locales
 */
export async function setLanguage(name, preferred = globalThis.navigator?.languages ?? []) {
  const { tag, locale } = name === "pseudo" ? { tag: name, locale: english.locale } : chooseLanguage(name, preferred);
  try {
    const texts = await catalogues[tag]?.();
    current = texts ? { tag, locale, direction: "ltr", texts } : english;
  } catch {
    current = english;
  }
  plurals = undefined;
}

/** The tag of the language in use, one of `languageNames` or "pseudo". */
export function languageTag() {
  return current.tag;
}

/** Brings in the words of the pages beside Home, which are to be there before one of them is drawn. */
export async function allTexts() {
  const { en } = await import("../../texts/en.js");
  english.texts = en;
}

/** Brings in the few words that any page may need beside its own, such as those of a call for help. */
export async function helpTexts() {
  const { help } = await import("../../texts/en/help.js");
  english.texts = { ...english.texts, ...help };
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
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? isolated(String(values[name])) : whole));
}

/** Letters that are written from right to left. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * A name within a text: one that runs the other way does not take along what stands beside it.
 *
 * @param {string} value
 */
function isolated(value) {
  return rightToLeft.test(value) && current.direction === "ltr" ? `\u2068${value}\u2069` : value;
}

/**
 * A time of day, as 14:02.
 *
 * @param {Date} time
 */
export function timeOfDay(time) {
  // Every language of the page writes it so; asking the browser for it takes a slow phone longer than all else on Home.
  return [time.getHours(), time.getMinutes()].map((part) => String(part).padStart(2, "0")).join(":");
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
 * A month with its year, as "March 2026".
 *
 * @param {Date} time
 */
export function monthName(time) {
  return format({ month: "long", year: "numeric" }).format(time);
}

/**
 * A number with at most so many digits behind the point.
 *
 * @param {number} value
 * @param {number} [digits]
 */
export function number(value, digits = 0) {
  // Small whole ones are written alike everywhere, and need nothing that takes time to make.
  if (digits === 0 && value >= 0 && value < 999.5) return String(Math.round(Number(value)));
  const key = `${current.locale} ${digits}`;
  const known = numbers.get(key) ?? new Intl.NumberFormat(current.locale, { maximumFractionDigits: digits });
  numbers.set(key, known);
  return known.format(value);
}

/** @type {Map<string, Intl.NumberFormat>} */
const numbers = new Map();
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
  plurals ??= new Intl.PluralRules(current.locale);
  return plurals.select(count) === "one" ? entry.one : entry.other;
}
