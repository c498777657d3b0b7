// @ts-check
import { h } from "../lib/dom/dom.js";
import { t } from "../lib/words/text.js";

/**
 * A field for a password, and beside it the button that shows what is typed.
 *
 * @param {HTMLInputElement} input
 */
export function passwordRow(input) {
  const toggle = () => {
    const isHidden = input.type === "password";
    input.type = isHidden ? "text" : "password";
    show.textContent = t(isHidden ? "password.hide" : "password.show");
    input.focus();
  };
  const show = h("button", { class: "button quiet-button", type: "button", on: { click: toggle } }, t("password.show"));
  return h("div", { class: "password-row" }, input, show);
}
