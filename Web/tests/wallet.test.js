// @ts-check
import assert from "node:assert/strict";
import test from "node:test";
import { allTexts, setLanguage } from "../lib/words/text.js";
import { browserName } from "../models/browser-name.js";
import {
  accountName,
  amountWords,
  changes,
  entryKey,
  goalOf,
  inWords,
  movable,
  others,
  readShare,
  receiving,
  shareLeft,
} from "../models/wallet.js";

const account = (/** @type {string} */ id, /** @type {number} */ asset) => ({ id, name: id, asset, amount: "0", available: "0" });
const coin = { number: 2, name: "coin", scale: 2 };

/**
 * @param {string} id
 * @param {string} balance
 * @param {Partial<import("../lib/hub/wallet-shapes.js").Entry>} [more]
 * @returns {import("../lib/hub/wallet-shapes.js").Entry}
 */
function entry(id, balance, more = {}) {
  const counterpart = { kind: /** @type {const} */ ("cash"), account: "c" };
  const facts = { leaf: 1, at: "2026-03-01T08:00:00.000Z", kind: /** @type {const} */ ("deposit"), state: /** @type {const} */ ("done") };
  return { id, balance, ...facts, direction: "in", amount: "1", counterpart, signedBy: "hub", ...more };
}

test("money is moved between accounts of the same kind, and never to itself", () => {
  const [one, two, gold] = [account("one", 2), account("two", 2), account("gold", 1)];
  assert.deepEqual(others([one, two, gold], one), [two]);
  assert.deepEqual(movable([one, two, gold]), [one, two]);
  assert.deepEqual(movable([one, gold]), []);
});

test("somebody is paid into their account of an asset, if they have one", () => {
  const bo = { member: "bo", name: "Bo", accounts: [{ asset: 2, account: "b2" }] };
  assert.equal(receiving(bo, 2), "b2");
  assert.equal(receiving(bo, 1), undefined);
});

test("a name is taken when another account is called the same, and blank is none", () => {
  const accounts = [account("Account 1", 2)];
  assert.deepEqual(accountName("  Account 1 ", accounts), { name: "Account 1", isTaken: true });
  assert.deepEqual(accountName("Bicycle", accounts), { name: "Bicycle", isTaken: false });
  assert.deepEqual(accountName("   ", accounts), { name: "", isTaken: false });
});

test("what a line changed is the difference between two balances", () => {
  const entries = [entry("3", "700"), entry("2", "1000", { state: "held" }), entry("1", "1000")];
  assert.deepEqual(changes(entries, 0n).map(({ change }) => change), [-300n, 0n, 1000n]);
  assert.deepEqual(changes(entries, 400n).map(({ change }) => change), [-300n, 0n, 600n]);
  // Of the last one that is known, nobody knows what stood before.
  assert.deepEqual(changes(entries).map(({ entry: { id } }) => id), ["3", "2"]);
  assert.deepEqual(changes([], 0n), []);
});

test("each line has words for what it was", () => {
  const bo = { kind: /** @type {const} */ ("member"), account: "b", name: "Bo" };
  assert.equal(entryKey(entry("1", "0", { kind: "payment", direction: "out", counterpart: bo })), "entry.to");
  assert.equal(entryKey(entry("1", "0", { kind: "payment", counterpart: bo })), "entry.from");
  assert.equal(entryKey(entry("1", "0", { kind: "payment", counterpart: { kind: "left", account: "x" } })), "entry.fromLeft");
  assert.equal(entryKey(entry("1", "0")), "entry.deposit");
  assert.equal(entryKey(entry("1", "0", { ends: "0" })), "entry.ended");
});

test("an amount is told with what it is of", () => {
  assert.equal(amountWords("1250", coin, "en-GB"), "12.50 coin");
  assert.equal(amountWords(30n, { number: 1, name: "gold", scale: 0 }, "de-DE"), "30 gold");
});

test("an amount of a currency has that currency's own form, exact to its last digit", () => {
  const euro = { number: 9, name: "EUR", scale: 2 };
  assert.equal(amountWords("125050", euro, "en-GB"), "€1,250.50");
  assert.equal(amountWords("125050", euro, "de-DE").replace(/\s/g, " "), "1.250,50 €");
  assert.equal(amountWords("100000000000000000001", { number: 9, name: "CHF", scale: 2 }, "en-GB").replace(/\s/g, " "), "CHF 1,000,000,000,000,000,000.01");
  // Three capitals that are no currency are a name like any other.
  assert.equal(amountWords("5", { number: 9, name: "ZZZ", scale: 0 }, "en-GB"), "5 ZZZ");
});

test("a browser is called what it is, not what it also claims to be", () => {
  const chrome = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36";
  assert.equal(browserName(chrome), "Chrome on Android");
  assert.equal(browserName("Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"), "Firefox on Linux");
  assert.equal(browserName("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1"), "Safari on iPhone");
  assert.equal(browserName("curl/8"), undefined);
});

test("a goal says what is missing, and is full at most", () => {
  assert.deepEqual(goalOf({ amount: "200" }, { amount: "50" }), { part: 0.25, missing: 150n });
  assert.deepEqual(goalOf({ amount: "200" }, { amount: "250" }), { part: 1, missing: 0n });
  assert.deepEqual(goalOf({ amount: "200" }, { amount: "-5" }), { part: 0, missing: 205n });
});

test("the goals of one asset share what an allowance brings", () => {
  const accounts = [account("a", 2), account("b", 2), account("gold", 1)];
  const goals = [{ account: "a", amount: "5", share: 30 }, { account: "b", amount: "5", share: 20 }, { account: "gold", amount: "5", share: 90 }];
  assert.equal(shareLeft({ accounts, goals }, account("a", 2)), 80);
  assert.equal(shareLeft({ accounts, goals }, account("c", 2)), 50);
});

test("a share is whole percent, as many as are left", () => {
  assert.equal(readShare("", 100), 0);
  assert.equal(readShare(" 20 % ", 100), 20);
  assert.equal(readShare("80", 80), 80);
  for (const text of ["81", "-1", "1.5", "ten", "1000"]) assert.equal(readShare(text, 80), undefined, text);
});

test("gold and coin are named in the page's language, a family's own units as it named them", async () => {
  const assets = [{ number: 1, name: "gold", scale: 0 }, coin, { number: 7, name: "Sterne", scale: 0 }];
  await setLanguage("de", []);
  assert.deepEqual(inWords(assets).map(({ name }) => name), ["Gold", "Coin", "Sterne"]);
  await setLanguage("es", []);
  assert.deepEqual(inWords(assets).map(({ name }) => name), ["oro", "moneda", "Sterne"]);
  await setLanguage("en", []);
  await allTexts();
  assert.deepEqual(inWords(assets), assets);
});
