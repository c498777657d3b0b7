// @ts-check
import { Refusal } from "../lib/hub/api.js";
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { withProof } from "../lib/hub/prove.js";
import { openSheet } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { blamedFor, canBeSent, isPayable, limitLeft, openPayment, sendable, spendable } from "../models/coin-sending.js";
import { coinAccountName, paidName } from "../models/coin-words.js";
import { coinWords } from "../models/coins.js";
import { momentWords } from "../models/words.js";
import { NamedChoice } from "./account-choice.js";
import { CoinAmount, coinErrorWords, coinForm, fact, facts, Field, sendPayment, slow, spendingPassword, submitButton } from "./coin-form.js";
import { openAddPayee } from "./coin-payees-sheet.js";
import { WishID } from "./money-form.js";
import { stateView } from "../lib/dom/state-view.js";

/**
 * @typedef {import("../lib/dom/page.js").App} App
 * @typedef {import("../stores/coins.js").Coins} Coins
 * @typedef {import("../lib/hub/coin-shapes.js").CoinPayee} CoinPayee
 * @typedef {import("../lib/hub/coin-shapes.js").CoinPayment} CoinPayment
 * @typedef {import("../lib/hub/coin-shapes.js").CoinWallet} CoinWallet
 */

const noteMax = 140;

/** Sending coins: to whom and how much, the spending password, then fee and total, and one button that sends. */
export class CoinSendSheet {
  #app;
  #coins;
  #wallet;
  #signal;
  #sheet;
  #body = h("div", { class: "stack" });
  /** @type {CoinPayee[]} */
  #payees = [];
  #wish = new WishID();

  /**
   * @param {App} app
   * @param {Coins} coins
   * @param {CoinWallet} wallet
   * @param {AbortSignal} signal
   */
  constructor(app, coins, wallet, signal) {
    this.#app = app;
    this.#coins = coins;
    this.#wallet = wallet;
    this.#signal = signal;
    this.#sheet = openSheet(t("coins.sendTitle", { name: wallet.name }), [this.#body], { signal });
    const open = openPayment(coins.paymentsOf(wallet.id), hubNow());
    if (open) this.#review(open);
    else this.#begin();
  }

