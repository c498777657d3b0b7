// @ts-check
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { t } from "../lib/words/text.js";
import { plainAmount } from "../models/amount.js";
import { entryKey, lineMoment } from "../models/wallet.js";

/**
 * @typedef {import("../lib/hub/wallet-shapes.js").Entry} Entry
 * @typedef {import("../lib/hub/wallet-shapes.js").Asset} Asset
 */

/**
 * What went in and out of an account, the latest first, with what was left after each.
 *
 * @param {{entry: Entry, change: bigint, balance: bigint}[]} lines
 * @param {Asset} asset
 */
export function entryTable(lines, asset) {
  const head = h(
    "tr",
    { role: "row" },
    h("th", { scope: "col", role: "columnheader" }, t("lines.what")),
    h("th", { scope: "col", role: "columnheader", class: "amount" }, t("wallet.amount")),
    h("th", { scope: "col", role: "columnheader", class: "amount" }, t("lines.balance")),
  );
  return h(
    "table",
    { class: "money-table entry-table", role: "table" },
    h("thead", { role: "rowgroup" }, head),
    h("tbody", { role: "rowgroup" }, ...lines.map((line) => row(line, asset))),
  );
}

/**
 * @param {{entry: Entry, change: bigint, balance: bigint}} line
 * @param {Asset} asset
 */
function row({ entry, change, balance }, { scale }) {
  const isHeld = change === 0n;
  const amount = plainAmount(isHeld ? BigInt(entry.amount) : change, scale);
  const classes = ["amount", change > 0n && "came", isHeld && "quiet"].filter(Boolean).join(" ");
  return h(
    "tr",
    { role: "row" },
    h("td", { role: "cell" }, ...words(entry)),
    h("td", { class: classes, role: "cell" }, change > 0n ? `+${amount}` : amount),
    h("td", { class: "amount", role: "cell" }, plainAmount(balance, scale)),
  );
}

/** @param {Entry} entry */
function words(entry) {
  const { at, state, counterpart, memo, leaf, signedBy } = entry;
  const key = /** @type {import("../lib/words/text.js").Key} */ (entryKey(entry));
  const state_ = state !== "done" && t(/** @type {import("../lib/words/text.js").Key} */ (`entry.state.${state}`));
  const time = lineMoment(at, hubNow());
  const signed = t(signedBy === "device" ? "lines.byDevice" : "lines.byHub");
  return [
    h("span", { class: "row-name" }, t(key, { name: counterpart.name ?? "" })),
    memo && h("span", { class: "row-words", dir: "auto" }, memo),
    h("span", { class: "row-words" }, state_ ? `${time}, ${state_}` : time),
    h("span", { class: "row-words entry-proof" }, `${t("lines.entry", { leaf })} · ${signed}`),
  ];
}
