// @ts-check
import { openCoinLimit, openSpendingPassword } from "../elements/coin-guard-sheets.js";
import { openMakeCoins, openRestoreCoins } from "../elements/coin-make-sheet.js";
import { openPayees } from "../elements/coin-payees-sheet.js";
import { openPaymentSheet } from "../elements/coin-payment-sheet.js";
import { openAskForCoins, openRequestSheet } from "../elements/coin-request-sheets.js";
import { CoinSendSheet } from "../elements/coin-send-sheet.js";
import { openNewCoinAccount, openRenameCoins, openWatchCoins } from "../elements/coin-sheets.js";
import { coinWallet } from "../elements/coin-wallet.js";
import { CoinWordsSheet } from "../elements/coin-words-sheet.js";
import { Coins } from "../stores/coins.js";
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { icon } from "../lib/dom/icons.js";
import { Page } from "../lib/dom/page.js";
import { withProof } from "../lib/hub/prove.js";
import { redraw, save, whenDrawn } from "../lib/dom/saving.js";
import { confirmed } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { canBeSent, isHot, needsWords } from "../models/coin-sending.js";

/**
 * @typedef {import("../lib/hub/coin-shapes.js").CoinPayment} CoinPayment
 * @typedef {import("../lib/hub/coin-shapes.js").CoinService} CoinService
 * @typedef {import("../lib/hub/coin-shapes.js").CoinWallet} CoinWallet
 * @typedef {import("../lib/hub/coin-shapes.js").CoinWords} CoinWords
 */

/** My wallets on a coin's chain: those that the hub shows, and those that it can spend from with my spending password. */
export class CoinsPage extends Page {
  /** @type {Coins} */
  #coins = /** @type {any} */ (undefined);
  #body = h("div", { class: "stack" });
  /** Wallets whose further buttons are shown. @type {Set<string>} */
  #open = new Set();
  /** The words of a wallet that was made just now, until its sheet is closed. @type {Map<string, CoinWords>} */
  #words = new Map();

