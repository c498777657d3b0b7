// @ts-check
import { h } from "./dom.js";

/** @typedef {import("../hub/api.js").API} API */

/**
 * Numbers as they are written for other countries, as far as the hub was asked: in memory alone.
 *
 * @type {Map<string, string>}
 */
const known = new Map();

/**
 * A number as people read it: at once where it is known, and again, by `show`, when the hub has said how it is grouped.
 * Where the hub does not answer it stays as it is.
 *
 * @param {API} api
 * @param {string} e164
 * @param {(text: string) => void} show
 */
export async function groupedPhone(api, e164, show) {
  show(known.get(e164) ?? e164);
  if (!e164 || known.has(e164)) return;
  try {
    const { asYouType } = await api.post("/phone-numbers", { input: e164 });
    known.set(e164, asYouType);
    show(asYouType);
  } catch {
    // Ungrouped it is as right.
  }
}

/**
 * The same as a piece of text of its own, which reads from left to right in any language.
 *
 * @param {API} api
 * @param {string} e164
 */
export function phoneText(api, e164) {
  const text = h("bdi", { dir: "ltr", class: "phone-text" });
  void groupedPhone(api, e164, (words) => (text.textContent = words));
  return text;
}
