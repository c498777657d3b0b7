// @ts-check
import { patience, Refusal, Unreachable } from "../lib/hub/api.js";
import { h, set } from "../lib/dom/dom.js";
import { errorWords } from "../lib/dom/page.js";
import { withProof } from "../lib/hub/prove.js";
import { t } from "../lib/words/text.js";
import { amountProblemWords, typedAmount } from "../models/amount.js";
import { paidName } from "../models/coin-words.js";
import { coinScale, coinWords, readCoins } from "../models/coins.js";
import { amountPad } from "./amount-pad.js";
import { passwordRow } from "./password-row.js";

/** The fields of the sheets about coins, and how they say what is wrong. */

/** The longest name of a wallet or payee, in characters. */
export const nameMax = 40;
const slowMilliseconds = 180_000;
/** A wait that is longer is told of. */
const briefMilliseconds = 1_500;

/** A field with its label, its hint and a place for what is wrong with it. */
export class Field {
  input;
  element;
  #wrong;
  #hint;

  /**
   * @param {string} id
   * @param {string} label
   * @param {{hint?: string, type?: string, max?: number, value?: string, rows?: number, inputmode?: string}} more  rows make
   *   it a field of several lines
   */
  constructor(id, label, { hint, type = "text", max, value, rows, inputmode } = {}) {
    const common = { class: "input", id, maxlength: max, autocomplete: "off", autocapitalize: "off", spellcheck: "false", dir: "auto", inputmode };
    this.input = rows ? h("textarea", { ...common, rows }) : h("input", { ...common, type, value });
    this.#wrong = h("p", { class: "wrong", id: `${id}-wrong`, role: "alert" });
    this.#hint = hint === undefined ? undefined : h("p", { class: "hint", id: `${id}-hint` }, hint);
    if (this.#hint) this.input.setAttribute("aria-describedby", this.#hint.id);
    this.input.addEventListener("input", () => this.complain(""));
    const shown = this.input instanceof HTMLInputElement && type === "password" ? passwordRow(this.input) : this.input;
    this.element = h("div", { class: "field" }, h("label", { for: id }, label), shown, this.#hint, this.#wrong);
  }

  get value() {
    return this.input.value.trim();
  }

  /** Other words below it, where it was made with some. */
  set hint(/** @type {string} */ words) {
    this.#hint?.replaceChildren(words);
  }

  focus() {
    this.input.focus();
  }

  /** Whether something is typed; says so where nothing is. */
  isRight() {
    if (this.input.value !== "") return true;
    this.complain(t("coins.fieldMissing"));
    return false;
  }

  /** @param {string} words  none where nothing is wrong */
  complain(words) {
    this.#wrong.textContent = words;
    set(this.input, { "aria-invalid": words ? "true" : false, "aria-errormessage": words ? this.#wrong.id : false });
    if (words) this.input.focus();
  }
}

/** A field for coins, with the large keys where fingers type. */
export class CoinAmount extends Field {
  /**
   * @param {string} id
   * @param {string} label
   * @param {{hint?: string, units?: string}} more
   */
  constructor(id, label, { hint, units }) {
    const value = units === undefined ? undefined : typedAmount(BigInt(units), coinScale).replace(/\D?0+$/u, "");
    super(id, label, { hint, max: 60, value, inputmode: "decimal" });
    this.input.classList.add("amount-input");
    const pad = this.input instanceof HTMLInputElement && amountPad(this.input, () => true);
    if (!pad) return;
    this.input.inputMode = "none";
    this.element.append(pad);
  }

  /** The amount; undefined after saying what is wrong with what was typed. */
  read() {
    const { units, problem } = readCoins(this.input.value);
    if (problem) this.complain(amountProblemWords(problem, coinScale));
    return units;
  }

  isRight() {
    return this.read() !== undefined;
  }
}

/**
 * A field for the spending password that a wallet has.
 *
 * @param {string} [label]
 */
export function spendingPassword(label = t("coins.spendingPassword")) {
  return new Field("coins-password", label, { type: "password" });
}

/** The program that reads and signs takes its time on a small machine, and one asks after the other. */
export function slow() {
  return patience(slowMilliseconds);
}

/**
 * The words for an error about coins. Money is never kept to be sent later, and a hub that is away is said to have done
 * nothing.
 *
 * @param {unknown} error
 */
export function coinErrorWords(error) {
  return error instanceof Unreachable ? t("coins.away") : errorWords(error);
}

/**
 * Has a prepared payment, or one that waits for its member, given to a node; closes its sheet and says so.
 *
 * @param {import("../lib/dom/page.js").App} app
 * @param {import("../stores/coins.js").Coins} coins
 * @param {import("../lib/hub/coin-shapes.js").CoinWallet} wallet
 * @param {import("../lib/hub/coin-shapes.js").CoinPayment} payment
 * @param {{close: () => void}} sheet
 */
export async function sendPayment(app, coins, wallet, payment, sheet) {
  await withProof(app, () => app.api.post(`/coin-wallets/${wallet.id}/payments/${payment.id}/sending`, {}, slow()));
  sheet.close();
  app.say(t("coins.sent", { amount: coinWords(payment.amount), name: paidName(payment, wallet) }));
  await coins.refresh().catch(() => undefined);
}

/**
 * A form about coins: its button sends it, and a refusal is said beside the field that the hub blames.
 *
 * @param {object} what
 * @param {(Node | undefined | false)[]} what.content
 * @param {HTMLButtonElement} what.button
 * @param {() => Promise<unknown>} what.send  rejects as a request does
 * @param {(error: unknown) => boolean} [what.refused]  says it in its own place; false where it does not
 * @param {string} [what.unheard]  said where the hub did not answer
 * @param {Record<string, {complain: (words: string) => void}>} [what.fields]  by the names that the hub has for them
 */
export function coinForm({ content, button, send, refused, unheard, fields = {} }) {
  const wrong = h("p", { class: "wrong", role: "alert" });
  const busy = h("p", { class: "hint coin-busy", role: "status" });
  /** @param {SubmitEvent} event */
  const submit = async (event) => {
    event.preventDefault();
    wrong.textContent = "";
    button.disabled = true;
    const timer = setTimeout(() => (busy.textContent = t("coins.busy")), briefMilliseconds);
    try {
      await send();
    } catch (error) {
      const field = error instanceof Refusal && error.field ? fields[error.field] : undefined;
      if (refused?.(error)) return;
      if (field) field.complain(errorWords(error));
      else wrong.textContent = error instanceof Unreachable && unheard ? unheard : coinErrorWords(error);
    } finally {
      clearTimeout(timer);
      busy.textContent = "";
      button.disabled = false;
    }
  };
  return h("form", { class: "form", novalidate: true, on: { submit } }, ...content, wrong, button, busy);
}

/** @param {string} words */
export function submitButton(words) {
  return h("button", { class: "button", type: "submit" }, words);
}

/**
 * A field to be read and copied, not typed in.
 *
 * @param {string} label
 * @param {string} value
 * @param {(words: string) => void} say
 */
export function copied(label, value, say) {
  const copy = () => navigator.clipboard.writeText(value).then(() => say(t("common.copied")), () => undefined);
  return h(
    "div",
    { class: "coin-fact is-copied" },
    h("dt", {}, label),
    h("dd", { dir: "ltr" }, h("span", { class: "coin-code" }, value)),
    // Only a page that came over HTTPS may put something on the clipboard.
    navigator.clipboard && h("dd", {}, h("button", { class: "button quiet-button", type: "button", "aria-label": t("coins.copyOf", { name: label }), on: { click: copy } }, t("common.copy"))),
  );
}

/**
 * @param {string} label
 * @param {string} value
 */
export function fact(label, value) {
  return h("div", { class: "coin-fact" }, h("dt", {}, label), h("dd", {}, h("bdi", {}, value)));
}

/** @param {...(Node | false | undefined)} rows */
export function facts(...rows) {
  return h("dl", { class: "card coin-facts" }, ...rows);
}
