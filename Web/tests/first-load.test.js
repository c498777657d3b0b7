// @ts-check
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { screens } from "../lib/screens.js";

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

test("P11: all that Home needs is asked for at once, none of it waits to be found in another file", () => {
  const asked = [...index.matchAll(/rel="modulepreload" href="\/([^"]+)"/g)].map(([, path]) => path);
  const wanted = new Set([...needed("app.js"), ...needed("pages/home.js")]);
  wanted.delete("app.js");
  assert.deepEqual(asked.sort(), [...wanted].sort());
});

test("every style sheet that a page names is there, and every one that is there is named", () => {
  const first = [...index.matchAll(/href="\/styles\/([^"]+)\.css"/g)].map(([, name]) => name);
  const later = screens.flatMap((screen) => screen.styles ?? []);
  for (const name of [...first, ...later]) assert.ok(existsSync(join(web, "styles", `${name}.css`)), name);
  assert.deepEqual(later.filter((name) => first.includes(name)), []);
});
