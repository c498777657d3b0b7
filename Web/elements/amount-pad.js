// @ts-check
import { h } from "../lib/dom/dom.js";
import { icon } from "../lib/dom/icons.js";
import { t } from "../lib/words/text.js";
import { marks, numberLocale } from "../models/amount.js";

/** Where fingers type: the keys below take the place of the phone's own. */
const fingers = matchMedia("(pointer: coarse)");

/**
 * Large keys for an amount, where there are fingers; a keyboard types into the field as ever.
 *
 * @param {HTMLInputElement} input
 * @param {() => boolean} hasDecimals  whether what is typed has any
 */
export function amountPad(input, hasDecimals) {
  if (!fingers.matches) return undefined;
  const put = (/** @type {string} */ text) => {
    if (text.length > input.maxLength) return;
    input.value = text;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const key = (/** @type {string} */ sign) =>
    h("button", { class: "amount-key", type: "button", on: { click: () => put(input.value + sign) } }, sign);
  const { decimal } = marks(numberLocale());
  const point = () => hasDecimals() && !input.value.includes(decimal) && put((input.value || "0") + decimal);
  const back = h("button", { class: "amount-key", type: "button", "aria-label": t("amount.back") }, icon("back"));
  back.addEventListener("click", () => put(input.value.slice(0, -1)));
  const digits = ["1", "2", "3", "4", "5", "6", "7", "8", "9"].map(key);
  const mark = h("button", { class: "amount-key", type: "button", on: { click: point } }, decimal);
  return h("div", { class: "amount-keys", role: "group", "aria-label": t("amount.keys") }, ...digits, mark, key("0"), back);
}
