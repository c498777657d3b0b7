// @ts-check
import { h } from "../lib/dom/dom.js";
import { withProof } from "../lib/hub/prove.js";
import { openSheet } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { coinForm, Field, spendingPassword, submitButton } from "./coin-form.js";

/**
 * @typedef {import("../lib/dom/page.js").App} App
 * @typedef {import("../stores/coins.js").Coins} Coins
 * @typedef {import("../lib/hub/coin-shapes.js").CoinWallet} CoinWallet
 * @typedef {import("../lib/hub/coin-shapes.js").CoinWords} CoinWords
 */

/** The words of a wallet: shown to be written down, then four of them are asked for. */
export class CoinWordsSheet {
  #app;
  #coins;
  #wallet;
  #sheet;
  #body = h("div", { class: "stack" });

  /**
   * @param {App} app
   * @param {Coins} coins
   * @param {CoinWallet} wallet
   * @param {{signal: AbortSignal, words?: CoinWords}} more  of a wallet that was made just now; others take its password
   */
  constructor(app, coins, wallet, { signal, words }) {
    this.#app = app;
    this.#coins = coins;
    this.#wallet = wallet;
    this.#sheet = openSheet(t("coins.wordsTitle"), [this.#body], { signal });
    if (words) this.#show(words);
    else this.#askPassword();
  }

  /**
   * @param {string} title
   * @param {...Node} parts
   */
  #draw(title, ...parts) {
    this.#sheet.dialog.querySelector("h2")?.replaceChildren(title);
    this.#body.replaceChildren(...parts);
    this.#sheet.dialog.scrollTop = 0;
  }

  #askPassword() {
    const { id } = this.#wallet;
    const password = spendingPassword();
    const read = async () => {
      if (!password.isRight()) return;
      const body = { spendingPassword: password.input.value };
      this.#show(await withProof(this.#app, () => this.#app.api.post(`/coin-wallets/${id}/words`, body)));
    };
    const button = submitButton(t("coins.wordsShow"));
    this.#draw(
      t("coins.wordsTitle"),
      h("p", {}, t("coins.wordsAsk")),
      coinForm({ content: [password.element], button, send: read, fields: { spendingPassword: password } }),
    );
    password.focus();
  }

  /** @param {CoinWords} words */
  #show(words) {
    const list = words.words.map((word) => h("li", {}, h("span", { translate: "no" }, word)));
    const written = h("button", { class: "button", type: "button", on: { click: () => this.#ask(words) } }, t("coins.wordsWritten"));
    this.#draw(t("coins.wordsTitle"), h("p", { class: "small" }, t("coins.wordsWhy")), h("ol", { class: "coin-words", dir: "ltr", tabindex: "-1" }, ...list), written);
    /** @type {HTMLElement | null} */ (this.#body.querySelector("ol"))?.focus({ preventScroll: true });
  }

  /** @param {CoinWords} words */
  #ask(words) {
    const { id, name } = this.#wallet;
    const fields = words.asked.map((number) => new Field(`coins-word-${number}`, t("coins.wordNumber", { number }), { max: 20 }));
    const confirm = async () => {
      if (!fields.every((field) => field.isRight())) return;
      const typed = fields.map(({ value }) => value.toLowerCase());
      await withProof(this.#app, () => this.#app.api.post(`/coin-wallets/${id}/words/confirmation`, { words: typed }));
      this.#sheet.close();
      this.#app.say(t("coins.wordsDone", { name }));
      await this.#coins.refresh().catch(() => undefined);
    };
    const again = h("button", { class: "button quiet-button", type: "button", on: { click: () => this.#show(words) } }, t("coins.wordsAgain"));
    const grid = h("div", { class: "coin-word-fields" }, ...fields.map(({ element }) => element));
    this.#draw(t("coins.wordsCheck"), coinForm({ content: [grid], button: submitButton(t("coins.wordsConfirm")), send: confirm }), again);
    fields[0]?.focus();
  }
}
