// @ts-check
import { Unreachable } from "../lib/hub/api.js";
import { h } from "../lib/dom/dom.js";
import { nameIn } from "../stores/family-money.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { withProof } from "../lib/hub/prove.js";
import { save } from "../lib/dom/saving.js";
import { confirmed, openSheet } from "../lib/dom/sheet.js";
import { language, t } from "../lib/words/text.js";
import { deviceTimeZone } from "../lib/device/time-zone.js";
import { comingWords, weekdays } from "../models/family-money.js";
import { assetOf, coinFirst } from "../models/wallet.js";
import { NamedChoice } from "./account-choice.js";
import { AmountField } from "./amount-field.js";
import { moneyForm, textField, WishID } from "./money-form.js";

/**
 * @typedef {import("../lib/dom/page.js").App} App
 * @typedef {import("../stores/family-money.js").FamilyMoney} FamilyMoney
 * @typedef {import("../stores/family-money.js").FamilyMoneyState} FamilyMoneyState
 * @typedef {import("../lib/hub/wallet-shapes.js").Allowance} Allowance
 * @typedef {import("../lib/hub/wallet-shapes.js").Schedule} Schedule
 *
 * @typedef {{id: string, name: string, source: "cash" | "mint" | "account", from?: string, asset: number}} Source
 */

const memoMax = 200;
const daysMax = 31;

/**
 * Asks what somebody is paid again and again: of a new allowance, or of one that changes.
 *
 * @param {App} app
 * @param {FamilyMoney} money
 * @param {Allowance | undefined} present
 * @param {AbortSignal} signal
 */
export function openAllowance(app, money, present, signal) {
  new AllowanceSheet(app, money, present, signal);
}

/** An allowance never changes in the ledger: who wants another one has it paid anew, and the one before is ended. */
class AllowanceSheet {
  #app;
  #money;
  #state;
  #present;
  #signal;
  #name;
  #to = new NamedChoice("pay-to", t("pay.to"));
  #from = new NamedChoice("pay-from", t("pay.from"), () => this.#sourceChosen());
  #every = new NamedChoice("pay-every", t("pay.every"), () => this.#everyChosen());
  #weekday = new NamedChoice("pay-weekday", t("pay.weekday"));
  #day = new NamedChoice("pay-day", t("pay.dayOfMonth"));
  #time = textField("pay-time", t("pay.time"), { type: "time", required: true });
  #memo = textField("pay-memo", t("pay.memo"), { maxlength: memoMax });
  /** @type {Source[]} */
  #sources;
  #amount;
  #wish = new WishID();
  #sheet;

