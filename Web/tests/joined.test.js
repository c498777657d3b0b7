// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { listWords, sentences } from "../lib/words/joined.js";
import { allTexts, setLanguage } from "../lib/words/text.js";
import { modulesIn, sourceOf } from "./sources.js";

test("a list and sentences after one another are written as each language writes them", async () => {
  await allTexts();
  const expected = {
    en: ["Anna, Bo and Cara", "One. Two. Three."],
    de: ["Anna, Bo und Cara", "One. Two. Three."],
    es: ["Anna, Bo y Cara", "One. Two. Three."],
    fr: ["Anna, Bo et Cara", "One. Two. Three."],
    "zh-Hans": ["Anna、Bo和Cara", "One.Two.Three."],
  };
  for (const [tag, [names, texts]] of Object.entries(expected)) {
    await setLanguage(tag);
    assert.equal(listWords(["Anna", "Bo", "Cara"]), names);
    assert.equal(sentences("One.", false, "Two.", undefined, "", "Three."), texts);
    assert.equal(sentences(), "");
    assert.equal(sentences("One."), "One.");
  }
  await setLanguage("en");
});

test("no code puts texts of the catalogue into one sentence, or writes one in small letters", () => {
  const joins = [
    // Two texts with a mark or a space between them, which each language has its own of.
    /\$\{t\((?:[^{}]|\{[^{}]*\}|\$\{[^{}]*\})*\)\}(?:[.,;]\s?| )\$\{/,
    /\bt\([^\n]*\)\.toLocaleLowerCase/,
  ];
  const faults = modulesIn("elements", "pages", "models", "lib").flatMap((path) => {
    const lines = sourceOf(path).split("\n");
    return lines.filter((line) => joins.some((form) => form.test(line))).map((line) => `${path}: ${line.trim()}`);
  });
  assert.deepEqual(faults, []);
});
