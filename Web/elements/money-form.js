// @ts-check
import { Refusal } from "../lib/hub/api.js";
import { h, set } from "../lib/dom/dom.js";
import { newID } from "../lib/hub/ids.js";
import { errorWords } from "../lib/dom/page.js";
import { t } from "../lib/words/text.js";

/**
 * What the sheets about a family's money have in common.
 *
 * @typedef {import("./amount-field.js").AmountField} AmountField
 */

/** Which id a wish is sent under: the same one as long as the same is wished, so that sent again it happens once. */
export class WishID {
  #id = "";
  #words = "";

  /** @param {object} body  what is wished, without an id */
  of(body) {
    const words = JSON.stringify(body);
    if (this.#words !== words) this.#id = newID();
    this.#words = words;
    return this.#id;
  }
}

/**
 * A field for a line of text, with its label and what is wrong with it.
 *
 * @param {string} id
 * @param {string} label
 * @param {{[attribute: string]: any}} [attributes]
 */
export function textField(id, label, attributes = {}) {
  const input = h("input", { class: "input", id, autocomplete: "off", dir: "auto", ...attributes });
  const wrong = h("p", { class: "wrong", id: `${id}-wrong`, role: "alert" });
  const complain = (/** @type {string} */ words) => {
    wrong.textContent = words;
    set(input, { "aria-invalid": words ? "true" : false, "aria-errormessage": words ? wrong.id : false });
    if (words) input.focus();
  };
  input.addEventListener("input", () => complain(""));
  return { input, complain, element: h("div", { class: "field" }, h("label", { for: id }, label), input, wrong) };
}

/**
 * A form whose button sends it; what the hub refuses stands above the button, or beside the amount that is to blame.
 *
 * @param {object} what
 * @param {(Node | undefined | false)[]} what.fields
 * @param {string} what.action  in the words of its button
 * @param {() => Promise<void>} what.send  rejects as a request does
 * @param {AmountField} [what.amount]
 * @param {Node} [what.below]  what stands below the button
 */
export function moneyForm({ fields, action, send, amount, below }) {
  const wrong = h("p", { class: "wrong", role: "alert" });
  const press = h("button", { class: "button", type: "submit" }, action);
  /** @param {SubmitEvent} event */
  const submit = async (event) => {
    event.preventDefault();
    wrong.textContent = "";
    press.disabled = true;
    try {
      await send();
    } catch (error) {
      if (amount && error instanceof Refusal && error.field === "amount") amount.complain(errorWords(error));
      else wrong.textContent = errorWords(error);
    } finally {
      press.disabled = false;
    }
  };
  return h("form", { class: "form", novalidate: true, on: { submit } }, ...fields, wrong, press, below);
}

/**
 * A member by name as one of several to choose from; I am called so.
 *
 * @param {{id: string, name: string}} member
 * @param {string | undefined} me
 */
export function memberChoice({ id, name }, me) {
  return { id, name: id === me ? t("mint.me", { name }) : name };
}
