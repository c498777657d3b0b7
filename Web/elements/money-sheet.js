// @ts-check
import { Refusal } from "../lib/hub/api.js";
import { signingHere } from "../lib/ledger/device-key.js";
import { h } from "../lib/dom/dom.js";
import { newID } from "../lib/hub/ids.js";
import { errorWords } from "../lib/dom/page.js";
import { withProof } from "../lib/hub/prove.js";
import { openSheet } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { Attempt } from "../lib/ledger/transfers.js";
import { plainAmount } from "../models/amount.js";
import { amountWords, assetOf, coinFirst, movable, others, receiving } from "../models/wallet.js";
import { AmountField } from "./amount-field.js";
import { hasWords, NamedChoice } from "./account-choice.js";
import { openNewAccount } from "./account-sheets.js";
import { stateView } from "../lib/dom/state-view.js";

/**
 * @typedef {import("../lib/dom/page.js").App} App
 * @typedef {import("../stores/wallet.js").Wallet} Wallet
 * @typedef {import("../lib/hub/wallet-shapes.js").Account} Account
 * @typedef {import("../lib/hub/wallet-shapes.js").Moved} Moved
 * @typedef {import("../lib/hub/wallet-shapes.js").WalletState} WalletState
 *
 * @typedef {"deposit" | "withdraw" | "transfer" | "pay" | "request"} Move
 */

const memoMax = 200;

/** Moving money: from where, to where, how much, and one button; what is wrong stands beside its field. */
export class MoneySheet {
  #app;
  #wallet;
  #state;
  #move;
  #signal;
  #own;
  #other;
  #amount;
  #memo = h("input", { class: "input", id: "money-memo", maxlength: memoMax, autocomplete: "off", dir: "auto" });
  #wrong = h("p", { class: "wrong", role: "alert" });
  #signing = h("p", { class: "hint" });
  #button;
  #attempt = new Attempt();
  /** A wish for money is told once, however often it is sent. */
  #wish = { id: "", words: "" };
  #sheet;

  /**
   * @param {App} app
   * @param {Wallet} wallet  as it was read
   * @param {Move} move
   * @param {{account?: string, signal: AbortSignal}} more  the account to begin with, and what closes the sheet
   */
  constructor(app, wallet, move, { account, signal }) {
    this.#app = app;
    this.#wallet = wallet;
    this.#state = /** @type {WalletState} */ (wallet.state);
    this.#move = move;
    this.#signal = signal;
    const { own, other } = labels(move);
    this.#own = new NamedChoice("money-own", own, () => this.#chosen());
    this.#other = other ? new NamedChoice("money-other", other) : undefined;
    this.#amount = new AmountField("money-amount", assetOf(this.#state, this.#accounts()[0]?.asset ?? 0));
    this.#amount.addPad();
    this.#button = h("button", { class: "button", type: "submit" }, t(`money.${move}.do`));
    this.#sheet = openSheet(t(`money.${move}.title`), [this.#content(account)], { signal });
    this.#sheet.dialog.querySelector("input")?.focus();
  }

