// @ts-check
import { h } from "../lib/dom/dom.js";
import { t } from "../lib/words/text.js";
import { amountWords, assetOf } from "../models/wallet.js";

/**
 * @typedef {import("../lib/hub/wallet-shapes.js").Account} Account
 * @typedef {import("../lib/hub/wallet-shapes.js").WalletState} WalletState
 */

/** One of a few, by name: a list to choose from with its label. */
export class NamedChoice {
  #select;
  #hint = h("p", { class: "hint" });

  /**
   * @param {string} id
   * @param {string} label
   * @param {() => void} [changed]
   */
  constructor(id, label, changed = () => undefined) {
    this.#hint.id = `${id}-hint`;
    this.#select = h("select", { class: "input", id, "aria-describedby": this.#hint.id, on: { change: changed } });
    this.element = h("div", { class: "field" }, h("label", { for: id }, label), this.#select, this.#hint);
  }

  /**
   * Offers others; the chosen one stays where it is among them.
   *
   * @param {readonly {id: string, name: string}[]} choices
   * @param {string} [wanted]
   */
  offer(choices, wanted = this.value) {
    this.#select.replaceChildren(...choices.map(({ id, name }) => h("option", { value: id }, name)));
    if (choices.some(({ id }) => id === wanted)) this.#select.value = wanted;
  }

  get value() {
    return this.#select.value;
  }

  /** The name of the chosen one. */
  get words() {
    return this.#select.selectedOptions[0]?.textContent ?? "";
  }

  /** @param {string} words */
  set hint(words) {
    this.#hint.textContent = words;
    this.#hint.hidden = words === "";
  }
}

/**
 * What can be taken out of an account, in words.
 *
 * @param {WalletState} wallet
 * @param {Account | undefined} account
 */
export function hasWords(wallet, account) {
  return account ? t("money.has", { amount: amountWords(account.available, assetOf(wallet, account.asset)) }) : "";
}
