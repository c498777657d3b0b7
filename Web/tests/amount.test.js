// @ts-check
import assert from "node:assert/strict";
import test from "node:test";
import { allTexts } from "../lib/words/text.js";
import { amountProblemWords, numberLocale, plainAmount, readAmount, typedAmount } from "../models/amount.js";

await allTexts();

/** @param {[text: string, scale: number, locale: string, wanted: bigint | string][]} rows */
function reads(rows) {
  for (const [text, scale, locale, wanted] of rows) {
    const { units, problem } = readAmount(text, scale, locale);
    assert.equal(units ?? problem, wanted, `"${text}" in ${locale} with ${scale} decimals`);
  }
}

test("an amount is read as the member's language writes it", () => {
  reads([
    ["1.234,56", 2, "de-DE", 123456n],
    ["1,234.56", 2, "en-GB", 123456n],
    ["1 234,56", 2, "fr-FR", 123456n],
    ["1\u202f234,56", 2, "fr-FR", 123456n],
    ["1'234.56", 2, "de-CH", 123456n],
    ["1\u2019234.56", 2, "de-CH", 123456n],
    ["12,34,567.5", 2, "en-IN", 123456750n],
    ["\u0661\u0662\u0663\u066b\u0665", 2, "ar-EG", 12350n],
    ["12", 2, "en-GB", 1200n],
    ["12.", 2, "en-GB", 1200n],
    [".5", 2, "en-GB", 50n],
    [" 0012.50 ", 2, "en-GB", 1250n],
    ["30", 0, "en-GB", 30n],
    ["1234.56", 2, "en-GB", 123456n],
    ["\u200e7", 0, "en-GB", 7n],
  ]);
});

test("an amount is exact, however large or small", () => {
  reads([
    ["0.1", 18, "en-GB", 100_000_000_000_000_000n],
    ["9007199254740993", 0, "en-GB", 9_007_199_254_740_993n],
    ["90071992547409.93", 2, "en-GB", 9_007_199_254_740_993n],
    ["340282366920938463463374607431768211455", 0, "en-GB", (1n << 128n) - 1n],
    ["340282366920938463463374607431768211456", 0, "en-GB", "tooLarge"],
  ]);
});

test("what is no amount is said to be none, and for which reason", () => {
  reads([
    ["", 2, "en-GB", "missing"],
    ["   ", 2, "en-GB", "missing"],
    ["ten", 2, "en-GB", "notNumber"],
    ["1e3", 2, "en-GB", "notNumber"],
    ["0x10", 2, "en-GB", "notNumber"],
    ["+5", 2, "en-GB", "notNumber"],
    ["\u221e", 2, "en-GB", "notNumber"],
    ["0", 2, "en-GB", "zero"],
    ["0,00", 2, "de-DE", "zero"],
    ["-5", 2, "en-GB", "negative"],
    ["\u22125", 2, "en-GB", "negative"],
    ["1.234", 2, "en-GB", "decimals"],
    ["12.500", 2, "en-GB", "decimals"],
    ["1.5", 0, "en-GB", "decimals"],
  ]);
});

test("another language's separators are not taken for this one's", () => {
  reads([
    ["12,50", 2, "en-GB", "separator"],
    ["12.50", 2, "de-DE", "separator"],
    ["1.234,56", 2, "en-GB", "separator"],
    ["1,234.56", 2, "de-DE", "separator"],
    ["1,23,456", 2, "en-GB", "separator"],
    ["1.2.3", 2, "en-GB", "separator"],
    [",", 2, "en-GB", "notNumber"],
  ]);
});

test("each reason has its words, with an example in the member's own language", () => {
  assert.match(amountProblemWords("separator", 2, "de-DE"), /1\.250,00/);
  assert.match(amountProblemWords("separator", 2, "en-GB"), /1,250\.00/);
  assert.match(amountProblemWords("decimals", 2, "en-GB"), /2/);
  assert.notEqual(amountProblemWords("decimals", 0, "en-GB"), amountProblemWords("decimals", 2, "en-GB"));
  for (const problem of /** @type {const} */ (["missing", "notNumber", "zero", "negative", "tooLarge"])) {
    assert.ok(amountProblemWords(problem, 2, "en-GB").endsWith("."), problem);
  }
});

test("an amount is written with all its decimals and the language's own signs", () => {
  assert.equal(plainAmount(123456n, 2, "en-GB"), "1,234.56");
  assert.equal(plainAmount(123456n, 2, "de-DE"), "1.234,56");
  assert.equal(plainAmount(5n, 2, "en-GB"), "0.05");
  assert.equal(plainAmount(-5n, 2, "en-GB"), "\u22120.05");
  assert.equal(plainAmount(30n, 0, "en-GB"), "30");
  assert.equal(plainAmount((1n << 128n) - 1n, 18, "en-GB"), "340,282,366,920,938,463,463.374607431768211455");
});

test("what is put into a field is read as the same amount", () => {
  for (const locale of ["en-GB", "de-DE", "fr-FR", "en-IN", "de-CH"]) {
    for (const units of [1n, 5n, 100n, 123456n, 10n ** 20n]) {
      assert.equal(readAmount(typedAmount(units, 2, locale), 2, locale).units, units, `${units} in ${locale}`);
      assert.equal(readAmount(plainAmount(units, 2, locale), 2, locale).units, units, `${units} in ${locale}`);
    }
  }
});

test("numbers are written in the device's language, and in English where it names none", () => {
  const before = Object.getOwnPropertyDescriptor(globalThis, "navigator");
  try {
    for (const [language, locale] of [["de-CH", "de-CH"], ["C", "en-GB"], ["", "en-GB"], [undefined, "en-GB"]]) {
      Object.defineProperty(globalThis, "navigator", { value: { language }, configurable: true });
      assert.equal(numberLocale(), locale);
    }
  } finally {
    if (before) Object.defineProperty(globalThis, "navigator", before);
    else Reflect.deleteProperty(globalThis, "navigator");
  }
});
