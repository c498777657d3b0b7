// @ts-check
import { openAllowance } from "../elements/allowance-sheet.js";
import { openMint, openNewThing } from "../elements/asset-sheets.js";
import { coinConsents } from "../elements/coin-consents.js";
import { openLimit } from "../elements/limit-sheet.js";
import { avatar } from "../lib/dom/avatar.js";
import { button } from "../lib/dom/button.js";
import { h } from "../lib/dom/dom.js";
import { FamilyMoney, nameIn } from "../stores/family-money.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { icon } from "../lib/dom/icons.js";
import { Page } from "../lib/dom/page.js";
import { redraw } from "../lib/dom/saving.js";
import { language, t } from "../lib/words/text.js";
import { deviceTimeZone } from "../lib/device/time-zone.js";
import { plainAmount } from "../models/amount.js";
import { comingWords, leftOf, percentOf, scheduleWords, soonestFirst } from "../models/family-money.js";
import { amountWords, assetOf } from "../models/wallet.js";

/**
 * @typedef {import("../stores/family-money.js").FamilyMoneyState} FamilyMoneyState
 * @typedef {import("../lib/hub/wallet-shapes.js").Allowance} Allowance
 * @typedef {import("../lib/hub/wallet-shapes.js").FamilyAsset} FamilyAsset
 */

/** What a family has agreed on about its money: allowances, limits, and what it counts. A child sees its own. */
export class FamilyMoneyPage extends Page {
  /** @type {FamilyMoney} */
  #money = /** @type {any} */ (undefined);
  #first = h("div", { class: "account-half" });
  #second = h("div", { class: "account-half" });

