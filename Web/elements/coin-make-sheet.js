// @ts-check
import { Refusal } from "../lib/hub/api.js";
import { h } from "../lib/dom/dom.js";
import { newID } from "../lib/hub/ids.js";
import { withProof } from "../lib/hub/prove.js";
import { openSheet } from "../lib/dom/sheet.js";
import { Steps } from "../lib/dom/steps.js";
import { t } from "../lib/words/text.js";
import { wordCount, wordsIn } from "../models/coin-sending.js";
import { CoinAmount, coinForm, Field, nameMax, slow, submitButton } from "./coin-form.js";
import { NewPassword } from "./new-password.js";

/**
 * @typedef {import("../lib/dom/page.js").App} App
 * @typedef {import("../stores/coins.js").Coins} Coins
 * @typedef {import("../lib/hub/coin-shapes.js").CoinWords} CoinWords
 */

/**
 * Asks for what a new wallet takes, one thing at a time.
 *
 * @param {App} app
 * @param {Coins} coins
 * @param {{signal: AbortSignal, made: (wallet: string, words: CoinWords) => void}} more  what is done with its words
 */
export function openMakeCoins(app, coins, { signal, made }) {
  const name = new Field("coins-name", t("coins.name"), { max: nameMax });
  const id = newID();
  const make = async (/** @type {object} */ body) => {
    const answer = await withProof(app, () => app.api.post("/coin-wallets/made", { id, name: name.value, ...body }, slow()));
    sheet.close();
    await coins.refresh().catch(() => undefined);
    made(answer.wallet.id, answer);
  };
  const first = { element: name.element, isRight: () => name.isRight(), focus: () => name.focus() };
  const sheet = openHot({ title: t("coins.make"), action: t("coins.make"), first, fields: { name }, send: make, signal });
}

/**
 * Asks for the words of a wallet that was made before, here or elsewhere.
 *
 * @param {App} app
 * @param {Coins} coins
 * @param {AbortSignal} signal
 */
export function openRestoreCoins(app, coins, signal) {
  const name = new Field("coins-name", t("coins.name"), { max: nameMax });
  const words = new Field("coins-seed", t("coins.seed"), { hint: t("coins.seedHint"), rows: 4 });
  const madeOn = new Field("coins-made-on", t("coins.madeOn"), { hint: t("coins.madeOnHint"), type: "date" });
  const id = newID();
  const isRight = () => {
    if (!name.isRight() || !words.isRight()) return false;
    const count = wordsIn(words.value).length;
    if (count !== wordCount) words.complain(t("coins.seedCount", { count }));
    return count === wordCount;
  };
  const restore = async (/** @type {object} */ body) => {
    const all = { id, name: name.value, words: wordsIn(words.value).join(" "), madeOn: madeOn.value || undefined, ...body };
    const wallet = await withProof(app, () => app.api.post("/coin-wallets/restored", all, slow()));
    sheet.close();
    app.say(t("coins.restored", { name: wallet.name }));
    await coins.refresh().catch(() => undefined);
  };
  const element = h("div", { class: "form" }, name.element, words.element, madeOn.element);
  const first = { element, isRight, focus: () => name.focus() };
  const fields = { name, words, madeOn };
  const sheet = openHot({ title: t("coins.restore"), action: t("coins.restoreDo"), first, fields, send: restore, signal });
}

/**
 * The sheet of a wallet that the hub can spend from: first what tells it from others, then its spending password, then
 * its daily limit.
 *
 * @param {object} what
 * @param {string} what.title
 * @param {string} what.action
 * @param {import("../lib/dom/steps.js").Step} what.first
 * @param {Record<string, Field>} what.fields
 * @param {(body: object) => Promise<void>} what.send
 * @param {AbortSignal} what.signal
 */
function openHot({ title, action, first, fields, send, signal }) {
  const password = newSpendingPassword();
  const limit = new CoinAmount("coins-limit", t("coins.limitLabel"), { hint: t("coins.limitHint") });
  const hint = h("p", { class: "hint" }, t("coins.spendingPasswordHint"));
  const second = { element: h("div", { class: "stack" }, password, hint), isRight: () => password.check(), focus: () => password.focus() };
  const third = { element: limit.element, isRight: () => limit.isRight(), focus: () => limit.focus() };
  const button = submitButton("");
  const steps = new Steps([first, second, third], button, { next: t("coins.next"), last: action });
  const form = coinForm({
    content: [first.element, second.element, third.element],
    button,
    fields: { ...fields, dailyLimit: limit },
    send: async () => {
      if (!(await steps.next())) return;
      await send({ spendingPassword: password.value, dailyLimit: String(limit.read()) });
    },
    refused: (error) => complainOfPassword(password, error),
  });
  const sheet = openSheet(title, [form], { signal });
  first.focus();
  return sheet;
}

/**
 * A field for a new spending password, judged as the log-in's password is.
 *
 * @param {"spending" | "newSpending"} [label]
 */
export function newSpendingPassword(label = "spending") {
  const password = new NewPassword();
  password.dataset.label = label;
  return password;
}

/**
 * Says beside a new password what the hub has against it; false where it has nothing.
 *
 * @param {NewPassword} password
 * @param {unknown} error
 */
export function complainOfPassword(password, error) {
  if (!(error instanceof Refusal) || error.broken.length === 0) return false;
  password.complain(error.broken);
  return true;
}
