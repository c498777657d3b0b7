// @ts-check
import { button } from "../lib/dom/button.js";
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { icon } from "../lib/dom/icons.js";
import { t } from "../lib/words/text.js";
import { coinAccountName, paidName, paymentWords, requestWords } from "../models/coin-words.js";
import { arrivalKey, coinWords, confirmationsNeeded } from "../models/coins.js";
import { momentWords } from "../models/words.js";

/**
 * Lists of a wallet: coins that arrived, payments, and requests.
 *
 * @typedef {import("../lib/hub/coin-shapes.js").CoinAccount} CoinAccount
 * @typedef {import("../lib/hub/coin-shapes.js").CoinArrival} CoinArrival
 * @typedef {import("../lib/hub/coin-shapes.js").CoinPayment} CoinPayment
 * @typedef {import("../lib/hub/coin-shapes.js").CoinRequest} CoinRequest
 * @typedef {import("../lib/hub/coin-shapes.js").CoinWallet} CoinWallet
 */

/** Rows that are shown before a tap on Show more. */
const shownAtFirst = 20;

/** @param {CoinWallet} wallet */
export function arrivalList({ id, accounts, arrivals, whole }) {
  // While blocks are read, nothing can be said of what is missing.
  if (arrivals.length === 0 && !whole) return "";
  if (arrivals.length === 0) {
    return h("div", { class: "stack" }, h("h3", {}, t("coins.arrivals")), h("p", { class: "quiet" }, t("coins.noArrivals")));
  }
  return list(t("coins.arrivals"), `older-${id}`, arrivals.map((arrival) => () => arrivalRow(arrival, accounts)));
}

/**
 * @param {CoinWallet} wallet
 * @param {readonly CoinPayment[]} payments
 * @param {(payment: CoinPayment) => void} open
 */
export function paymentList(wallet, payments, open) {
  if (payments.length === 0) return "";
  return list(t("coins.payments"), `older-payments-${wallet.id}`, payments.map((payment) => () => paymentRow(payment, wallet, open)));
}

/**
 * @param {CoinWallet} wallet
 * @param {readonly CoinRequest[]} requests
 * @param {(request: CoinRequest) => void} open
 */
export function requestList(wallet, requests, open) {
  if (requests.length === 0) return "";
  const rows = requests.map((request) => () => {
    const { id, amount, memo } = request;
    const asked = amount === undefined ? t("coins.anyAmount") : coinWords(amount);
    return tapRow(`coin-request-${id}`, memo ?? t("coins.request"), requestWords(request), asked, () => open(request));
  });
  return list(t("coins.requests"), `older-requests-${wallet.id}`, rows);
}

/**
 * @param {string} title
 * @param {string} key  of its button
 * @param {(() => Node)[]} rows
 */
function list(title, key, rows) {
  const shown = h("ul", { class: "list" }, ...rows.slice(0, shownAtFirst).map((row) => row()));
  const more = rows.length > shownAtFirst && button(t("coins.older"), () => {
    shown.append(...rows.slice(shownAtFirst).map((row) => row()));
    if (more) more.remove();
  }, { style: "quiet-button", key });
  return h("div", { class: "stack" }, h("h3", {}, title), shown, more);
}

/**
 * @param {CoinArrival} arrival
 * @param {CoinAccount[]} accounts
 */
function arrivalRow(arrival, accounts) {
  const { amount, at, account, confirmations, state, doubtful } = arrival;
  const into = accounts.find(({ index }) => index === account);
  const words = t(arrivalKey(arrival), { confirmations, needed: confirmationsNeeded });
  const isBad = doubtful || state === "failed" || state === "reorganised";
  const place = accounts.length > 1 && into ? ` · ${t("coins.into", { account: coinAccountName(into) })}` : "";
  return h(
    "li",
    {},
    h(
      "div",
      { class: "row coin-row" },
      h(
        "span",
        { class: "grow" },
        h("span", { class: "row-name" }, momentWords(at, hubNow()), place),
        h("span", { class: isBad ? "row-words caution" : "row-words" }, doubtful ? t("coins.doubtful") : words),
      ),
      h("span", { class: "amount" }, coinWords(amount)),
    ),
  );
}

/**
 * @param {CoinPayment} payment
 * @param {CoinWallet} wallet
 * @param {(payment: CoinPayment) => void} open
 */
function paymentRow(payment, wallet, open) {
  const { id, amount, state, sentAt, preparedAt } = payment;
  const isBad = state === "failed" || state === "reorganised";
  const name = h("bdi", {}, paidName(payment, wallet));
  const now = hubNow();
  const words = `${momentWords(sentAt ?? preparedAt, now)} · ${paymentWords(payment, now)}`;
  return tapRow(`coin-payment-${id}`, name, words, coinWords(amount), () => open(payment), isBad);
}

/**
 * A row that opens a sheet.
 *
 * @param {string} key
 * @param {Node | string} name
 * @param {string} words
 * @param {string} amount
 * @param {() => void} click
 * @param {boolean} [isBad]
 */
function tapRow(key, name, words, amount, click, isBad = false) {
  return h(
    "li",
    {},
    h(
      "button",
      { class: "row coin-row", type: "button", "data-key": key, on: { click } },
      h(
        "span",
        { class: "grow" },
        h("span", { class: "row-name" }, name),
        h("span", { class: isBad ? "row-words caution" : "row-words" }, words),
      ),
      h("span", { class: "amount" }, amount),
      icon("forward"),
    ),
  );
}
