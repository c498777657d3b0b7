// @ts-check
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { test } from "node:test";
import { screens } from "../lib/dom/screens.js";
import { languageNames } from "../lib/words/languages.js";
import { en } from "../texts/en.js";
import { frame } from "../texts/en/frame.js";
import { help } from "../texts/en/help.js";
import { home } from "../texts/en/home.js";
import { modulesIn, sourceOf, web } from "./sources.js";

const index = sourceOf("index.html");

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
  const source = sourceOf(path);
  for (const [, other] of source.matchAll(/^(?:import|export)\s(?:[^;]*?from\s)?"(\.[^"]+)";/gms)) {
    needed(normalize(join(dirname(path), other)), found);
  }
  return found;
}

/** @param {...string} paths */
function neededBy(...paths) {
  return new Set(paths.flatMap((path) => [...needed(path)]));
}

const [head = "", template = ""] = index.split('<template id="later">');
const scripts = [...index.matchAll(/<script type="module"(?: async)? src="\/([^"]+)"/g)].map(([, path]) => path);
/** All that Home's words need. */
const first = neededBy(...scripts, ...preloaded(head));
/** What comes when they have been painted. */
const later = new Set([...neededBy(...preloaded(template))].filter((path) => !first.has(path)));

/** @param {string} html */
function preloaded(html) {
  return [...html.matchAll(/rel="modulepreload" href="\/([^"]+)"/g)].map(([, path]) => path);
}

/**
 * The modules that one asks for while it runs.
 *
 * @param {string} path
 */
function asked(path) {
  // Comments name the modules of types.
  const source = sourceOf(path).replace(/\/\*\*.*?\*\//gs, "");
  return [...source.matchAll(/\bimport\("(\.[^"]+)"\)/g)].map(([, other]) => normalize(join(dirname(path), other)));
}

test("P11: what Home asks for comes with its words or right after them, but for what few ever need", () => {
  const rare = ["elements/my-pins.js", "elements/quick-exit.js", "elements/share-here.js", "elements/unsent-call.js", "elements/where-ask.js", "lib/dom/child-word.js", "stores/call-fixes.js", "stores/guest-move.js"];
  const languages = [...languageNames.keys(), "pseudo"].map((tag) => `texts/${tag}.js`);
  const pages = new Set(["lib/dom/screens.js", "lib/dom/mission-screens.js"].flatMap(asked));
  const wanted = [...first, ...later].flatMap(asked).filter((path) => !languages.includes(path) && !pages.has(path));
  const missing = wanted.filter((path) => !first.has(path) && !later.has(path));
  assert.deepEqual([...new Set(missing)].sort(), rare);
});

test("P11: Home says nothing that stands among the words of the other pages", () => {
  const words = { ...frame, ...home };
  for (const path of [...first, ...later]) {
    if (path.startsWith("texts/") || path.endsWith("screens.js")) continue;
    const own = later.has(path) ? { ...words, ...help } : words;
    const texts = [...sourceOf(path).matchAll(/"([a-zA-Z.]+)"/g)].map(([, text]) => text);
    assert.deepEqual(texts.filter((text) => text in en && !(text in own)), [], path);
  }
});

test("every style sheet that a page names is there, and every one that is there is named", () => {
  const first = [...index.matchAll(/href="\/styles\/([^"]+)\.css"/g)].map(([, name]) => name);
  const later = new Set(screens.flatMap((screen) => screen.styles ?? []));
  for (const path of modulesIn("elements", "lib", "pages")) {
    const calls = sourceOf(path).matchAll(/loadStyles\(\[([^\]]+)\]/g);
    for (const [, names] of calls) for (const [, name] of names.matchAll(/"([^"]+)"/g)) later.add(name);
  }
  assert.deepEqual([...later].filter((name) => first.includes(name)), []);
  const there = readdirSync(new URL("styles", web)).map((file) => file.replace(/\.css$/, ""));
  assert.deepEqual([...first, ...later].sort(), there.sort());
});
