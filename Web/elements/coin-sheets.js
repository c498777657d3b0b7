// @ts-check
import { newID } from "../lib/hub/ids.js";
import { withProof } from "../lib/hub/prove.js";
import { openSheet } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { coinAccountName } from "../models/coin-words.js";
import { looksLikeSeed } from "../models/coins.js";
import { coinForm, Field, nameMax, slow, submitButton } from "./coin-form.js";

/**
 * @typedef {import("../lib/dom/page.js").App} App
 * @typedef {import("../stores/coins.js").Coins} Coins
 * @typedef {import("../lib/hub/coin-shapes.js").CoinAccount} CoinAccount
 * @typedef {import("../lib/hub/coin-shapes.js").CoinWallet} CoinWallet
 */

/**
 * Asks for a wallet's address and view key.
 *
 * @param {App} app
 * @param {Coins} coins
 * @param {AbortSignal} signal
 */
export function openWatchCoins(app, coins, signal) {
  const fields = {
    name: new Field("coins-name", t("coins.name"), { max: nameMax }),
    address: new Field("coins-address", t("coins.address"), { hint: t("coins.addressHint") }),
    viewKey: new Field("coins-view-key", t("coins.viewKey"), { hint: t("coins.viewKeyHint") }),
    madeOn: new Field("coins-made-on", t("coins.madeOn"), { hint: t("coins.madeOnHint"), type: "date" }),
  };
  // The same wish sent again adds one wallet.
  const id = newID();
  const watch = async () => {
    const missing = [fields.name, fields.address, fields.viewKey].find(({ value }) => value === "");
    if (missing) return missing.complain(t("coins.fieldMissing"));
    const seed = [fields.address, fields.viewKey].find(({ value }) => looksLikeSeed(value));
    if (seed) {
      seed.input.value = "";
      return seed.complain(t("coins.words"));
    }
    const body = { id, name: fields.name.value, address: fields.address.value, viewKey: fields.viewKey.value, madeOn: fields.madeOn.value || undefined };
    const wallet = await withProof(app, () => app.api.post("/coin-wallets", body, slow()));
    app.say(t("coins.added", { name: wallet.name }));
    return true;
  };
  openForm(coins, fields, { title: t("coins.watch"), action: t("coins.add"), perform: watch, signal });
}

/**
 * Asks for the name of a new account in a wallet.
 *
 * @param {App} app
 * @param {Coins} coins
 * @param {CoinWallet} wallet
 * @param {AbortSignal} signal
 */
export function openNewCoinAccount(app, coins, wallet, signal) {
  const fields = { name: new Field("coins-name", t("coins.name"), { max: nameMax }) };
  const open = async () => {
    const name = fields.name.value;
    if (!fields.name.isRight()) return undefined;
    await withProof(app, () => app.api.post(`/coin-wallets/${wallet.id}/accounts`, { name }, slow()));
    app.say(t("accounts.opened", { name }));
    return true;
  };
  openForm(coins, fields, { title: t("accounts.new"), action: t("accounts.open"), perform: open, signal });
}

/**
 * Asks for another name of a wallet, or of an account in it.
 *
 * @param {App} app
 * @param {Coins} coins
 * @param {CoinWallet} wallet
 * @param {CoinAccount | undefined} account
 * @param {AbortSignal} signal
 */
export function openRenameCoins(app, coins, wallet, account, signal) {
  const present = account ? account.name ?? "" : wallet.name;
  const fields = { name: new Field("coins-name", t("coins.name"), { max: nameMax, value: present }) };
  const rename = async () => {
    const name = fields.name.value;
    if (name === "" && !account) return fields.name.complain(t("coins.fieldMissing"));
    const body = account ? { accounts: [{ index: account.index, name }] } : { name };
    await app.api.patch(`/coin-wallets/${wallet.id}`, body);
    app.say(t("coins.saved"));
    return true;
  };
  const title = t("coins.renameTitle", { name: account ? coinAccountName(account) : wallet.name });
  openForm(coins, fields, { title, action: t("common.save"), perform: rename, signal });
}

/**
 * @param {Coins} coins
 * @param {Record<string, Field>} fields  by the names that the hub has for them
 * @param {{title: string, action: string, perform: () => Promise<true | void>, signal: AbortSignal}} what
 */
function openForm(coins, fields, { title, action, perform, signal }) {
  const send = async () => {
    if (!(await perform())) return;
    sheet.close();
    await coins.refresh().catch(() => undefined);
  };
  const elements = Object.values(fields).map(({ element }) => element);
  const sheet = openSheet(title, [coinForm({ content: elements, button: submitButton(action), send, fields })], { signal });
}
