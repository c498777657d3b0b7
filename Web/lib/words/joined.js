// @ts-check
import { language, t } from "./text.js";

/**
 * Names or things as one list, as the language writes it: "Anna, Bo and Cara".
 *
 * @param {Iterable<string>} items
 */
export function listWords(items) {
  return new Intl.ListFormat(language().lang, { style: "long", type: "conjunction" }).format(items);
}

/**
 * Whole sentences one after the other; what is empty or absent is left out.
 *
 * @param {...(string | false | undefined)} texts
 */
export function sentences(...texts) {
  const there = /** @type {string[]} */ (texts.filter(Boolean));
  return there.length === 0 ? "" : there.reduce((first, second) => t("text.sentences", { first, second }));
}