  /**
   * @param {App} app
   * @param {FamilyMoney} money
   * @param {Allowance | undefined} present
   * @param {AbortSignal} signal
   */
  constructor(app, money, present, signal) {
    this.#app = app;
    this.#money = money;
    this.#state = /** @type {FamilyMoneyState} */ (money.state);
    this.#present = present;
    this.#signal = signal;
    this.#name = present ? nameIn(this.#state, present.to) : "";
    this.#sources = sourcesIn(this.#state);
    const { asset, amount } = present ?? {};
    const what = assetOf(this.#state.wallet, asset ?? this.#sources[0]?.asset ?? 0);
    this.#amount = new AmountField("pay-amount", what, amount === undefined ? undefined : BigInt(amount));
    this.#offer();
    const title = present ? t("pay.editTitle", { name: this.#name }) : t("pay.newTitle");
    this.#sheet = openSheet(title, this.#content(), { signal });
    if (present) return;
    this.#sheet.dialog.querySelector("select")?.focus();
  }

  /** What there is to choose from, and what holds now. */
  #offer() {
    const present = this.#present;
    const { day, every = "week", time } = present?.schedule ?? {};
    const others = this.#state.family.members.filter(({ id }) => id !== this.#app.family.me?.id);
    // Children first: most allowances are theirs.
    this.#to.offer([...others].sort((left, right) => Number(right.role === "child") - Number(left.role === "child")), present?.to);
    this.#from.offer(this.#sources, present && this.#sources.find((source) => isOf(source, present))?.id);
    this.#every.offer(/** @type {const} */ (["day", "week", "month"]).map((id) => ({ id, name: t(`pay.every.${id}`) })), every);
    const names = weekdays(language().lang).map((name, index) => ({ id: String(index + 1), name }));
    this.#weekday.offer(names, every === "week" && day ? String(day) : "6");
    const days = Array.from({ length: daysMax }, (_, index) => ({ id: String(index + 1), name: String(index + 1) }));
    this.#day.offer(days, every === "month" && day ? String(day) : "1");
    this.#to.hint = this.#every.hint = this.#weekday.hint = "";
    this.#day.hint = t("pay.shortMonths");
    this.#time.input.value = time ?? "09:00";
    this.#memo.input.value = present?.memo ?? "";
    this.#sourceChosen();
    this.#everyChosen();
  }

  #content() {
    const present = this.#present;
    const isMine = !present || present.by === this.#app.family.me?.id;
    const words = isMine ? t("pay.words") : t("pay.wordsOther", { name: nameIn(this.#state, present.by) });
    const form = moneyForm({
      fields: [
        h("p", { class: "quiet small" }, words),
        !present && this.#to.element,
        this.#amount.element,
        this.#from.element,
        this.#every.element,
        this.#weekday.element,
        this.#day.element,
        this.#time.element,
        this.#memo.element,
      ],
      action: t(present ? "pay.change" : "pay.save"),
      send: () => this.#send(),
      amount: this.#amount,
    });
    if (!present) return [form];
    const stop = { click: () => this.#stop(present) };
    return [form, h("button", { class: "button quiet-button", type: "button", on: stop }, t("pay.stop"))];
  }

  get #source() {
    return this.#sources.find(({ id }) => id === this.#from.value);
  }

  #sourceChosen() {
    const source = this.#source;
    if (!source) return;
    this.#amount.asset = assetOf(this.#state.wallet, source.asset);
    this.#from.hint = t(`pay.${source.source}Hint`);
  }

  #everyChosen() {
    this.#weekday.element.hidden = this.#every.value !== "week";
    this.#day.element.hidden = this.#every.value !== "month";
  }

  /** @returns {Schedule} */
  get #schedule() {
    const time = this.#time.input.value;
    const every = /** @type {Schedule["every"]} */ (this.#every.value);
    if (every === "day") return { every, time };
    return { every, day: Number((every === "week" ? this.#weekday : this.#day).value), time };
  }

  async #send() {
    const units = this.#amount.read();
    const source = this.#source;
    if (units === undefined || !source) return;
    if (!/^\d\d:\d\d$/.test(this.#time.input.value)) return this.#time.complain(t("pay.timeMissing"));
    const present = this.#present;
    const body = {
      to: present?.to ?? this.#to.value,
      source: source.source,
      from: source.from,
      asset: source.asset,
      amount: String(units),
      schedule: this.#schedule,
      // By the clock of the house, which is that of who sets it up.
      timeZone: present?.timeZone ?? this.#app.family.me?.timeZone ?? deviceTimeZone(),
      memo: this.#memo.input.value.trim() || undefined,
    };
    const path = `/families/${this.#state.family.id}/allowances`;
    /** @type {Allowance} */
    const made = await withProof(this.#app, () => this.#app.api.post(path, { id: this.#wish.of(body), ...body }));
    if (present) await this.#end(`${path}/${present.id}`);
    this.#sheet.close();
    const next = comingWords(made.nextAt, hubNow());
    this.#app.say(t("pay.done", { name: nameIn(this.#state, made.to), time: next }));
    await this.#money.refresh().catch(() => undefined);
  }

  /**
   * Ends the one before; while that fails both are paid, which is said, and sending again does the rest.
   *
   * @param {string} path
   */
  async #end(path) {
    try {
      await this.#app.api.delete(path);
    } catch (error) {
      this.#money.refresh().catch(() => undefined);
      if (error instanceof Unreachable) this.#sheet.say(t("pay.both"));
      throw error;
    }
  }

  /** @param {Allowance} present */
  async #stop({ id }) {
    const name = this.#name;
    const question = { title: t("pay.stopTitle", { name }), words: t("pay.stopWords", { name }), action: t("pay.stopAction") };
    if (!(await confirmed(question, this.#signal))) return;
    const stop = () => this.#app.api.delete(`/families/${this.#state.family.id}/allowances/${id}`);
    if (!(await save(stop, { say: this.#app.say, complain: (words) => this.#sheet.say(words), done: t("pay.stopped") }))) return;
    this.#sheet.close();
    await this.#money.refresh().catch(() => undefined);
  }
}

/**
 * Where an allowance can come from: the family's cash, what is made, and accounts of mine.
 *
 * @param {FamilyMoneyState} state
 * @returns {Source[]}
 */
function sourcesIn({ assets, wallet }) {
  const made = new Set(assets.filter(({ hasMint }) => hasMint).map(({ number }) => number));
  const cash = wallet.assets.filter(({ number, cash }) => cash && !made.has(number)).map(({ number, name }) => {
    return { id: `cash-${number}`, name: t("pay.cash", { asset: name }), source: /** @type {const} */ ("cash"), asset: number };
  });
  const mints = assets.filter(({ hasMint }) => hasMint).map(({ number, name }) => {
    return { id: `mint-${number}`, name: t("pay.mint", { asset: name }), source: /** @type {const} */ ("mint"), asset: number };
  });
  const own = wallet.accounts.map(({ id, name, asset }) => {
    return { id, name: t("pay.account", { name }), source: /** @type {const} */ ("account"), from: id, asset };
  });
  return [...cash, ...coinFirst(own), ...mints];
}

/**
 * @param {Source} source
 * @param {Allowance} allowance
 */
function isOf({ source, from, asset }, allowance) {
  return source === allowance.source && asset === allowance.asset && from === allowance.from;
}
