// @ts-check
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { withProof } from "../lib/hub/prove.js";
import { openSheet } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { raisedWords } from "../models/coin-words.js";
import { coinWords } from "../models/coins.js";
import { CoinAmount, coinForm, spendingPassword, submitButton } from "./coin-form.js";
import { complainOfPassword, newSpendingPassword } from "./coin-make-sheet.js";

/**
 * What guards a wallet: its daily limit and its spending password.
 *
 * @typedef {import("../lib/dom/page.js").App} App
 * @typedef {import("../stores/coins.js").Coins} Coins
 * @typedef {import("../lib/hub/coin-shapes.js").CoinWallet} CoinWallet
 */

/**
 * Asks for another daily limit: a lower one counts at once, a higher one a day later.
 *
 * @param {App} app
 * @param {Coins} coins
 * @param {CoinWallet} wallet
 * @param {AbortSignal} signal
 */
export function openCoinLimit(app, coins, wallet, signal) {
  const { id, dailyLimit = "0", spentToday = "0" } = wallet;
  const limit = new CoinAmount("coins-limit", t("coins.limitLabel"), { hint: t("coins.limitRule"), units: dailyLimit });
  const send = async () => {
    const units = limit.read();
    if (units === undefined) return;
    const now = await withProof(app, () => app.api.put(`/coin-wallets/${id}/limit`, { dailyLimit: String(units) }));
    sheet.close();
    app.say(raisedWords(now, hubNow()) ?? t("coins.limitSaved", { amount: coinWords(now.dailyLimit ?? "0") }));
    await coins.refresh().catch(() => undefined);
  };
  const raised = raisedWords(wallet, hubNow());
  const content = [limit.element];
  const form = coinForm({ content, button: submitButton(t("common.save")), send, fields: { dailyLimit: limit } });
  const present = h("p", {}, t("coins.limitNow", { limit: coinWords(dailyLimit), spent: coinWords(spentToday) }));
  const sheet = openSheet(t("coins.limitTitle"), [present, ...(raised ? [h("p", { class: "card" }, raised)] : []), form], { signal });
  limit.focus();
}

/**
 * Asks for another spending password.
 *
 * @param {App} app
 * @param {CoinWallet} wallet
 * @param {AbortSignal} signal
 */
export function openSpendingPassword(app, wallet, signal) {
  const old = spendingPassword(t("coins.passwordOld"));
  const next = newSpendingPassword("newSpending");
  const send = async () => {
    if (!old.isRight() || !next.check()) return;
    const body = { old: old.input.value, new: next.value };
    await withProof(app, () => app.api.put(`/coin-wallets/${wallet.id}/spending-password`, body));
    sheet.close();
    app.say(t("coins.passwordChanged"));
  };
  const form = coinForm({
    content: [old.element, next, h("p", { class: "hint" }, t("coins.spendingPasswordHint"))],
    button: submitButton(t("coins.passwordDo")),
    send,
    refused: (error) => complainOfPassword(next, error),
    fields: { old, spendingPassword: old },
  });
  const sheet = openSheet(t("coins.passwordChange"), [form], { signal });
  old.focus();
}
