// @ts-check
import { button } from "../lib/dom/button.js";
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { t } from "../lib/words/text.js";
import { isHot, limitLeft, needsWords, spendable } from "../models/coin-sending.js";
import { coinAccountName, raisedWords } from "../models/coin-words.js";
import { coinTotal, coinWords, lockOf, readingOf } from "../models/coins.js";
import { momentWords } from "../models/words.js";
import { arrivalList, paymentList, requestList } from "./coin-lists.js";

/**
 * @typedef {import("../lib/hub/coin-shapes.js").CoinAccount} CoinAccount
 * @typedef {import("../lib/hub/coin-shapes.js").CoinPayment} CoinPayment
 * @typedef {import("../lib/hub/coin-shapes.js").CoinRequest} CoinRequest
 * @typedef {import("../lib/hub/coin-shapes.js").CoinService} CoinService
 * @typedef {import("../lib/hub/coin-shapes.js").CoinWallet} CoinWallet
 *
 * @typedef {"words" | "send" | "ask" | "account" | "payees" | "limit" | "password" | "rename" | "remove"} Act
 *
 * @typedef {object} Shown
 * @property {CoinService | undefined} service
 * @property {readonly CoinPayment[]} payments
 * @property {readonly CoinRequest[]} requests
 * @property {boolean} isChild
 * @property {boolean} isMoreOpen
 *
 * @typedef {object} Acts
 * @property {(act: Act) => void} perform
 * @property {() => void} toggleMore
 * @property {(account: CoinAccount) => void} renameAccount
 * @property {(payment: CoinPayment) => void} openPayment
 * @property {(request: CoinRequest) => void} openRequest
 */

/**
 * One wallet: what is in it, what can be done with it, its accounts, and each payment with its state.
 *
 * @param {CoinWallet} wallet
 * @param {Shown} shown
 * @param {Acts} acts
 */
export function coinWallet(wallet, shown, acts) {
  const { id, name, accounts } = wallet;
  const heading = h("h2", { id: `coins-${id}` }, h("bdi", {}, name));
  const isReady = !needsWords(wallet);
  const lists = isReady && [
    requestList(wallet, shown.requests, acts.openRequest),
    paymentList(wallet, shown.payments, acts.openPayment),
    accounts.length > 0 && arrivalList(wallet),
  ];
  return h(
    "section",
    { class: "section coin-wallet", "aria-labelledby": heading.id },
    h("div", { class: "card total" }, heading, ...(isReady ? amounts(wallet) : [h("p", {}, t("coins.wordsNeeded"))]), ...standing(wallet, shown)),
    ...actions(wallet, shown, acts),
    isReady && accounts.length > 0 && accountTable(wallet, acts),
    ...(lists || []),
  );
}

/**
 * How much is in it: of one that is watched, what arrived.
 *
 * @param {CoinWallet} wallet
 */
function amounts(wallet) {
  const large = (/** @type {string | bigint} */ units) => h("p", { class: "total-amount coin-amount" }, coinWords(units));
  if (!isHot(wallet)) return wallet.accounts.length > 0 ? [large(coinTotal(wallet.accounts).received)] : [];
  // Of one that was restored, only its own keys tell what was spent.
  if (wallet.balance === undefined) {
    const { received } = coinTotal(wallet.accounts);
    return received > 0n && wallet.whole ? [large(received), h("p", { class: "quiet" }, t("coins.spentUnknown"))] : [];
  }
  const { balance, available, waiting } = spendable(wallet);
  const lines = [large(balance)];
  if (BigInt(balance) > 0n) lines.push(h("p", {}, t("coins.canSpend", { amount: coinWords(available) })));
  if (waiting) {
    const amount = coinWords(waiting.amount);
    const { blocks: count, minutes } = waiting;
    lines.push(h("p", { class: "quiet" }, count > 0 ? t("coins.waits", { amount, count, minutes }) : t("coins.waitsFirst", { amount })));
  }
  return lines;
}

/**
 * Lines below the amount: custody, the daily limit, the last reading, and what is in the way.
 *
 * @param {CoinWallet} wallet
 * @param {Shown} shown
 */