  /** Reads who can be paid, and asks. */
  async #begin() {
    this.#body.replaceChildren(stateView("loading"));
    try {
      this.#payees = (await this.#app.api.get(`/coin-wallets/${this.#wallet.id}/payees`, this.#signal)).items;
      this.#ask();
    } catch (error) {
      this.#body.replaceChildren(h("p", { class: "wrong", role: "alert" }, coinErrorWords(error)));
    }
  }

  #ask() {
    const { accounts } = this.#wallet;
    const people = this.#payees.map((payee) => this.#choice(payee));
    /** @type {NamedChoice} */
    const from = new NamedChoice("coins-from", t("coins.from"), () => {
      this.#offer(to, from.value, people);
      say();
    });
    /** @type {NamedChoice} */
    const to = new NamedChoice("coins-to", t("coins.to"), () => say());
    from.offer(accounts.map((account) => ({ id: String(account.index), name: coinAccountName(account) })));
    from.hint = "";
    const add = h("button", { class: "button quiet-button", type: "button", on: { click: () => this.#add() } }, t("coins.addPayee"));
    if (people.every(({ wait }) => wait) && accounts.length < 2) {
      const waits = people.map(({ wait }) => h("p", { class: "card" }, wait));
      this.#body.replaceChildren(...(waits.length > 0 ? waits : [h("h3", {}, t("coins.toNone")), h("p", {}, t("coins.toNoneWords"))]), add);
      return;
    }
    this.#offer(to, from.value, people);
    const amount = new CoinAmount("coins-amount", t("coins.amount"), { hint: "" });
    const say = () => {
      amount.hint = this.#roomWords(Number(from.value), to.value);
    };
    say();
    const note = new Field("coins-note", t("coins.note"), { hint: t("coins.noteHint"), max: noteMax });
    const password = spendingPassword();
    const wanted = h("div", { class: "stack" });
    const first = h("div", { class: "form" }, to.element, add, accounts.length > 1 && from.element, amount.element, note.element);
    const change = h("button", { class: "button quiet-button", type: "button", on: { click: () => turn(false) } }, t("coins.change"));
    const second = h("div", { class: "form" }, wanted, password.element);
    const button = submitButton("");
    // The password is asked for once the rest is right, in place of it: a phone's keyboard leaves little room.
    const turn = (/** @type {boolean} */ isRight) => {
      [first.hidden, second.hidden, change.hidden] = [isRight, !isRight, !isRight];
      button.textContent = t(isRight ? "coins.review" : "coins.next");
    };
    turn(false);
    const send = async () => {
      const units = amount.read();
      if (units === undefined) return;
      if (second.hidden) {
        wanted.replaceChildren(facts(fact(t("coins.to"), to.words), fact(t("coins.amountOf"), coinWords(units))));
        turn(true);
        return password.focus();
      }
      if (!password.isRight()) return;
      const body = { from: Number(from.value), to: destination(to.value), amount: String(units), note: note.value || undefined };
      await this.#prepare(body, password.input.value);
    };
    const refused = (/** @type {unknown} */ error) => this.#refused(error, { amount, password, showAmount: () => turn(false) });
    this.#body.replaceChildren(coinForm({ content: [first, second], button, send, refused }), change);
  }

  /**
   * A payee as one to choose, or until when they wait.
   *
   * @param {CoinPayee} payee
   */
  #choice(payee) {
    const { id, name, payableFrom } = payee;
    const time = momentWords(payableFrom, hubNow());
    const isWaiting = !isPayable(payee, hubNow());
    return { id: `payee ${id}`, name: isWaiting ? t("coins.toWaiting", { name, time }) : name, wait: isWaiting ? t("coins.toWaits", { name, time }) : "" };
  }

  /**
   * Offers whom an account can pay: people, then the other accounts.
   *
   * @param {NamedChoice} to
   * @param {string} from
   * @param {{id: string, name: string, wait: string}[]} people
   */
  #offer(to, from, people) {
    const own = this.#wallet.accounts.filter(({ index }) => String(index) !== from);
    to.offer([...people.filter(({ wait }) => !wait), ...own.map((account) => ({ id: `account ${account.index}`, name: coinAccountName(account) }))]);
    to.hint = people.map(({ wait }) => wait).filter(Boolean).join(" ");
  }

  /**
   * The most that can be sent now.
   *
   * @param {number} from
   * @param {string} to
   */
  #roomWords(from, to) {
    const most = sendable(this.#wallet, from, to.startsWith("account"));
    return most === undefined ? "" : t("coins.room", { amount: coinWords(most) });
  }

  #add() {
    openAddPayee(this.#app, this.#wallet, { signal: this.#signal, added: () => this.#begin() });
  }

  /**
   * @param {object} body
   * @param {string} password
   */
  async #prepare(body, password) {
    const id = this.#wish.of(body);
    const whole = { id, ...body, spendingPassword: password };
    const payment = await withProof(this.#app, () => this.#app.api.post(`/coin-wallets/${this.#wallet.id}/payments`, whole, slow()));
    this.#coins.refresh().catch(() => undefined);
    this.#review(payment);
  }

  /**
   * What it costs, before it is sent.
   *
   * @param {CoinPayment} payment
   */
  #review(payment) {
    const { id, amount, fee, total, to, note, goodUntil } = payment;
    const name = paidName(payment, this.#wallet);
    const path = `/coin-wallets/${this.#wallet.id}/payments/${id}`;
    const button = submitButton(t("coins.send"));
    const send = () => sendPayment(this.#app, this.#coins, this.#wallet, payment, this.#sheet);
    const discard = async () => {
      try {
        await this.#app.api.delete(path);
        this.#wish = new WishID();
        this.#sheet.close();
        this.#app.say(t("coins.discarded"));
        await this.#coins.refresh().catch(() => undefined);
      } catch (error) {
        this.#sheet.say(coinErrorWords(error));
      }
    };
    const leave = h("button", { class: "button quiet-button", type: "button", on: { click: discard } }, t("coins.discard"));
    const rows = [
      fact(t("coins.to"), name),
      to.payee !== undefined && h("div", { class: "coin-fact is-code" }, h("dt", {}, t("coins.requestAddress")), h("dd", { class: "coin-code", dir: "ltr" }, to.address)),
      note !== undefined && fact(t("coins.note"), note),
      fact(t("coins.amountOf"), coinWords(amount)),
      fact(t("coins.fee"), coinWords(fee)),
      h("div", { class: "coin-fact is-total" }, h("dt", {}, t("coins.total")), h("dd", {}, coinWords(total))),
    ];
    const until = h("p", { class: "hint" }, t("coins.validUntil", { time: momentWords(goodUntil, hubNow()) }));
    const refused = (/** @type {unknown} */ error) => {
      // It has to be prepared once more, at another fee or for another hour.
      if (error instanceof Refusal && (blamedFor(error.code) === "again" || !canBeSent(payment, hubNow()))) {
        this.#wish = new WishID();
        this.#begin().then(() => this.#sheet.say(coinErrorWords(error)));
        return true;
      }
      return false;
    };
    this.#body.replaceChildren(facts(...rows), until, coinForm({ content: [], button, send, refused, unheard: t("coins.unsure") }), leave);
    button.focus();
  }

  /**
   * Says a refusal beside what is to be changed; false where that is nothing of the form.
   *
   * @param {unknown} error
   * @param {{amount: CoinAmount, password: Field, showAmount: () => void}} fields
   */
  #refused(error, { amount, password, showAmount }) {
    if (!(error instanceof Refusal)) return false;
    const place = blamedFor(error.code);
    if (place === "password") {
      password.input.value = "";
      password.complain(coinErrorWords(error));
    } else if (place === "amount") {
      showAmount();
      amount.complain(this.#amountWords(error));
    }
    return place === "password" || place === "amount";
  }

  /**
   * Why an amount cannot be sent, with the most that can.
   *
   * @param {Refusal} error
   */
  #amountWords(error) {
    const wallet = this.#coins.state.wallets.find(({ id }) => id === this.#wallet.id) ?? this.#wallet;
    if (error.code === "limit") return t("coins.limitReached", { left: coinWords(limitLeft(wallet)) });
    if (error.code !== "notEnough") return coinErrorWords(error);
    const { available, waiting } = spendable(wallet);
    const amount = coinWords(available);
    if (!waiting || waiting.blocks === 0) return t("coins.tooLittle", { amount });
    return t("coins.tooLittleYet", { amount, count: waiting.blocks, minutes: waiting.minutes });
  }
}

/**
 * Where a choice leads, as the hub wants it.
 *
 * @param {string} value  "payee ID" or "account NUMBER"
 */
function destination(value) {
  const [kind, id] = value.split(" ");
  return kind === "account" ? { account: Number(id) } : { payee: id };
}