  open() {
    this.className = "page stack wallet";
    this.#coins = new Coins(this.app, this.signal);
    this.#coins.addEventListener("changed", () => this.#draw(), { signal: this.signal });
    this.replaceChildren(h("h1", {}, t("coins.page")), this.#body);
    this.show(this.#body, () => this.#coins.read(), () => this.#draw());
  }

  get #isChild() {
    return this.app.family.me?.role === "child";
  }

  #draw() {
    const { service, wallets, needsConsent } = this.#coins.state;
    const hasWallets = wallets.length > 0;
    /** @type {HTMLElement[]} */
    const parts = nodeLines(service, hasWallets);
    if (needsConsent) parts.push(h("p", { class: "card" }, t("coins.consentNeeded")));
    for (const wallet of wallets) parts.push(this.#wallet(wallet));
    if (service && !needsConsent) parts.push(this.#ways(hasWallets));
    parts.push(custody(service));
    redraw(this.#body, ...parts);
  }

  /**
   * The ways to add a wallet.
   *
   * @param {boolean} hasWallets
   */
  #ways(hasWallets) {
    const { signal } = this;
    const row = (/** @type {"make" | "restore" | "watch"} */ name, /** @type {import("../lib/dom/icons.js").IconName} */ picture, /** @type {() => void} */ click) => {
      const text = h("span", { class: "grow" }, h("span", { class: "row-name" }, t(`coins.${name}`)), h("span", { class: "row-words" }, t(`coins.${name}Words`)));
      return h("li", {}, h("button", { class: "row", type: "button", "data-key": `coin-${name}`, on: { click } }, icon(picture), text, icon("forward")));
    };
    const made = (/** @type {string} */ wallet, /** @type {CoinWords} */ words) => {
      this.#words.set(wallet, words);
      this.#press(`coin-words-${wallet}`);
    };
    const hot = this.#isChild ? [] : [
      row("make", "add", () => openMakeCoins(this.app, this.#coins, { signal, made })),
      row("restore", "file", () => openRestoreCoins(this.app, this.#coins, signal)),
    ];
    const watch = row("watch", "search", () => openWatchCoins(this.app, this.#coins, signal));
    const title = h("h2", {}, t(hasWallets ? "coins.add" : "coins.empty"));
    return h("section", { class: "section" }, title, h("ul", { class: "list" }, ...hot, watch));
  }

  /**
   * Opens a sheet by its button, so that it has the button's address.
   *
   * @param {string} key
   */
  #press(key) {
    whenDrawn(this.#body, () => {
      const opener = this.#body.querySelector(`[data-key="${CSS.escape(key)}"]`);
      if (opener instanceof HTMLElement) opener.click();
    });
  }

  /** @param {CoinWallet} wallet */
  #wallet(wallet) {
    const { app, signal } = this;
    const { id } = wallet;
    const coins = this.#coins;
    const shown = {
      service: coins.state.service,
      payments: coins.paymentsOf(id),
      requests: coins.requestsOf(id),
      isChild: this.#isChild,
      isMoreOpen: this.#open.has(id),
    };
    const toggleMore = () => {
      if (!this.#open.delete(id)) this.#open.add(id);
      this.#draw();
    };
    return coinWallet(wallet, shown, {
      toggleMore,
      perform: (act) => this.#perform(act, wallet),
      renameAccount: (account) => openRenameCoins(app, coins, wallet, account, signal),
      openPayment: (payment) => this.#openPayment(wallet, payment),
      openRequest: (request) => openRequestSheet(app, coins, wallet, request, signal),
    });
  }

  /**
   * @param {import("../elements/coin-wallet.js").Act} act
   * @param {CoinWallet} wallet
   */
  #perform(act, wallet) {
    const { app, signal } = this;
    const coins = this.#coins;
    const { id } = wallet;
    switch (act) {
      case "words":
        new CoinWordsSheet(app, coins, wallet, { signal, words: this.#words.get(id) });
        return void this.#words.delete(id);
      case "send":
        return void new CoinSendSheet(app, coins, wallet, signal);
      case "ask":
        return openAskForCoins(app, coins, wallet, { signal, made: (request) => this.#press(`coin-request-${request.id}`) });
      case "account":
        return openNewCoinAccount(app, coins, wallet, signal);
      case "payees":
        return openPayees(app, wallet, signal);
      case "limit":
        return openCoinLimit(app, coins, wallet, signal);
      case "password":
        return openSpendingPassword(app, wallet, signal);
      case "rename":
        return openRenameCoins(app, coins, wallet, undefined, signal);
      case "remove":
        return void this.#remove(wallet);
    }
  }

  /**
   * @param {CoinWallet} wallet
   * @param {CoinPayment} payment
   */
  #openPayment(wallet, payment) {
    if (canBeSent(payment, hubNow())) new CoinSendSheet(this.app, this.#coins, wallet, this.signal);
    else openPaymentSheet(this.app, this.#coins, wallet, payment, this.signal);
  }

  /** @param {CoinWallet} wallet */
  async #remove(wallet) {
    const { id, name } = wallet;
    const question = isHot(wallet)
      ? { title: t("coins.forgetTitle", { name }), words: t(needsWords(wallet) ? "coins.forgetUnconfirmedWords" : "coins.forgetWords"), action: t("coins.forget") }
      : { title: t("coins.removeTitle", { name }), words: t("coins.removeWords"), action: t("coins.remove") };
    if (!(await confirmed(question, this.signal))) return;
    const remove = () => withProof(this.app, () => this.app.api.delete(`/coin-wallets/${id}`));
    const done = t(isHot(wallet) ? "coins.forgotten" : "coins.removed", { name });
    if (!(await save(remove, { say: this.app.say, done }))) return;
    await this.#coins.refresh().catch(() => undefined);
  }
}

/**
 * What holds for all these wallets: who sees them, what a node learns, and whose affair law and taxes are.
 *
 * @param {CoinService | undefined} service
 */
function custody(service) {
  const line = (/** @type {string} */ words) => h("li", {}, words);
  return h(
    "section",
    { class: "section" },
    h("h2", {}, t("coins.custody")),
    h(
      "ul",
      { class: "coin-custody quiet small" },
      line(t("coins.custodyWords")),
      line(t("coins.private")),
      service && line(t("coins.nodeWords", { node: service.node })),
      line(t("coins.law")),
    ),
  );
}

/**
 * The node's state where it is not good, and that a trial chain's coins are worth nothing.
 *
 * @param {CoinService | undefined} service
 * @param {boolean} hasWallets  without one, the node is not asked
 */
function nodeLines(service, hasWallets) {
  if (!service) return [h("p", { class: "card" }, t("coins.off"))];
  const lines = [];
  if (service.network !== "main") lines.push(h("p", { class: "row-words caution" }, t(`coins.network.${service.network}`)));
  if (!hasWallets || service.state === "good") return lines;
  const blocks = Number(service.blocksBehind ?? 0);
  const words = blocks > 0 ? t("coins.node.behindBy", { count: blocks }) : t(`coins.node.${service.state}`);
  lines.push(h("p", { class: "card", role: "status" }, words));
  return lines;
}

customElements.define("coins-page", CoinsPage);
