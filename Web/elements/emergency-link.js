// @ts-check
import { h } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { t } from "../lib/text.js";

/**
 * A button that dials the emergency number; nothing else here ever calls anybody (F27).
 *
 * @param {string} number
 */
export function emergencyLink(number) {
  const link = h("a", { class: "button danger-button", href: `tel:${number}` }, icon("call"));
  link.append(t("alarm.call", { number }));
  return link;
}