function standing(wallet, { service, isChild }) {
  const { readAt, trouble } = wallet;
  const small = (/** @type {string} */ words) => h("p", { class: "quiet small" }, words);
  const reading = readingOf(wallet, service);
  const lines = [];
  if (trouble) lines.push(h("p", { class: "row-words caution" }, t(`coins.trouble.${trouble}`)));
  if (isHot(wallet) && !needsWords(wallet) && !isChild) {
    lines.push(small(t("coins.limitLeft", { left: coinWords(limitLeft(wallet)), limit: coinWords(wallet.dailyLimit ?? "0") })));
    const raised = raisedWords(wallet, hubNow());
    if (raised) lines.push(small(raised));
  }
  lines.push(...restoredLines(wallet));
  if (isHot(wallet) && isChild) lines.push(h("p", { class: "row-words caution" }, t("coins.childHot")));
  lines.push(small(t(isHot(wallet) ? "coins.hot" : "coins.watched")));
  if (needsWords(wallet)) return lines;
  if (reading) {
    const words = t("coins.reading", { height: reading.read, total: reading.all });
    lines.push(h("progress", { max: reading.all, value: reading.read, "aria-label": words }), small(words));
  } else lines.push(small(readAt ? t("coins.readAt", { time: momentWords(readAt, hubNow()) }) : t("coins.readingFirst")));
  return lines;
}

/**
 * What a wallet does not do since the hub was restored from a backup, and when that ends.
 *
 * @param {CoinWallet} wallet
 */
function restoredLines({ passwordOld, pausedUntil, limitOld }) {
  const caution = (/** @type {string} */ words) => h("p", { class: "row-words caution" }, words);
  if (passwordOld) return [caution(t("coins.passwordOutdated"))];
  return [
    ...(pausedUntil ? [caution(t("coins.pausedUntil", { time: momentWords(pausedUntil, hubNow()) }))] : []),
    ...(limitOld ? [caution(t("coins.limitOutdated"))] : []),
  ];
}

/**
 * Two verbs, and the rest behind More.
 *
 * @param {CoinWallet} wallet
 * @param {Shown} shown
 * @param {Acts} acts
 */
function actions(wallet, { isChild, isMoreOpen }, { perform, toggleMore }) {
  const { id } = wallet;
  const canSpend = isHot(wallet) && !isChild;
  const act = (/** @type {Act} */ name, /** @type {string} */ words, style = "quiet-button") =>
    button(words, () => perform(name), { style, key: name === "rename" ? `rename-${id}` : `coin-${name}-${id}` });
  const more = button(t("wallet.more"), toggleMore, { style: "quiet-button", key: `coin-more-${id}` });
  more.setAttribute("aria-expanded", String(isMoreOpen));
  const isReady = !needsWords(wallet);
  const verbs = !isReady
    ? [canSpend && act("words", t("coins.wordsShow"), "")]
    : [canSpend && act("send", t("coins.send"), ""), act("ask", t("coins.ask"))];
  const guards = canSpend && isReady
    ? [act("payees", t("coins.payees")), act("account", t("accounts.new")), act("limit", t("coins.limitChange")), act("password", t("coins.passwordChange"))]
    : [];
  const rest = [...guards, act("rename", t("coins.rename")), act("remove", t(isHot(wallet) ? "coins.forget" : "coins.remove"))];
  // Hidden rather than left away: an address of a sheet finds its button there.
  const behind = h("div", { class: "money-actions coin-more" }, ...rest);
  behind.hidden = !isMoreOpen;
  const group = h("div", { class: "money-actions", role: "group", "aria-label": t("coins.acts") }, ...verbs, more);
  return [group, behind];
}

/**
 * @param {CoinWallet} wallet
 * @param {Acts} acts
 */
function accountTable(wallet, acts) {
  const { id, name, accounts } = wallet;
  const rows = accounts.map((account) => {
    const total = account.balance ?? account.received;
    const lock = lockOf({ ...account, received: total, unlocked: account.available ?? account.unlocked });
    // The wallet's own lines say it where there is one account.
    const words = lock && (accounts.length > 1 || !isHot(wallet)) && t("coins.locked", { amount: coinWords(lock.locked), count: lock.blocks, minutes: lock.minutes });
    const title = coinAccountName(account);
    const rename = h(
      "button",
      {
        class: "name-button",
        type: "button",
        "data-key": `account-${id}-${account.index}`,
        "aria-label": `${title}. ${t("coins.renameAccount")}`,
        on: { click: () => acts.renameAccount(account) },
      },
      h("bdi", {}, title),
    );
    return h(
      "tr",
      { role: "row" },
      h("th", { scope: "row", role: "rowheader" }, rename, words && h("span", { class: "row-words" }, words)),
      h("td", { class: "amount", role: "cell" }, coinWords(total)),
    );
  });
  const head = h(
    "tr",
    { role: "row" },
    h("th", { scope: "col", role: "columnheader" }, t("coins.account")),
    h("th", { scope: "col", role: "columnheader", class: "amount" }, t(wallet.balance === undefined ? "coins.received" : "coins.balance")),
  );
  return h(
    "table",
    { class: "money-table account-table coin-table", role: "table" },
    h("caption", { class: "visually-hidden" }, name),
    h("thead", { role: "rowgroup" }, head),
    h("tbody", { role: "rowgroup" }, ...rows),
  );
}
