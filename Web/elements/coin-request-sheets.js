// @ts-check
import { h } from "../lib/dom/dom.js";
import { withProof } from "../lib/hub/prove.js";
import { confirmed, openSheet } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { coinAccountName, requestWords } from "../models/coin-words.js";
import { coinWords } from "../models/coins.js";
import { NamedChoice } from "./account-choice.js";
import { CoinAmount, coinErrorWords, coinForm, copied, fact, facts, Field, slow, submitButton } from "./coin-form.js";
import { WishID } from "./money-form.js";

/**
 * @typedef {import("../lib/dom/page.js").App} App
 * @typedef {import("../stores/coins.js").Coins} Coins
 * @typedef {import("../lib/hub/coin-shapes.js").CoinRequest} CoinRequest
 * @typedef {import("../lib/hub/coin-shapes.js").CoinWallet} CoinWallet
 */

const memoMax = 100;

/**
 * Asks for an account, an amount and what it is for, and makes a request with an address of its own.
 *
 * @param {App} app
 * @param {Coins} coins
 * @param {CoinWallet} wallet
 * @param {{signal: AbortSignal, made: (request: CoinRequest) => void}} more
 */
export function openAskForCoins(app, coins, wallet, { signal, made }) {
  const { accounts } = wallet;
  const into = new NamedChoice("coins-into", t("coins.askInto"));
  into.offer(accounts.map((account) => ({ id: String(account.index), name: coinAccountName(account) })));
  into.hint = "";
  const amount = new CoinAmount("coins-amount", t("coins.askAmount"), {});
  const memo = new Field("coins-memo", t("coins.memo"), { hint: t("coins.memoHint"), max: memoMax });
  const wish = new WishID();
  const send = async () => {
    const units = amount.value === "" ? undefined : amount.read();
    if (units === undefined && amount.value !== "") return;
    const body = { account: Number(into.value || 0), amount: units === undefined ? undefined : String(units), memo: memo.value || undefined };
    const request = await withProof(app, () => app.api.post(`/coin-wallets/${wallet.id}/requests`, { id: wish.of(body), ...body }, slow()));
    sheet.close();
    await coins.refresh().catch(() => undefined);
    made(request);
  };
  const content = [accounts.length > 1 && into.element, amount.element, memo.element];
  const form = coinForm({ content, button: submitButton(t("coins.askDo")), send, fields: { amount, memo } });
  const sheet = openSheet(t("coins.ask"), [form], { signal });
  amount.focus();
}

/**
 * A request as it is shown to who pays: a code to scan, the address, and the link.
 *
 * @param {App} app
 * @param {Coins} coins
 * @param {CoinWallet} wallet
 * @param {CoinRequest} request
 * @param {AbortSignal} signal
 */
export function openRequestSheet(app, coins, wallet, request, signal) {
  const { id, address, amount, memo, uri } = request;
  const path = `/coin-wallets/${wallet.id}/requests/${id}`;
  const say = (/** @type {string} */ words) => sheet.say(words);
  const share = () => navigator.share({ text: uri }).catch(() => undefined);
  const remove = async () => {
    const question = { title: t("coins.requestRemoveTitle"), words: t("coins.requestRemoveWords"), action: t("coins.requestRemove") };
    if (!(await confirmed(question, signal))) return;
    try {
      await app.api.delete(path);
      sheet.close();
      app.say(t("coins.requestRemoved"));
      await coins.refresh().catch(() => undefined);
    } catch (error) {
      say(coinErrorWords(error));
    }
  };
  const image = h("img", { class: "qr-code", src: `/api/v1${path}/qr.svg`, alt: t("coins.requestQR"), width: 280, height: 280 });
  const sheet = openSheet(
    t("coins.request"),
    [
      h("figure", { class: "qr" }, image, h("figcaption", { class: "coin-asked" }, amount === undefined ? t("coins.anyAmount") : coinWords(amount))),
      facts(
        memo !== undefined && fact(t("coins.memo"), memo),
        fact(t("coins.requestState"), requestWords(request)),
        copied(t("coins.requestAddress"), address, say),
        copied(t("coins.requestLink"), uri, say),
      ),
      h(
        "div",
        { class: "actions" },
        // Only a page that came over HTTPS may share.
        "share" in navigator && h("button", { class: "button", type: "button", on: { click: share } }, t("coins.share")),
        h("button", { class: "button quiet-button", type: "button", on: { click: remove } }, t("coins.requestRemove")),
      ),
    ],
    { signal },
  );
}
