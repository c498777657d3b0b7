// @ts-check
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { openSheet } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { paidName, paymentWords } from "../models/coin-words.js";
import { coinWords } from "../models/coins.js";
import { momentWords } from "../models/words.js";
import { coinErrorWords, coinForm, copied, fact, facts, sendPayment, submitButton } from "./coin-form.js";

/**
 * @typedef {import("../lib/dom/page.js").App} App
 * @typedef {import("../lib/hub/coin-shapes.js").CoinPayment} CoinPayment
 * @typedef {import("../lib/hub/coin-shapes.js").CoinProof} CoinProof
 * @typedef {import("../lib/hub/coin-shapes.js").CoinWallet} CoinWallet
 */

/**
 * A payment that was sent: what it cost, how far it got, and what proves it. One that no node can have is discarded here.
 *
 * @param {App} app
 * @param {import("../stores/coins.js").Coins} coins
 * @param {CoinWallet} wallet
 * @param {CoinPayment} payment
 * @param {AbortSignal} signal
 */
export function openPaymentSheet(app, coins, wallet, payment, signal) {
  const { id, amount, fee, total, note, sentAt, preparedAt, waitsForMe, discardable } = payment;
  const proof = h("div", { class: "stack" });
  const show = async () => {
    button.disabled = true;
    try {
      /** @type {CoinProof} */
      const { hash, address, key } = await app.api.get(`/coin-wallets/${wallet.id}/payments/${id}/proof`, signal);
      const say = (/** @type {string} */ words) => sheet.say(words);
      const rows = [copied(t("coins.hash"), hash, say), copied(t("coins.proofAddress"), address, say), copied(t("coins.proofKey"), key, say)];
      proof.replaceChildren(h("p", { class: "small" }, t("coins.proofWords")), facts(...rows));
    } catch (error) {
      sheet.say(coinErrorWords(error));
      button.disabled = false;
    }
  };
  const button = h("button", { class: "button quiet-button", type: "button", on: { click: show } }, t("coins.proof"));
  const again = coinForm({
    content: [],
    button: submitButton(t("coins.sendAgain")),
    send: () => sendPayment(app, coins, wallet, payment, sheet),
    unheard: t("coins.unsure"),
  });
  const discard = async () => {
    try {
      await app.api.delete(`/coin-wallets/${wallet.id}/payments/${id}`);
      sheet.close();
      app.say(t("coins.discarded"));
      await coins.refresh().catch(() => undefined);
    } catch (error) {
      sheet.say(coinErrorWords(error));
    }
  };
  const leave = discardable && h("button", { class: "button quiet-button", type: "button", on: { click: discard } }, t("coins.discard"));
  const isSent = sentAt !== undefined;
  if (isSent) proof.append(button);
  const title = t("coins.payment");
  const sheet = openSheet(
    title,
    [
      h("p", {}, paymentWords(payment, hubNow()), " · ", momentWords(sentAt ?? preparedAt, hubNow())),
      facts(
        fact(t("coins.to"), paidName(payment, wallet)),
        note !== undefined && fact(t("coins.note"), note),
        fact(t("coins.amountOf"), coinWords(amount)),
        fact(t("coins.fee"), coinWords(fee)),
        fact(t("coins.total"), coinWords(total)),
      ),
      ...(waitsForMe ? [again] : []),
      ...(leave ? [leave] : waitsForMe ? [h("p", { class: "small" }, t("coins.cannotDiscard"))] : []),
      proof,
    ],
    { signal },
  );
}
