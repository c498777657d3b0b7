// @ts-check
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const folder = new URL("../styles/", import.meta.url);

/** A class and nothing around it, in any of its states: as it is, pressed, disabled, or with an `is-` class beside it. */
const alone = /^(\.[a-z-]+?)(?:\.is-[a-z-]+|\[[^\]]*\]|::?(?!has|not|is|where)[a-z-]+)*$/;

/** The classes that a sheet styles by themselves, outside of what it says for printing. */
function classesIn(/** @type {string} */ name) {
  const text = readFileSync(new URL(name, folder), "utf8").replace(/\/\*[^]*?\*\//g, "");
  const [screen] = text.split("@media print");
  const selectors = screen.matchAll(/(?:^|[{}])\s*([^{}@]+?)\s*\{/g);
  return [...selectors].flatMap(([, list]) => list.split(",").flatMap((one) => alone.exec(one.trim())?.[1] ?? []));
}

test("a class is styled by one sheet alone, because the sheets of every page that was open stay", () => {
  const owners = new Map();
  for (const name of readdirSync(folder).filter((name) => name.endsWith(".css"))) {
    for (const one of classesIn(name)) owners.set(one, (owners.get(one) ?? new Set()).add(name));
  }
  assert.ok(owners.size > 100);
  const shared = [...owners].filter(([, sheets]) => sheets.size > 1).map(([one, sheets]) => `${one}: ${[...sheets].join(", ")}`);
  assert.deepEqual(shared, []);
});
