// @ts-check
import { Refusal } from "../lib/hub/api.js";
import { h, set } from "../lib/dom/dom.js";
import { newID } from "../lib/hub/ids.js";
import { errorWords } from "../lib/dom/page.js";
import { withProof } from "../lib/hub/prove.js";
import { openSheet } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { accountName, amountWords, assetOf, coinFirst, others } from "../models/wallet.js";
import { NamedChoice } from "./account-choice.js";

/**
 * @typedef {import("../lib/dom/page.js").App} App
 * @typedef {import("../stores/wallet.js").Wallet} Wallet
 * @typedef {import("../lib/hub/wallet-shapes.js").Account} Account
 * @typedef {import("../lib/hub/wallet-shapes.js").WalletState} WalletState
 */

const nameMax = 40;

/**
 * Asks for a new account's name and what it holds.
 *
 * @param {App} app
 * @param {Wallet} wallet
 * @param {AbortSignal} signal
 */
export function openNewAccount(app, wallet, signal) {
  const { accounts, assets } = /** @type {WalletState} */ (wallet.state);
  const what = new NamedChoice("account-asset", t("accounts.what"));
  what.offer(coinFirst(assets.map(({ number, name }) => ({ asset: number, id: String(number), name }))));
  what.hint = "";
  // The same wish sent again opens one account.
  let attempt = { id: "", words: "" };
  const open = async (/** @type {string} */ name) => {
    const words = `${what.value} ${name}`;
    if (attempt.words !== words) attempt = { id: newID(), words };
    const body = { id: attempt.id, asset: Number(what.value), name: name || undefined };
    const account = await app.api.post("/accounts", body);
    app.say(t("accounts.opened", { name: account.name }));
  };
  askName(wallet, {
    title: t("accounts.new"),
    action: t("accounts.open"),
    hint: t("accounts.nameHint"),
    more: assets.length > 1 ? [what.element] : [],
    accounts,
    signal,
    use: open,
  });
}

/**
 * Asks for another name of an account.
 *
 * @param {App} app
 * @param {Wallet} wallet
 * @param {Account} account
 * @param {AbortSignal} signal
 */
export function openRename(app, wallet, account, signal) {
  const { accounts } = /** @type {WalletState} */ (wallet.state);
  const rename = async (/** @type {string} */ name) => {
    await app.api.patch(`/accounts/${account.id}`, { name });
    app.say(t("accounts.renamed", { name }));
  };
  askName(wallet, {
    title: t("accounts.renameTitle", { name: account.name }),
    action: t("common.save"),
    name: account.name,
    accounts: accounts.filter(({ id }) => id !== account.id),
    signal,
    use: rename,
  });
}

/**
 * @param {Wallet} wallet
 * @param {object} what
 * @param {string} what.title
 * @param {string} what.action
 * @param {string} [what.name]  the present one; without one, none has to be given
 * @param {string} [what.hint]
 * @param {HTMLElement[]} [what.more]
 * @param {Account[]} what.accounts  those whose names are taken
 * @param {AbortSignal} what.signal
 * @param {(name: string) => Promise<void>} what.use
 */
function askName(wallet, { title, action, name: present, hint, more = [], accounts, signal, use }) {
  const input = h("input", { class: "input", id: "account-name", maxlength: nameMax, autocomplete: "off", dir: "auto", value: present });
  const wrong = h("p", { class: "wrong", id: "account-name-wrong", role: "alert" });
  const complain = (/** @type {string} */ words) => {
    wrong.textContent = words;
    set(input, { "aria-invalid": words ? "true" : false, "aria-errormessage": words ? wrong.id : false });
    if (words) input.focus();
  };
  input.addEventListener("input", () => complain(""));
  const button = h("button", { class: "button", type: "submit" }, action);
  /** @param {SubmitEvent} event */
  const submit = async (event) => {
    event.preventDefault();
    const { name, isTaken } = accountName(input.value, accounts);
    if (isTaken) return complain(t("accounts.nameTaken"));
    if (present !== undefined && name === "") return complain(t("accounts.nameMissing"));
    complain("");
    button.disabled = true;
    try {
      await use(name);
      sheet.close();
      await wallet.refresh().catch(() => undefined);
    } catch (error) {
      complain(error instanceof Refusal && error.code === "nameTaken" ? t("accounts.nameTaken") : errorWords(error));
    } finally {
      button.disabled = false;
    }
  };
  const words = hint && h("p", { class: "hint", id: "account-name-hint" }, hint);
  if (words) input.setAttribute("aria-describedby", "account-name-hint");
  const field = h("div", { class: "field" }, h("label", { for: "account-name" }, t("accounts.name")), input, words, wrong);
  const form = h("form", { class: "form", novalidate: true, on: { submit } }, field, ...more, button);
  const sheet = openSheet(title, [form], { signal });
  input.select();
}

/**
 * Asks before an account is closed, and where the rest goes.
 *
 * @param {App} app
 * @param {Wallet} wallet
 * @param {Account} account
 * @param {AbortSignal} signal
 */
export function openClose(app, wallet, account, signal) {
  const state = /** @type {WalletState} */ (wallet.state);
  const isEmpty = BigInt(account.amount) === 0n;
  const amount = amountWords(account.amount, assetOf(state, account.asset));
  const takers = others(state.accounts, account);
  const choice = new NamedChoice("account-sweep", t("accounts.sweepTo"));
  choice.offer(takers);
  choice.hint = "";
  const words = isEmpty ? t("accounts.closeWords") : takers.length > 0 ? t("accounts.sweepWords", { amount }) : t("accounts.sweepNone", { amount });
  const wrong = h("p", { class: "wrong", role: "alert" });
  const close = async () => {
    button.disabled = true;
    wrong.textContent = "";
    try {
      const body = isEmpty ? undefined : { sweepTo: choice.value };
      await withProof(app, () => app.api.delete(`/accounts/${account.id}`, body));
      sheet.close();
      app.say(t("accounts.closed", { name: account.name }));
      await app.router.go("/wallet", { replace: true });
    } catch (error) {
      wrong.textContent = errorWords(error);
    } finally {
      button.disabled = false;
    }
  };
  const button = h("button", { class: "button danger-button", type: "button", on: { click: close } }, t("accounts.closeIt"));
  const leave = { click: () => sheet.close() };
  const keepIt = h("button", { class: "button quiet-button", type: "button", on: leave }, t("common.cancel"));
  const canClose = isEmpty || takers.length > 0;
  const content = [
    h("p", {}, words),
    ...(isEmpty || takers.length === 0 ? [] : [choice.element]),
    wrong,
    h("div", { class: "actions" }, ...(canClose ? [button] : []), keepIt),
  ];
  const sheet = openSheet(t("accounts.closeTitle", { name: account.name }), content, { signal });
}
