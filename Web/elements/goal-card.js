// @ts-check
import { button } from "../lib/dom/button.js";
import { h, set } from "../lib/dom/dom.js";
import { icon } from "../lib/dom/icons.js";
import { squarePicture } from "../lib/device/picture-file.js";
import { confirmed, openSheet } from "../lib/dom/sheet.js";
import { save } from "../lib/dom/saving.js";
import { t } from "../lib/words/text.js";
import { amountWords, assetOf, goalOf, readShare, shareLeft } from "../models/wallet.js";
import { AmountField } from "./amount-field.js";
import { moneyForm, textField } from "./money-form.js";

/**
 * @typedef {import("../lib/dom/page.js").App} App
 * @typedef {import("../stores/wallet.js").Wallet} Wallet
 * @typedef {import("../lib/hub/wallet-shapes.js").Account} Account
 * @typedef {import("../lib/hub/wallet-shapes.js").Goal} Goal
 * @typedef {import("../lib/hub/wallet-shapes.js").WalletState} WalletState
 */

/**
 * What an account is saved for and how far it is; without a goal, the way to one.
 *
 * @param {App} app
 * @param {Wallet} wallet
 * @param {Account} account
 * @param {AbortSignal} signal
 */
export function goalCard(app, wallet, account, signal) {
  const state = /** @type {WalletState} */ (wallet.state);
  const goal = state.goals.find((each) => each.account === account.id);
  const edit = () => openGoal(app, wallet, account, goal, signal);
  if (!goal) return h("div", { class: "actions no-print" }, button(t("goal.set"), edit, { style: "quiet-button", key: "goal" }));
  const asset = assetOf(state, account.asset);
  const { part, missing } = goalOf(goal, account);
  const [amount, rest] = [amountWords(goal.amount, asset), amountWords(missing, asset)];
  const words = goal.reachedAt || missing === 0n ? t("goal.reached") : t("goal.missing", { amount: rest });
  const bar = h("progress", { class: "goal-bar", max: 1, value: part, "aria-label": t("goal.of", { amount }) });
  const text = h("div", { class: "stack grow" }, h("h2", {}, t("goal.of", { amount })), bar, h("p", {}, words));
  if (goal.share > 0) text.append(h("p", { class: "quiet small" }, t("goal.gets", { share: goal.share })));
  text.append(h("div", { class: "actions no-print" }, button(t("goal.change"), edit, { style: "quiet-button", key: "goal" })));
  return h("section", { class: "card goal" }, goal.picture && picture(goal.picture), text);
}

/** @param {string} address */
function picture(address) {
  return h("img", { class: "goal-picture", src: address, alt: "", width: 256, height: 256 });
}

/**
 * Asks how much is wanted, what of each allowance goes there, and for a picture.
 *
 * @param {App} app
 * @param {Wallet} wallet
 * @param {Account} account
 * @param {Goal | undefined} goal
 * @param {AbortSignal} signal
 */
function openGoal(app, wallet, account, goal, signal) {
  const state = /** @type {WalletState} */ (wallet.state);
  const path = `/accounts/${account.id}/goal`;
  const amount = new AmountField("goal-amount", assetOf(state, account.asset), goal && BigInt(goal.amount));
  const most = shareLeft(state, account);
  const share = textField("goal-share", t("goal.share"), {
    inputmode: "numeric",
    maxlength: 3,
    value: goal?.share ?? 0,
    "aria-describedby": "goal-share-hint",
  });
  const hint = h("p", { class: "hint", id: "goal-share-hint" }, t("goal.shareHint", { most }));
  const choice = pictureChoice(goal?.picture, () => sheet.say(t("profile.unreadable")));
  const send = async () => {
    const units = amount.read();
    const percent = readShare(share.input.value, most);
    share.complain(percent === undefined ? t("goal.shareRange", { most }) : "");
    if (units === undefined || percent === undefined) return;
    await app.api.put(path, { amount: String(units), share: percent });
    if (choice.chosen) await app.api.put(`${path}/picture`, choice.chosen);
    else if (choice.chosen === null && goal?.picture) await app.api.delete(`${path}/picture`);
    sheet.close();
    app.say(t("goal.saved"));
    await wallet.refresh().catch(() => undefined);
  };
  const end = async () => {
    const question = { title: t("goal.endTitle"), words: t("goal.endWords"), action: t("goal.end") };
    sheet.close();
    if (!(await confirmed(question, signal))) return;
    await save(() => app.api.delete(path), { say: app.say, done: t("goal.ended") });
    await wallet.refresh().catch(() => undefined);
  };
  const fields = [choice.element, amount.element, share.element, hint];
  const below = goal && button(t("goal.end"), end, { style: "quiet-button" });
  const form = moneyForm({ fields, action: t("common.save"), send, amount, below });
  const sheet = openSheet(t(goal ? "goal.change" : "goal.set"), [form], { signal, closed: choice.forget });
  amount.focus();
}

/**
 * A picture to choose, of which a browser cuts the square in the middle.
 *
 * @param {string | undefined} present
 * @param {() => void} unreadable
 */
function pictureChoice(present, unreadable) {
  let address = "";
  const shown = h("div", { class: "picture" });
  const choice = {
    element: shown,
    /** What was chosen since; null takes the present one away. @type {Blob | null | undefined} */
    chosen: /** @type {Blob | null | undefined} */ (undefined),
    forget: () => URL.revokeObjectURL(address),
  };
  const draw = () => {
    const there = choice.chosen === undefined ? present : choice.chosen === null ? undefined : address;
    const file = h("input", { type: "file", accept: "image/*", class: "visually-hidden", tabindex: "-1", "aria-hidden": "true" });
    file.addEventListener("change", () => void take(file.files?.[0]));
    const choose = button(t("profile.choosePicture"), () => file.click(), { style: "quiet-button", picture: "picture" });
    const drop = () => {
      choice.chosen = null;
      draw();
    };
    const remove = h("button", { class: "button icon-button", type: "button", on: { click: drop } }, icon("remove"));
    set(remove, { "aria-label": t("profile.removePicture") });
    const actions = h("div", { class: "actions" }, choose, there !== undefined && remove);
    shown.replaceChildren(...(there ? [picture(there)] : []), actions, file);
  };
  const take = async (/** @type {File | undefined} */ file) => {
    if (!file) return;
    try {
      choice.chosen = await squarePicture(file);
      URL.revokeObjectURL(address);
      address = URL.createObjectURL(choice.chosen);
      draw();
    } catch {
      // Whatever it is, a browser that cannot draw it cannot cut a square out of it.
      unreadable();
    }
  };
  draw();
  return choice;
}
