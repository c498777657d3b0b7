// @ts-check
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { screens } from "../lib/screens.js";
import { en } from "../texts/en.js";
import { frame } from "../texts/en/frame.js";
import { home } from "../texts/en/home.js";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");
const index = readFileSync(join(web, "index.html"), "utf8");

/**
 * The modules that one module needs before it runs, its own imports' too.
 *
 * @param {string} path  from the page's root
 * @param {Set<string>} [found]
 * @returns {Set<string>}
 */
function needed(path, found = new Set()) {
  if (found.has(path)) return found;
  found.add(path);
  const source = readFileSync(join(web, path), "utf8");
  for (const [, other] of source.matchAll(/^(?:import|export)\s(?:[^;]*?from\s)?"(\.[^"]+)";/gms)) {
    needed(normalize(join(dirname(path), other)), found);
  }
  return found;
}

/** @param {...string} paths */
function neededBy(...paths) {
  return new Set(paths.flatMap((path) => [...needed(path)]));
}

const scripts = ["lib/first-reading.js", "app.js"];
const words = neededBy(...scripts, "pages/home.js");
/** What Home brings itself, when its words can be read. */
const map = neededBy("elements/live-map.js", "lib/tails.js");

/** @param {string} html */
function preloaded(html) {
  return [...html.matchAll(/rel="modulepreload" href="\/([^"]+)"/g)].map(([, path]) => path).sort();
}

test("P11: all that Home's words need is asked for at once, none of it waits to be found in another file", () => {
  const [first, later] = index.split('<template id="map-parts">');
  assert.deepEqual(preloaded(first), [...words].filter((path) => !scripts.includes(path)).sort());
  assert.deepEqual(preloaded(later), [...map].filter((path) => !words.has(path)).sort());
});

test("P11: Home says nothing that stands among the words of the other pages", () => {
  const own = { ...frame, ...home };
  for (const path of [...words, ...map, ...needed("elements/motion-panel.js")]) {
    if (path.startsWith("texts/") || path.endsWith("screens.js")) continue;
    const texts = [...readFileSync(join(web, path), "utf8").matchAll(/"([a-zA-Z.]+)"/g)].map(([, text]) => text);
    assert.deepEqual(texts.filter((text) => text in en && !(text in own)), [], path);
  }
});

test("every style sheet that a page names is there, and every one that is there is named", () => {
  const first = [...index.matchAll(/href="\/styles\/([^"]+)\.css"/g)].map(([, name]) => name);
  const later = new Set(screens.flatMap((screen) => screen.styles ?? []));
  const modules = ["elements", "lib", "pages"].flatMap((folder) => {
    return readdirSync(join(web, folder)).map((file) => join(folder, file));
  });
  for (const path of modules) {
    const calls = readFileSync(join(web, path), "utf8").matchAll(/loadStyles\(\[([^\]]+)\]/g);
    for (const [, names] of calls) for (const [, name] of names.matchAll(/"([^"]+)"/g)) later.add(name);
  }
  assert.deepEqual([...later].filter((name) => first.includes(name)), []);
  const there = readdirSync(join(web, "styles")).map((file) => file.replace(/\.css$/, ""));
  assert.deepEqual([...first, ...later].sort(), there.sort());
});
