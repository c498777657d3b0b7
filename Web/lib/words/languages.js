// @ts-check

/**
 * The languages of the page by their tags, each with the name that its own speakers give it.
 *
 * @type {Map<string, string>}
 */
export const languageNames = new Map([
  ["en", "English"],
  ["de", "Deutsch"],
  ["es", "Español"],
  ["fr", "Français"],
  ["zh-Hans", "简体中文"],
]);

/** British English: the form in which the page writes English dates. */
const englishLocale = "en-GB";

/**
 * The language to use, and the locale of its dates and numbers.
 *
 * The chosen one comes first, then the browser's in their order, then English. A locale of the browser's is kept where it is
 * of that language, so that Swiss German numbers look Swiss.
 *
 * @param {string | null | undefined} chosen  a tag
 * @param {readonly string[]} preferred  the browser's locales, most wanted first
 * @returns {{tag: string, locale: string}}
 */
export function chooseLanguage(chosen, preferred) {
  const known = preferred.map((locale) => ({ tag: tagOf(locale), locale })).filter(({ tag }) => languageNames.has(tag));
  const wanted = chosen && languageNames.has(chosen) ? chosen : undefined;
  const tag = wanted ?? known[0]?.tag ?? "en";
  if (tag === "en") return { tag, locale: englishLocale };
  return { tag, locale: known.find((each) => each.tag === tag)?.locale ?? tag };
}

/**
 * The tag of a locale's language; Chinese by its script, because traditional characters are another catalogue.
 *
 * @param {string} locale
 */
function tagOf(locale) {
  const [base = "", ...rest] = locale.toLowerCase().split("-");
  if (base !== "zh") return base;
  const isTraditional = rest.some((part) => ["hant", "tw", "hk", "mo"].includes(part)) && !rest.includes("hans");
  return isTraditional ? "zh-Hant" : "zh-Hans";
}