  open() {
    this.className = "page account wallet";
    this.#money = new FamilyMoney(this.app, this.signal);
    this.#money.addEventListener("changed", () => this.#draw(), { signal: this.signal });
    this.replaceChildren(h("h1", {}, t("purse.page")), this.#first);
    this.show(this.#first, () => this.#money.read(), () => this.#draw());
  }

  #draw() {
    const { state } = this.#money;
    if (!state) return;
    const isAdult = state.wallet.role === "adult";
    const first = isAdult ? [this.#allowances(state), this.#dayLimits(state)] : [this.#left(state), this.#mine(state)];
    const second = isAdult ? [this.#sums(state), this.#things(state), ...coinConsents(this.app, this.#money)] : [this.#things(state)];
    if (!this.#second.isConnected) this.append(this.#second);
    redraw(this.#first, ...first);
    redraw(this.#second, ...second);
  }

  /** @param {FamilyMoneyState} state */
  #allowances(state) {
    const add = () => openAllowance(this.app, this.#money, undefined, this.signal);
    const isAlone = state.family.members.length < 2;
    const rows = soonestFirst(state.allowances).map((allowance) => this.#allowance(state, allowance));
    return section(
      t("pays.title"),
      rows.length > 0 ? list(rows) : h("p", { class: "card" }, t(isAlone ? "pays.nobody" : "pays.none")),
      !isAlone && button(t("pays.new"), add, { style: "quiet-button", key: "new-allowance", picture: "add" }),
    );
  }

  /**
   * @param {FamilyMoneyState} state
   * @param {Allowance} allowance
   */
  #allowance(state, allowance) {
    const { id, to, by, asset, amount, memo } = allowance;
    const words = [
      scheduled(allowance),
      t("pays.next", { time: comingWords(allowance.nextAt, hubNow()) }),
      by !== this.app.family.me?.id && t("pays.by", { name: nameIn(state, by) }),
      memo,
    ];
    const name = t("pays.row", { name: nameIn(state, to), amount: amountWords(amount, assetOf(state.wallet, asset)) });
    const open = () => openAllowance(this.app, this.#money, allowance, this.signal);
    return row(faceOf(state, to), name, words, { key: `allowance-${id}`, open });
  }

  /**
   * A child's own allowances: how much, when, and from whom.
   *
   * @param {FamilyMoneyState} state
   */
  #mine(state) {
    const rows = soonestFirst(state.allowances).map((allowance) => {
      const { by, asset, amount, memo } = allowance;
      const values = { name: nameIn(state, by), amount: amountWords(amount, assetOf(state.wallet, asset)) };
      const next = t("pays.next", { time: comingWords(allowance.nextAt, hubNow()) });
      return row(faceOf(state, by), t("pays.mine", values), [next, scheduled(allowance), memo]);
    });
    return section(t("pays.title"), rows.length > 0 ? list(rows) : h("p", { class: "card" }, t("pays.noneChild")));
  }

  /**
   * What a child may still give away today without asking.
   *
   * @param {FamilyMoneyState} state
   */
  #left(state) {
    const { wallet, limits } = state;
    const days = limits.perDay.map(({ asset, amount, spent = "0" }) => {
      const what = assetOf(wallet, asset);
      const [limit, gone] = [BigInt(amount), BigInt(spent)];
      const used = t("left.used", { spent: amountWords(gone, what), amount: amountWords(limit, what) });
      // For the eye only: the words beside it say the same.
      const bar = h("progress", { max: 100, value: percentOf(gone, limit), "aria-hidden": "true" });
      return h(
        "div",
        { class: "card total" },
        h("h3", {}, t("left.today")),
        h("p", { class: "total-amount" }, amountWords(leftOf(limit, gone), what)),
        bar,
        h("p", { class: "quiet small" }, used),
        h("p", { class: "small" }, t("left.beyond")),
      );
    });
    const sums = limits.approvalAbove.map(({ asset, amount }) =>
      h("p", { class: "card" }, t("left.sum", { amount: amountWords(amount, assetOf(wallet, asset)) })));
    return section(t("left.title"), ...(days.length > 0 ? days : [h("p", { class: "card" }, t("left.none"))]), ...sums);
  }

  /** @param {FamilyMoneyState} state */
  #dayLimits(state) {
    const { wallet, limits, family } = state;
    const open = (/** @type {any} */ limit) => () => openLimit(this.app, this.#money, "day", limit, this.signal);
    const rows = limits.perDay.map((limit) => {
      const values = { name: nameIn(state, limit.member), amount: amountWords(limit.amount, assetOf(wallet, limit.asset)) };
      return row(faceOf(state, limit.member), t("limits.row", values), [], { key: `limit-${limit.member}-${limit.asset}`, open: open(limit) });
    });
    const hasChild = family.members.some(({ role }) => role === "child");
    const none = t(hasChild ? "limits.none" : "limits.noChild");
    return section(
      t("limits.title"),
      hasChild && h("p", { class: "quiet small" }, t("limits.words")),
      rows.length > 0 ? list(rows) : h("p", { class: "card" }, none),
      hasChild && button(t("limits.new"), open(undefined), { style: "quiet-button", key: "new-limit", picture: "add" }),
    );
  }

  /** @param {FamilyMoneyState} state */
  #sums(state) {
    const { wallet, limits, family } = state;
    const open = (/** @type {any} */ sum) => () => openLimit(this.app, this.#money, "sum", sum, this.signal);
    const rows = limits.approvalAbove.map((sum) => {
      const words = t("sums.row", { amount: amountWords(sum.amount, assetOf(wallet, sum.asset)) });
      return row(icon("people"), words, [], { key: `sum-${sum.asset}`, open: open(sum) });
    });
    const isOnlyOne = family.members.filter(({ role }) => role === "adult").length < 2;
    return section(
      t("sums.title"),
      h("p", { class: "quiet small" }, t(isOnlyOne ? "sums.onlyOne" : "sums.words")),
      rows.length > 0 ? list(rows) : h("p", { class: "card" }, t("sums.none")),
      button(t("sums.new"), open(undefined), { style: "quiet-button", key: "new-sum", picture: "add" }),
    );
  }

  /** @param {FamilyMoneyState} state */
  #things(state) {
    const isAdult = state.wallet.role === "adult";
    const rows = state.assets.map((asset) => {
      const { name, hasMint, minted, number } = asset;
      const made = hasMint ? mintedWords(minted ?? "0", asset.scale) : t("things.cash");
      const line = row(icon("wallet"), name, [made]);
      if (!isAdult || !hasMint) return line;
      const open = () => openMint(this.app, this.#money, asset, this.signal);
      const make = button(t("things.make"), open, { style: "quiet-button", key: `make-${number}` });
      make.setAttribute("aria-label", t("things.makeOf", { name }));
      return [line, make];
    });
    const add = () => openNewThing(this.app, this.#money, this.signal);
    return section(
      t("things.title"),
      list(rows),
      isAdult && button(t("things.new"), add, { style: "quiet-button", key: "new-thing", picture: "add" }),
    );
  }
}

customElements.define("family-money-page", FamilyMoneyPage);

/**
 * Somebody's picture; of who left, a plain one.
 *
 * @param {FamilyMoneyState} state
 * @param {string} member
 */
function faceOf({ family }, member) {
  const known = family.members.find(({ id }) => id === member);
  return known ? avatar(known) : icon("person");
}

/**
 * @param {string} units
 * @param {number} scale
 */
function mintedWords(units, scale) {
  return units === "0" ? t("things.none") : t("things.minted", { amount: plainAmount(BigInt(units), scale) });
}

/** @param {Allowance} allowance */
function scheduled({ schedule, timeZone }) {
  return scheduleWords(schedule, timeZone, language().lang, deviceTimeZone());
}

/**
 * @param {string} title
 * @param {...import("../lib/dom/dom.js").Child} parts
 */
function section(title, ...parts) {
  return h("section", { class: "section" }, h("h2", {}, title), ...parts);
}

/** @param {(Node | Node[])[]} rows  several beside each other in one line */
function list(rows) {
  const lines = rows.map((parts) => (Array.isArray(parts) ? h("li", { class: "split" }, ...parts) : h("li", {}, parts)));
  return h("ul", { class: "list" }, ...lines);
}

/**
 * @param {Node} picture
 * @param {string} name
 * @param {(string | false | undefined)[]} words  a line each
 * @param {{key: string, open: () => void}} [action]
 */
function row(picture, name, words, action) {
  const lines = words.filter(Boolean).map((line) => h("span", { class: "row-words", dir: "auto" }, /** @type {string} */ (line)));
  const text = h("span", { class: "grow" }, h("span", { class: "row-name", dir: "auto" }, name), ...lines);
  if (!action) return h("div", { class: "row" }, picture, text);
  const attributes = { class: "row", type: "button", "data-key": action.key, on: { click: action.open } };
  return h("button", attributes, picture, text, icon("forward"));
}
