// @ts-check
import { openClose, openRename } from "../elements/account-sheets.js";
import { entryTable } from "../elements/entry-table.js";
import { goalCard } from "../elements/goal-card.js";
import { MoneySheet } from "../elements/money-sheet.js";
import { stateView } from "../lib/dom/state-view.js";
import { button } from "../lib/dom/button.js";
import { h, painted } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { icon } from "../lib/dom/icons.js";
import { errorWords, Page } from "../lib/dom/page.js";
import { redraw } from "../lib/dom/saving.js";
import { t } from "../lib/words/text.js";
import { Wallet } from "../stores/wallet.js";
import { amountWords, assetOf, changes, fullMoment } from "../models/wallet.js";

/**
 * @typedef {import("../lib/hub/wallet-shapes.js").Entry} Entry
 * @typedef {import("../lib/hub/wallet-shapes.js").Account} Account
 * @typedef {import("../lib/hub/wallet-shapes.js").Asset} Asset
 * @typedef {import("../lib/hub/wallet-shapes.js").CutOff} CutOff
 */

/** One more is asked for than shown: what a line changed is known from the one before. */
const linesAtOnce = 50;
const linesMost = 500;

/** One account: what is in it, what went in and out with what was left each time, and a statement to keep. */
export class WalletAccountPage extends Page {
  /** @type {Wallet} */
  #wallet = /** @type {any} */ (undefined);
  #heading = h("h1", { dir: "auto" }, t("wallet.account"));
  #body = h("div", { class: "stack" });
  #printHead = h("p", { class: "print-only" });
  #sum = h("div", { class: "stack" });
  #lines = h("div", { class: "stack" });
  /** @type {Entry[]} the latest first */
  #entries = [];
  /** @type {string | undefined} what stands behind the last of them */
  #next;
  /** @type {CutOff | undefined} why nothing does, though there was something */
  #cutOff;

  open() {
    this.className = "page stack wallet";
    this.#wallet = new Wallet(this.app, this.signal);
    this.#wallet.addEventListener("changed", () => this.#follow(), { signal: this.signal });
    this.replaceChildren(this.#heading, this.#printHead, this.#body);
    this.show(this.#body, () => this.#read(), () => this.#draw());
  }

  get #account() {
    const { state } = this.#wallet;
    return state && [...state.accounts, ...state.closedAccounts].find(({ id }) => id === this.params.id);
  }

  /** Of a closed one all can be read, and nothing done. */
  get #isClosed() {
    return this.#wallet.state?.closedAccounts.some(({ id }) => id === this.params.id) ?? false;
  }

  async #read() {
    await this.#wallet.read();
    if (this.#account) await this.#readEntries();
  }

