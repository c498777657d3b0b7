// @ts-check
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";

const folder = new URL("../texts/en/", import.meta.url);

test("each text stands in one file: none takes the place of another's words", async () => {
  /** @type {Map<string, string[]>} */
  const places = new Map();
  for (const file of readdirSync(folder)) {
    const texts = Object.assign({}, ...Object.values(await import(new URL(file, folder).href)));
    for (const key of Object.keys(texts)) places.set(key, [...(places.get(key) ?? []), file]);
  }
  assert.ok(places.size > 0);
  assert.deepEqual([...places].filter(([, files]) => files.length > 1), []);
});
