// @ts-check
import { button } from "../lib/dom/button.js";
import { h } from "../lib/dom/dom.js";
import { t } from "../lib/words/text.js";

/**
 * Whoever is asked to watch over a trip says so once: it shows that what is sent reaches them (F20).
 *
 * @param {{name: string}} trip
 * @param {() => Promise<unknown>} perform
 */
export function acceptCard({ name }, perform) {
  const words = h("p", {}, t("watch.asked", { name }));
  const hint = h("p", { class: "hint" }, t("watch.askedHint"));
  return h("div", { class: "card stack" }, words, hint, h("div", {}, button(t("watch.accept"), perform)));
}