  async #readEntries() {
    const page = await this.app.api.get(`/accounts/${this.params.id}/entries?limit=${linesAtOnce + 1}`, this.signal);
    this.#entries = page.items;
    this.#next = page.next;
    this.#cutOff = page.cutOff;
  }

  /** Something changed elsewhere: what is shown of the past goes back to its first page. */
  async #follow() {
    try {
      if (this.#account) await this.#readEntries();
    } catch {
      // The lines stand as they were; the next change, or another visit, reads them anew.
    }
    if (!this.signal.aborted) this.#draw();
  }

  #draw() {
    const account = this.#account;
    if (!account) {
      const action = { text: t("accounts.back"), perform: () => this.app.router.go("/wallet", { replace: true }) };
      this.#body.replaceChildren(stateView("empty", { title: t("accounts.gone"), words: t("accounts.goneWords"), action }));
      return;
    }
    this.#heading.replaceChildren(account.name);
    if (!this.#sum.isConnected) this.#body.replaceChildren(this.#sum, this.#lines);
    this.#drawSum(account);
    this.#drawLines(account);
  }

  /** @param {Account} account */
  #drawSum(account) {
    const state = this.#wallet.state;
    if (!state) return;
    const asset = assetOf(state, account.asset);
    const [amount, available] = [amountWords(account.amount, asset), amountWords(account.available, asset)];
    const held = amountWords(BigInt(account.amount) - BigInt(account.available), asset);
    const act = (/** @type {import("../elements/money-sheet.js").Move} */ move, style = "quiet-button") => {
      const open = () => new MoneySheet(this.app, this.#wallet, move, { account: account.id, signal: this.signal });
      return button(t(`wallet.${move}`), open, { style, key: move });
    };
    const actions = h("div", { class: "money-actions is-three", role: "group", "aria-label": t("wallet.actions") });
    actions.append(act("pay", ""), act("deposit"), act("withdraw"), act("transfer"));
    redraw(
      this.#sum,
      h(
        "section",
        { class: "card total" },
        h("p", { class: "total-amount" }, amount),
        account.amount !== account.available && h("p", { class: "quiet small" }, t("accounts.held", { held, available })),
      ),
      ...(this.#isClosed
        ? [h("p", { class: "card" }, t("accounts.isClosed"))]
        : [actions, goalCard(this.app, this.#wallet, account, this.signal)]),
    );
  }

  /** @param {Account} account */
  #drawLines(account) {
    const state = this.#wallet.state;
    if (!state) return;
    const asset = assetOf(state, account.asset);
    const first = this.#next === undefined ? BigInt(this.#cutOff?.balance ?? 0) : undefined;
    const lines = changes(this.#entries, first);
    const lost = this.#next === undefined && this.#cutOff ? [cutOffCard(this.#cutOff, asset)] : [];
    const manage = h(
      "div",
      { class: "actions no-print", hidden: this.#isClosed },
      button(t("accounts.rename"), () => openRename(this.app, this.#wallet, account, this.signal), { style: "quiet-button", key: "rename" }),
      button(t("accounts.close"), () => openClose(this.app, this.#wallet, account, this.signal), { style: "quiet-button", key: "close" }),
    );
    if (lines.length + lost.length === 0) {
      redraw(this.#lines, stateView("empty", { title: t("lines.empty"), words: t("lines.emptyWords") }), manage);
      return;
    }
    const more = this.#next !== undefined && button(t("lines.older"), () => this.#older(), { style: "quiet-button", key: "older" });
    redraw(
      this.#lines,
      ...(lines.length > 0 ? [entryTable(lines, asset)] : []),
      ...lost,
      ...(more ? [more] : []),
      this.#statement(account),
      manage,
    );
  }

  /** @param {Account} account */
  #statement(account) {
    const press = button(t("lines.print"), () => this.#print(account, press), { style: "quiet-button", key: "print" });
    const file = h("a", { class: "button quiet-button", href: `/api/v1/accounts/${account.id}/statement`, download: true });
    file.append(icon("file"), t("lines.csv"));
    return h("section", { class: "section no-print" }, h("h2", {}, t("lines.statement")), h("div", { class: "actions" }, press, file));
  }

  async #older() {
    try {
      await this.#readOlder(linesAtOnce);
    } catch (error) {
      return this.app.say(errorWords(error));
    }
    const account = this.#account;
    if (account) this.#drawLines(account);
  }

  /** @param {number} limit */
  async #readOlder(limit) {
    const path = `/accounts/${this.params.id}/entries?limit=${limit}&after=${encodeURIComponent(this.#next ?? "")}`;
    const page = await this.app.api.get(path, this.signal);
    this.#entries.push(...page.items);
    this.#next = page.next;
    this.#cutOff = page.cutOff;
  }

  /**
   * Brings in all there is, and gives it to the printer.
   *
   * @param {Account} account
   * @param {HTMLButtonElement} press
   */
  async #print(account, press) {
    press.disabled = true;
    try {
      if (this.#next !== undefined) this.app.say(t("lines.printing"));
      while (this.#next !== undefined) await this.#readOlder(linesMost);
    } catch (error) {
      press.disabled = false;
      return this.app.say(errorWords(error));
    }
    this.#drawLines(account);
    const now = new Date(hubNow());
    const names = { name: this.#wallet.state?.name ?? "", account: account.name };
    this.#printHead.textContent = t("lines.printed", { ...names, time: fullMoment(now) });
    await painted();
    window.print();
  }
}

customElements.define("wallet-account-page", WalletAccountPage);

/**
 * Says that the history does not begin where it ends, on paper too.
 *
 * @param {CutOff} cutOff
 * @param {Asset} asset
 */
function cutOffCard({ leaf, balance }, asset) {
  const amount = amountWords(balance, asset);
  const words = leaf === undefined ? t("lines.cutOffLost", { amount }) : t("lines.cutOffAt", { leaf, amount });
  const check = h("a", { class: "button quiet-button no-print", href: "/wallet/check" }, t("ledger.row"));
  const said = h("div", { class: "stack" }, h("h2", {}, t("lines.cutOff")), h("p", {}, words), h("div", {}, check));
  return h("section", { class: "card warning", role: "alert" }, icon("caution"), said);
}
