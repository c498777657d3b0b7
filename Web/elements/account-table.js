// @ts-check
import { h } from "../lib/dom/dom.js";
import { icon } from "../lib/dom/icons.js";
import { t } from "../lib/words/text.js";
import { amountParts, amountWords, assetOf, coinFirst } from "../models/wallet.js";

/** @typedef {import("../lib/hub/wallet-shapes.js").WalletState} WalletState */

// The roles are said again because a table that is laid out as a grid is none to some screen readers.

/**
 * My accounts, each with its name and what is in it.
 *
 * @param {WalletState} wallet
 */
export function accountTable(wallet) {
  const rows = wallet.accounts.map(({ id, name, asset, amount }) => {
    const link = h("a", { href: `/wallet/accounts/${id}`, "data-key": `account-${id}` }, h("bdi", {}, name));
    return h(
      "tr",
      { role: "row" },
      h("th", { scope: "row", role: "rowheader" }, link),
      h("td", { class: "amount", role: "cell" }, amountWords(amount, assetOf(wallet, asset))),
    );
  });
  const head = h(
    "tr",
    { role: "row" },
    h("th", { scope: "col", role: "columnheader" }, t("wallet.account")),
    h("th", { scope: "col", role: "columnheader", class: "amount" }, t("wallet.amount")),
  );
  return h(
    "table",
    { class: "money-table account-table", role: "table" },
    h("caption", { class: "visually-hidden" }, t("wallet.accounts")),
    h("thead", { role: "rowgroup" }, head),
    h("tbody", { role: "rowgroup" }, ...rows),
  );
}

/**
 * My closed accounts, in which nothing is any more and of which all can be read still; nothing where there are none.
 *
 * @param {WalletState} wallet
 */
export function closedAccounts({ closedAccounts: closed }) {
  if (closed.length === 0) return [];
  const rows = closed.map(({ id, name }) =>
    h("li", {}, h("a", { class: "row", href: `/wallet/accounts/${id}`, "data-key": `account-${id}` }, h("span", { class: "grow" }, h("bdi", {}, name)), icon("forward"))));
  return [h("details", { class: "closed-accounts" }, h("summary", {}, t("accounts.closedCount", { count: closed.length })), h("ul", { class: "list" }, ...rows))];
}

/**
 * All that I have, by what it is.
 *
 * @param {WalletState} wallet
 */
export function totalLines(wallet) {
  const { totals } = wallet;
  if (totals.length === 0) return [h("p", { class: "total-amount" }, t("wallet.nothing"))];
  return coinFirst(totals).flatMap(({ asset, amount, available }) => {
    const what = assetOf(wallet, asset);
    const parts = amountParts(amount, what).map(({ text, isUnit }) => h("span", { class: isUnit ? "total-unit" : "" }, text));
    const line = h("p", { class: "total-amount" }, ...parts);
    if (amount === available) return [line];
    return [line, h("p", { class: "quiet small" }, t("wallet.available", { amount: amountWords(available, what) }))];
  });
}