  /** @param {string | undefined} account */
  #content(account) {
    const missing = this.#missing();
    if (missing) return missing;
    if (this.#isToMember) this.#other?.offer(this.#people());
    this.#own.offer(this.#accounts(), account);
    this.#chosen();
    this.#saySigning();
    const fields = [this.#own.element, this.#other?.element];
    const words = this.#move === "deposit" && this.#state.role === "child" ? "money.deposit.wordsChild" : `money.${this.#move}.words`;
    return h(
      "form",
      { class: "form", novalidate: true, on: { submit: (event) => this.#submit(event) } },
      h("p", { class: "quiet small" }, t(/** @type {import("../lib/words/text.js").Key} */ (words))),
      // Whom comes before from which account.
      ...(this.#isToMember ? fields.reverse() : fields),
      this.#amount.element,
      this.#memoField(),
      this.#wrong,
      this.#button,
      this.#signing,
    );
  }

  get #isToMember() {
    return this.#move === "pay" || this.#move === "request";
  }

  /** What is said where there is nothing to choose from; where it is no member that is missing, a new account helps. */
  #missing() {
    if (this.#accounts().length > 0) return undefined;
    const keys = /** @type {const} */ ({ pay: "nobody", request: "nobodyToAsk", transfer: "oneAccount", deposit: "noCash", withdraw: "noCash" });
    const key = keys[this.#move];
    const [asset] = coinFirst(this.#state.assets.filter(({ cash }) => cash).map(({ name, number }) => ({ name, asset: number })));
    const perform = () => {
      this.#sheet.close();
      openNewAccount(this.#app, this.#wallet, this.#signal);
    };
    const action = this.#isToMember ? undefined : { text: t("accounts.new"), perform };
    return stateView("empty", { title: t(`money.${key}`), words: t(`money.${key}Words`, { asset: asset?.name ?? "" }), action });
  }

  /** Mine that can be chosen. */
  #accounts() {
    const { accounts, assets, payees } = this.#state;
    switch (this.#move) {
      case "transfer":
        return movable(accounts);
      case "pay":
      case "request":
        return payees.length > 0 ? accounts : [];
      default:
        return accounts.filter(({ asset }) => assets.some(({ number, cash }) => number === asset && cash));
    }
  }

  #people() {
    return this.#state.payees.map(({ member, name }) => ({ id: member, name }));
  }

  get #account() {
    return this.#state.accounts.find(({ id }) => id === this.#own.value);
  }

  get #payee() {
    return this.#state.payees.find(({ member }) => member === this.#other?.value);
  }

  #chosen() {
    const account = this.#account;
    if (!account) return;
    if (this.#move === "transfer") this.#other?.offer(others(this.#state.accounts, account));
    if (this.#other) this.#other.hint = "";
    this.#amount.asset = assetOf(this.#state, account.asset);
    this.#own.hint = this.#move === "deposit" || this.#move === "request" ? "" : hasWords(this.#state, account);
  }

  #memoField() {
    if (this.#move !== "pay" && this.#move !== "request") return undefined;
    const hint = h("p", { class: "hint", id: "money-memo-hint" }, t("money.memoHint"));
    this.#memo.setAttribute("aria-describedby", hint.id);
    return h("div", { class: "field" }, h("label", { for: "money-memo" }, t("money.memo")), this.#memo, hint);
  }

  async #saySigning() {
    if (this.#move === "request") return;
    const { signing } = await signingHere(this.#state);
    this.#signing.textContent = t(`money.signed.${signing}`);
  }

  /** @param {SubmitEvent} event */
  async #submit(event) {
    event.preventDefault();
    this.#wrong.textContent = "";
    const units = this.#amount.read();
    const account = this.#account;
    if (units === undefined || !account) return;
    this.#button.disabled = true;
    try {
      const done = this.#move === "request" ? await this.#ask(account, units) : await this.#send(account, units);
      this.#wallet.refresh().catch(() => undefined);
      if (done) this.#finish(done);
    } catch (error) {
      this.#refused(error);
    } finally {
      this.#button.disabled = false;
    }
  }

  /**
   * @param {Account} account
   * @param {bigint} units
   */
  async #ask(account, units) {
    const payee = this.#payee;
    const memo = this.#memo.value.trim();
    const words = JSON.stringify([payee?.member, account.id, String(units), memo]);
    if (this.#wish.words !== words) this.#wish = { id: newID(), words };
    const body = { id: this.#wish.id, member: payee?.member, account: account.id, amount: String(units), memo: memo || undefined };
    await this.#app.api.post("/money-requests", body);
    const amount = amountWords(units, this.#amount.asset);
    return { words: t("money.request.done", { amount, name: payee?.name ?? "" }), isPartial: false };
  }

  /**
   * @param {Account} account
   * @param {bigint} units
   */
  async #send(account, units) {
    const { asset } = account;
    const cash = this.#amount.asset.cash ?? "";
    const memo = this.#memo.value.trim();
    const base = { asset, units };
    const wish = {
      deposit: { ...base, kind: /** @type {const} */ ("deposit"), from: cash, to: account.id },
      withdraw: { ...base, kind: /** @type {const} */ ("withdrawal"), from: account.id, to: cash, isAtMost: true },
      transfer: { ...base, kind: /** @type {const} */ ("transfer"), from: account.id, to: this.#other?.value ?? "" },
      pay: {
        ...base,
        kind: /** @type {const} */ ("payment"),
        from: account.id,
        to: this.#move === "pay" ? await this.#payeeAccount(account, units) : "",
        memo,
      },
      request: undefined,
    }[this.#move];
    return wish && this.#words(await this.#attempt.send(this.#app, this.#state, wish));
  }

  /**
   * Where the other one is paid; the hub opens them an account where they have none. Nothing is opened for a payment that
   * cannot be made.
   *
   * @param {Account} account  what pays
   * @param {bigint} units
   * @returns {Promise<string>}
   */
  async #payeeAccount({ asset, available }, units) {
    const payee = this.#payee;
    if (!payee) return "";
    const known = receiving(payee, asset);
    if (known) return known;
    const missing = units - BigInt(available);
    if (missing > 0n) throw new Refusal({ status: 409, code: "insufficient", title: "", missing: String(missing) });
    const path = `/payees/${payee.member}/accounts`;
    /** @type {{account: string}} */
    const { account } = await withProof(this.#app, () => this.#app.api.post(path, { asset }));
    return account;
  }

  /**
   * What really moved.
   *
   * @param {Moved} moved
   */
  #words({ amount, asked, state }) {
    const { asset } = this.#amount;
    const words = amountWords(amount, asset);
    if (state === "held") return { words: t("money.held", { amount: words }), isPartial: true };
    if (BigInt(amount) < BigInt(asked)) {
      const there = plainAmount(BigInt(amount), asset.scale);
      return { words: t("money.withdraw.some", { available: there, moved: there }), isPartial: true };
    }
    const other = this.#move === "transfer" ? this.#state.accounts.find(({ id }) => id === this.#other?.value) : this.#payee;
    const key = /** @type {"money.pay.done"} */ (`money.${this.#move}.done`);
    return { words: t(key, { amount: words, name: other?.name ?? "" }), isPartial: false };
  }

  /** @param {{words: string, isPartial: boolean}} done */
  #finish({ words, isPartial }) {
    if (!isPartial) {
      this.#sheet.close();
      this.#app.say(words);
      return;
    }
    // Not what was asked for: that is read before it goes away.
    const leave = h("button", { class: "button", type: "button", on: { click: () => this.#sheet.close() } }, t("money.done"));
    const told = h("p", { class: "money-told" }, words);
    this.#sheet.dialog.querySelector("form")?.replaceWith(h("div", { class: "stack", role: "status" }, told, leave));
    leave.focus();
  }

  /** @param {unknown} error */
  #refused(error) {
    if (error instanceof Refusal && error.code === "insufficient" && error.missing) {
      const amount = amountWords(error.missing, this.#amount.asset);
      this.#amount.complain(t("money.missing", { amount }));
      this.#wallet.refresh().catch(() => undefined);
      return;
    }
    if (error instanceof Refusal && error.field === "amount") return this.#amount.complain(errorWords(error));
    this.#wrong.textContent = errorWords(error);
  }
}

/** @param {Move} move */
function labels(move) {
  switch (move) {
    case "deposit":
      return { own: t("money.deposit.to") };
    case "withdraw":
      return { own: t("money.withdraw.from") };
    case "transfer":
      return { own: t("money.transfer.from"), other: t("money.transfer.to") };
    case "pay":
      return { own: t("money.pay.from"), other: t("money.pay.to") };
    case "request":
      return { own: t("money.request.to"), other: t("money.request.from") };
  }
}
