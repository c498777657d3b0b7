// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { allTexts } from "../lib/words/text.js";
import { fileName } from "../models/file-name.js";
import * as gold from "../models/gold.js";
import { wrapped } from "../models/wrapping.js";

test("gold is said in whole numbers, as large as they are", async () => {
  await allTexts();
  assert.equal(gold.goldWords("1250"), "1,250 gold");
  assert.equal(gold.goldDigits("123456789012345678901"), "123,456,789,012,345,678,901");
  assert.equal(gold.goldDigits("-3"), "\u22123");
  assert.equal(gold.goldDigits("6"), "6");
});

test("a price is typed in digits alone", () => {
  const most = 1_000_000_000n;
  assert.deepEqual(gold.readGold("1000", most), { gold: "1000" });
  assert.deepEqual(gold.readGold("", most), { problem: "missing" });
  for (const text of ["1.5", "-5", "five", "5 gold"]) assert.deepEqual(gold.readGold(text, most), { problem: "digits" }, text);
  for (const text of ["0", "1000000001", "9".repeat(40)]) assert.deepEqual(gold.readGold(text, most), { problem: "range" }, text);
  assert.deepEqual(gold.readGold("0", 20n, 0n), { gold: "0" });
});

test("what is missing is the price and what is owed, without what there is", () => {
  assert.equal(gold.missingFor("1000", { available: "25", owed: "0" }), 975n);
  assert.equal(gold.missingFor("5", { available: "0", owed: "3" }), 8n);
  assert.equal(gold.missingFor("5", { available: "5", owed: "0" }), 0n);
  assert.equal(gold.missingFor("5", undefined), 5n);
  assert.equal(gold.savedPart("1000", { available: "250" }), 0.25);
  assert.equal(gold.savedPart("5", { available: "250" }), 1);
});

test("what can be spent is shown, what is held beside it, and what is owed instead of both", () => {
  assert.deepEqual(gold.purse({ amount: "6", available: "1", owed: "0" }), { shown: "1", held: "5" });
  assert.deepEqual(gold.purse({ amount: "6", available: "6", owed: "0" }), { shown: "6", held: "0" });
  assert.deepEqual(gold.purse({ amount: "-3", available: "0", owed: "3" }), { shown: "-3", held: "0" });
});

test("a long title is broken between words, and shortened where there is too much of it", () => {
  const measure = (/** @type {string} */ text) => text.length;
  assert.deepEqual(wrapped("read two pages aloud", 10, 3, measure), ["read two", "pages", "aloud"]);
  assert.deepEqual(wrapped("  ", 10, 3, measure), []);
  assert.deepEqual(wrapped("abcdefghijkl", 5, 3, measure), ["abcde", "fghij", "kl"]);
  assert.deepEqual(wrapped("one two three four five", 5, 2, measure), ["one", "two…"]);
});

test("a picture is called by its mission, in letters that any device stores", () => {
  assert.equal(fileName("Read / two: pages?"), "Read-two-pages.png");
  assert.equal(fileName("../../etc"), "etc.png");
  assert.equal(fileName("לקרוא ספר"), "לקרוא-ספר.png");
  assert.equal(fileName("?!"), "Hearth.png");
});
