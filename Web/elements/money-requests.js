// @ts-check
import { Refusal } from "../lib/hub/api.js";
import { button } from "../lib/dom/button.js";
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { errorWords } from "../lib/dom/page.js";
import { save } from "../lib/dom/saving.js";
import { openSheet } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { Attempt } from "../lib/ledger/transfers.js";
import { amountWords, assetOf } from "../models/wallet.js";
import { momentWords } from "../models/words.js";
import { hasWords, NamedChoice } from "./account-choice.js";

/**
 * @typedef {import("../lib/dom/page.js").App} App
 * @typedef {import("../stores/wallet.js").Wallet} Wallet
 * @typedef {import("../lib/hub/wallet-shapes.js").MoneyRequest} MoneyRequest
 * @typedef {import("../lib/hub/wallet-shapes.js").WalletState} WalletState
 */

/**
 * Wishes for money that wait: those to me with what can be done, and mine, which I can take back. Nothing where none does.
 *
 * @param {App} app
 * @param {Wallet} wallet
 * @param {AbortSignal} signal
 */
export function requestSections(app, wallet, signal) {
  const waiting = wallet.requests.filter(({ state }) => state === "waiting");
  const cards = (/** @type {boolean} */ mine) => waiting.filter((one) => one.mine === mine).map((one) => card(app, wallet, one, signal));
  const section = (/** @type {string} */ title, /** @type {HTMLElement[]} */ items) =>
    items.length > 0 ? [h("section", { class: "section" }, h("h2", {}, title), ...items)] : [];
  return [...section(t("requests.title"), cards(false)), ...section(t("requests.mine"), cards(true))];
}

/**
 * @param {App} app
 * @param {Wallet} wallet
 * @param {MoneyRequest} request
 * @param {AbortSignal} signal
 */
function card(app, wallet, request, signal) {
  const { id, mine, name, at, memo, held } = request;
  const amount = wordsOf(wallet, request);
  const end = async () => {
    const done = mine ? t("requests.withdrawn") : t("requests.declined", { name });
    const perform = () => app.api.delete(`/money-requests/${id}`);
    if (await save(perform, { say: app.say, done })) await wallet.refresh().catch(() => undefined);
  };
  const pay = () => openPay(app, wallet, request, signal);
  return h(
    "article",
    { class: "card stack" },
    h(
      "div",
      {},
      h("h3", {}, t(mine ? "requests.asked" : "requests.asks", { name, amount })),
      memo && h("p", { dir: "auto" }, memo),
      h("p", { class: "quiet small" }, momentWords(at, hubNow())),
      held && h("p", { class: "small" }, t(mine ? "requests.heldMine" : "requests.held", { name })),
    ),
    h(
      "div",
      { class: "actions" },
      !mine && !held && button(t("requests.pay"), pay, { key: `pay-${id}` }),
      (mine || !held) && button(t(mine ? "requests.withdraw" : "requests.decline"), end, { style: "quiet-button", key: `end-${id}` }),
    ),
  );
}

/**
 * @param {Wallet} wallet
 * @param {MoneyRequest} request
 */
function wordsOf(wallet, { amount, asset }) {
  return amountWords(amount, assetOf(/** @type {WalletState} */ (wallet.state), asset));
}

/**
 * Asks from which account a wish is paid.
 *
 * @param {App} app
 * @param {Wallet} wallet
 * @param {MoneyRequest} request
 * @param {AbortSignal} signal
 */
function openPay(app, wallet, request, signal) {
  const state = /** @type {WalletState} */ (wallet.state);
  const { id, name, asset, account, memo } = request;
  const units = BigInt(request.amount);
  const mine = state.accounts.filter((one) => one.asset === asset);
  const amount = wordsOf(wallet, request);
  const chosen = () => {
    choice.hint = hasWords(state, mine.find(({ id: one }) => one === choice.value));
  };
  /** @type {NamedChoice} */
  const choice = new NamedChoice("request-from", t("money.pay.from"), chosen);
  const wrong = h("p", { class: "wrong", role: "alert" });
  const attempt = new Attempt();
  /** @param {SubmitEvent} event */
  const submit = async (event) => {
    event.preventDefault();
    wrong.textContent = "";
    send.disabled = true;
    try {
      const moved = await attempt.send(app, state, { kind: "payment", from: choice.value, to: account, asset, units, memo, request: id });
      sheet.close();
      app.say(t(moved.state === "held" ? "money.held" : "money.pay.done", { amount, name }));
      await wallet.refresh().catch(() => undefined);
    } catch (error) {
      const missing = error instanceof Refusal && error.code === "insufficient" && error.missing;
      wrong.textContent = missing ? t("money.missing", { amount: amountWords(missing, assetOf(state, asset)) }) : errorWords(error);
    } finally {
      send.disabled = false;
    }
  };
  const send = h("button", { class: "button", type: "submit" }, t("money.pay.do"));
  // The fullest comes first: it is the likeliest to do.
  const byWeight = [...mine].sort((left, right) => (BigInt(left.available) < BigInt(right.available) ? 1 : -1));
  choice.offer(byWeight, byWeight[0]?.id);
  chosen();
  const form = h("form", { class: "form", novalidate: true, on: { submit } }, memo && h("p", { dir: "auto" }, memo), choice.element, wrong, send);
  const content = mine.length > 0 ? form : h("p", {}, t("requests.cannot"));
  const sheet = openSheet(t("requests.payTitle", { name, amount }), [content], { signal });
}
