// @ts-check
import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { setLanguage, t } from "../lib/words/text.js";
import { chooseLanguage, languageNames } from "../lib/words/languages.js";
import { en } from "../texts/en.js";
import { frame } from "../texts/en/frame.js";
import { help } from "../texts/en/help.js";
import { home } from "../texts/en/home.js";

/** @typedef {string | {one: string, other: string}} Text */

const translations = [...languageNames.keys()].filter((tag) => tag !== "en");

/** @param {string} tag @returns {Promise<Record<string, Text>>} */
async function catalogue(tag) {
  return Object.values(await import(new URL(`../texts/${tag}.js`, import.meta.url).href))[0];
}

/** Every form of a text. @param {Text} text */
const forms = (text) => (typeof text === "string" ? [text] : [text.one, text.other]);

/** @param {string} text */
const placeholders = (text) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();

test("the chosen language comes before the browser's, and English is what is left", () => {
  assert.deepEqual(chooseLanguage("fr", ["de-CH", "en"]), { tag: "fr", locale: "fr" });
  assert.deepEqual(chooseLanguage(null, ["it-IT", "de-CH", "en"]), { tag: "de", locale: "de-CH" });
  assert.deepEqual(chooseLanguage("de", ["en-US", "de-AT"]), { tag: "de", locale: "de-AT" });
  assert.deepEqual(chooseLanguage("tlh", ["pt-BR"]), { tag: "en", locale: "en-GB" });
  assert.deepEqual(chooseLanguage(null, ["en-US"]), { tag: "en", locale: "en-GB" });
});

test("Chinese goes by its script", () => {
  assert.equal(chooseLanguage(null, ["zh-CN"]).tag, "zh-Hans");
  assert.equal(chooseLanguage(null, ["zh-Hans-HK"]).tag, "zh-Hans");
  assert.equal(chooseLanguage(null, ["zh-TW", "fr"]).tag, "fr");
});

for (const tag of translations) {
  test(`${tag}: every text is translated, with the placeholders of the English one`, async () => {
    const texts = await catalogue(tag);
    assert.deepEqual(Object.keys(texts).sort(), Object.keys(en).sort());
    for (const [key, english] of Object.entries(en)) {
      const text = texts[key];
      assert.equal(typeof text, typeof english, key);
      const allowed = placeholders(forms(english).join(" "));
      for (const form of forms(text)) {
        assert.notEqual(form.trim(), "", key);
        // Some languages say one without its number.
        assert.deepEqual(placeholders(form).filter((name) => !allowed.includes(name)), [], key);
      }
      assert.deepEqual(placeholders(forms(text).join(" ")), allowed, key);
    }
  });

  test(`${tag}: the glossary of its terms is beside it, and each text is in one file`, async () => {
    const folder = new URL(`../texts/${tag}/`, import.meta.url);
    assert.ok(existsSync(new URL("glossary.md", folder)));
    const english = readdirSync(new URL("../texts/en/", import.meta.url)).sort();
    assert.deepEqual(readdirSync(folder).filter((name) => name.endsWith(".js")).sort(), english);
    for (const file of english) {
      const [ours] = Object.values(await import(new URL(file, folder).href));
      const [theirs] = Object.values(await import(new URL(`../texts/en/${file}`, import.meta.url).href));
      assert.deepEqual(Object.keys(ours), Object.keys(theirs), file);
    }
  });

  test(`${tag}: the page speaks it once it is chosen`, async () => {
    await setLanguage(tag, []);
    const texts = await catalogue(tag);
    assert.equal(t("bar.home"), texts["bar.home"]);
    await setLanguage("en", []);
  });
}

test("what loads the words of a call for help alone uses no others: on Home they are not there", () => {
  const known = { ...frame, ...home, ...help };
  const files = ["elements", "stores", "models", "lib/dom"].flatMap((folder) => {
    const path = new URL(`../${folder}/`, import.meta.url);
    return readdirSync(path).map((name) => ({ name, text: readFileSync(new URL(name, path), "utf8") }));
  });
  const sources = files.filter(({ name, text }) =>
    (text.includes("helpTexts()") && !text.includes("allTexts()")) || (name === "help.js"),
  );
  assert(sources.length > 4);
  for (const { name, text } of sources) {
    const used = [...text.matchAll(/"([a-z]\w*(?:\.\w+)+)"/g)].map(([, key]) => key).filter((key) => key in en);
    assert.deepEqual(used.filter((key) => !(key in known)), [], name);
  }
});
