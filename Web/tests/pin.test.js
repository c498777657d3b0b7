// @ts-check
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { isPIN, pinDigits, pinFault } from "../models/pin.js";
import { screens } from "../lib/dom/screens.js";
import { en } from "../texts/en.js";

test("a PIN is four to eight digits, however they were typed", () => {
  assert.equal(pinDigits("12 34-5"), "12345");
  assert.equal(pinDigits("١٢٣٤"), "1234");
  assert.equal(pinDigits("123456789"), "12345678");
  assert.deepEqual(["123", "1234", "12345678", "123456789", "12a4"].map(isPIN), [false, true, true, false, false]);
});

test("what is wrong with a pair of PINs is said of the one to blame", () => {
  assert.equal(pinFault("123", "123", ""), "length");
  assert.equal(pinFault("1234", "1235", ""), "different");
  assert.equal(pinFault("1234", "1234", "12"), "secondLength");
  assert.equal(pinFault("1234", "1234", "1234"), "same");
  assert.equal(pinFault("1234", "1234", "4321"), undefined);
  assert.equal(pinFault("1234", "1234", ""), undefined);
});

test("F33: every page about trips, alarms and who looks is one that is left quickly", () => {
  const isAbout = (/** @type {import("../lib/dom/router.js").Screen} */ { path, section, title }) =>
    section === "trip" || title === "privacy.page" || ["/follow", "/live"].includes(path);
  const paths = screens.filter(({ isSafety }) => isSafety).map(({ path }) => path);
  assert.deepEqual(paths, screens.filter(isAbout).map(({ path }) => path));
  assert.equal(paths.length, 10);
});

test("F33: the quick exit leads to another site, which is told nothing of this one", () => {
  const source = readFileSync(new URL("../elements/quick-exit.js", import.meta.url), "utf8");
  assert.match(source, /neutralPage = "https:\/\/(?!.*hearth)[a-z.]+\/"/);
  assert.match(source, /location\.replace\(neutralPage\)/);
});

test("F33: no title of a page tells whoever looks what it is for", () => {
  for (const { title } of screens) assert.doesNotMatch(String(en[title]), /danger|abuse|duress|alarm.*help/i, title);
});

test("F30: no words say whether there is a second PIN", () => {
  const told = ["pins.set", "pins.none", "pins.open", "pins.done"].map((key) => String(en[/** @type {keyof typeof en} */ (key)]));
  for (const words of told) assert.doesNotMatch(words, /second|two|both/i);
});
