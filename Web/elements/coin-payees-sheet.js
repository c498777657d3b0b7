// @ts-check
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { icon } from "../lib/dom/icons.js";
import { withProof } from "../lib/hub/prove.js";
import { confirmed, openSheet } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { isPayable, shortAddress } from "../models/coin-sending.js";
import { momentWords } from "../models/words.js";
import { coinErrorWords, coinForm, Field, nameMax, slow, submitButton } from "./coin-form.js";
import { WishID } from "./money-form.js";
import { stateView } from "../lib/dom/state-view.js";

/**
 * @typedef {import("../lib/dom/page.js").App} App
 * @typedef {import("../lib/hub/coin-shapes.js").CoinPayee} CoinPayee
 * @typedef {import("../lib/hub/coin-shapes.js").CoinWallet} CoinWallet
 */

/**
 * The people that a wallet can pay.
 *
 * @param {App} app
 * @param {CoinWallet} wallet
 * @param {AbortSignal} signal
 */
export function openPayees(app, wallet, signal) {
  const body = h("div", { class: "stack" }, stateView("loading"));
  const sheet = openSheet(t("coins.payeesTitle"), [body], { signal });
  const read = async () => {
    try {
      const { items } = await app.api.get(`/coin-wallets/${wallet.id}/payees`, signal);
      const rows = items.map((/** @type {CoinPayee} */ payee) => row(payee, () => remove(payee)));
      const add = { click: () => openAddPayee(app, wallet, { signal, added: read }) };
      body.replaceChildren(
        h("p", { class: "quiet small" }, t("coins.payeeHint")),
        rows.length > 0 ? h("ul", { class: "list" }, ...rows) : h("p", {}, t("coins.toNone")),
        h("button", { class: "button", type: "button", on: add }, t("coins.addPayee")),
      );
    } catch (error) {
      body.replaceChildren(h("p", { class: "wrong", role: "alert" }, coinErrorWords(error)));
    }
  };
  /** @param {CoinPayee} payee */
  const remove = async ({ id, name }) => {
    const question = { title: t("coins.payeeRemoveTitle", { name }), words: t("coins.payeeRemoveWords"), action: t("coins.payeeRemoveDo") };
    if (!(await confirmed(question, signal))) return;
    try {
      await withProof(app, () => app.api.delete(`/coin-wallets/${wallet.id}/payees/${id}`));
      sheet.say(t("coins.payeeRemoved", { name }));
    } catch (error) {
      sheet.say(coinErrorWords(error));
    }
    await read();
  };
  read();
}

/**
 * @param {CoinPayee} payee
 * @param {() => void} remove
 */
function row(payee, remove) {
  const { name, address, payableFrom } = payee;
  const time = momentWords(payableFrom, hubNow());
  const words = isPayable(payee, hubNow()) ? t("coins.payeeNow") : t("coins.payeeFrom", { time });
  const text = h(
    "span",
    { class: "grow" },
    h("span", { class: "row-name" }, h("bdi", {}, name)),
    h("span", { class: "row-words" }, words, " · ", h("bdi", { dir: "ltr" }, shortAddress(address))),
  );
  const away = h("button", { class: "button icon-button", type: "button", "aria-label": t("coins.payeeRemove", { name }), on: { click: remove } });
  away.append(icon("remove"));
  return h("li", {}, h("div", { class: "row" }, text, away));
}

/**
 * Asks for a person's name and address.
 *
 * @param {App} app
 * @param {CoinWallet} wallet
 * @param {{signal: AbortSignal, added: () => void}} more
 */
export function openAddPayee(app, wallet, { signal, added }) {
  const name = new Field("coins-payee", t("coins.name"), { max: nameMax });
  const address = new Field("coins-payee-address", t("coins.payeeAddress"), { rows: 3 });
  const wish = new WishID();
  const send = async () => {
    if (!name.isRight() || !address.isRight()) return;
    const body = { name: name.value, address: address.value.replace(/\s/gu, "") };
    const payee = await withProof(app, () => app.api.post(`/coin-wallets/${wallet.id}/payees`, { id: wish.of(body), ...body }, slow()));
    sheet.close();
    app.say(t("coins.payeeAdded", { name: payee.name, time: momentWords(payee.payableFrom, hubNow()) }));
    added();
  };
  const hint = h("p", { class: "hint" }, t("coins.payeeHint"));
  const form = coinForm({ content: [name.element, address.element, hint], button: submitButton(t("coins.addPayee")), send, fields: { name, address } });
  const sheet = openSheet(t("coins.addPayee"), [form], { signal });
  name.focus();
}
