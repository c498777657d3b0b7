// @ts-check
import assert from "node:assert/strict";
import { dirname, normalize } from "node:path";
import { test } from "node:test";
import { modulesIn, sourceOf } from "./sources.js";

/** The page's folders: what lies in one uses those before it. */
const order = [
  "texts",
  "lib/words",
  "models",
  "lib/hub",
  "lib/dom",
  "lib/device",
  "lib/ledger",
  "stores",
  "elements",
  "pages",
];

/**
 * In which of the folders a module lies, as a number; -1 in none.
 *
 * @param {string} path
 */
function placeOf(path) {
  return order.findIndex((folder) => path.startsWith(`${folder}/`));
}

test("a module begins with none of a folder above its own", () => {
  const modules = modulesIn("texts", "lib", "models", "stores", "elements", "pages");
  assert.ok(modules.length > 300, `${modules.length}`);
  assert.deepEqual(modules.filter((path) => placeOf(path) < 0), [], "a folder that is not in the order");
  const faults = modules.flatMap((path) => {
    // What a module asks for while it runs, such as a sheet that opens, may lie anywhere.
    const begins = [...sourceOf(path).matchAll(/^(?:import|export)\b[^;]*? from "(\.[^"]+)"|^import "(\.[^"]+)"/gm)];
    return begins
      .map(([, one, other]) => normalize(`${dirname(path)}/${one ?? other}`))
      .filter((other) => placeOf(other) > placeOf(path))
      .map((other) => `${path} begins with ${other}`);
  });
  assert.deepEqual(faults, []);
});
