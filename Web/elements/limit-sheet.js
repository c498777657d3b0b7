// @ts-check
import { h } from "../lib/dom/dom.js";
import { nameIn } from "../stores/family-money.js";
import { sentences } from "../lib/words/joined.js";
import { withProof } from "../lib/hub/prove.js";
import { openSheet } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { limitsWith } from "../models/family-money.js";
import { assetOf, coinFirst } from "../models/wallet.js";
import { NamedChoice } from "./account-choice.js";
import { AmountField } from "./amount-field.js";
import { moneyForm } from "./money-form.js";

/**
 * @typedef {import("../lib/dom/page.js").App} App
 * @typedef {import("../stores/family-money.js").FamilyMoney} FamilyMoney
 * @typedef {import("../stores/family-money.js").FamilyMoneyState} FamilyMoneyState
 */

/**
 * Asks how much a child may give away in a day, or from what sum on a second adult has to agree.
 *
 * @param {App} app
 * @param {FamilyMoney} money
 * @param {"day" | "sum"} kind
 * @param {{member?: string, asset: number, amount: string} | undefined} present  the one to change; undefined for a new one
 * @param {AbortSignal} signal
 */
export function openLimit(app, money, kind, present, signal) {
  const state = /** @type {FamilyMoneyState} */ (money.state);
  const { family, wallet, assets } = state;
  const child = new NamedChoice("limit-child", t("limits.child"));
  child.offer(family.members.filter(({ role }) => role === "child"));
  const what = new NamedChoice("limit-asset", t("limits.what"), () => {
    amount.asset = assetOf(wallet, Number(what.value));
  });
  what.offer(coinFirst(assets.map(({ number, name }) => ({ asset: number, id: String(number), name }))));
  child.hint = what.hint = "";
  const number = present?.asset ?? Number(what.value);
  const amount = new AmountField("limit-amount", assetOf(wallet, number), present && BigInt(present.amount));
  const place = () => present ?? { member: kind === "day" ? child.value : undefined, asset: Number(what.value) };
  const put = async (/** @type {bigint | undefined} */ units) => {
    // What another one changed meanwhile stays.
    const path = `/families/${family.id}/limits`;
    const now = await app.api.get(path, signal);
    await withProof(app, () => app.api.put(path, limitsWith(now, place(), units)));
    sheet.close();
    app.say(t("limits.saved"));
    await money.refresh().catch(() => undefined);
  };
  const send = async () => {
    // Nothing typed is no limit; a zero is one.
    if (amount.isEmpty) return put(undefined);
    const units = amount.read(true);
    if (units !== undefined) await put(units);
  };
  const told = h("p", { class: "hint" }, sentences(t(kind === "day" ? "limits.zero" : "sums.zero"), t("limits.told")));
  const fields = [!present && kind === "day" && child.element, !present && assets.length > 1 && what.element, amount.element, told];
  const form = moneyForm({ fields, action: t("common.save"), send, amount });
  const removal = t(kind === "day" ? "limits.remove" : "sums.remove");
  const remove = present && moneyForm({ fields: [], action: removal, send: () => put(undefined) });
  remove?.querySelector("button")?.classList.add("quiet-button");
  const sheet = openSheet(titleOf(state, kind, present), remove ? [form, remove] : [form], { signal });
  amount.focus();
}

/**
 * @param {FamilyMoneyState} state
 * @param {"day" | "sum"} kind
 * @param {{member?: string} | undefined} present
 */
function titleOf(state, kind, present) {
  if (kind === "sum") return t(present ? "sums.editTitle" : "sums.newTitle");
  return present ? t("limits.editTitle", { name: nameIn(state, present.member ?? "") }) : t("limits.newTitle");
}
