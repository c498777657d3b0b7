// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { coveredPixels, hasNumberKeyboard } from "../models/keyboard.js";

test("a keyboard covers the foot of the page, however far the page is moved or drawn larger", () => {
  assert.equal(coveredPixels({ height: 844, offsetTop: 0, scale: 1 }, 844), 0);
  assert.equal(coveredPixels({ height: 508.4, offsetTop: 0, scale: 1 }, 844), 336);
  assert.equal(coveredPixels({ height: 508, offsetTop: 100, scale: 1 }, 844), 236);
  assert.equal(coveredPixels({ height: 422, offsetTop: 0, scale: 2 }, 844), 0);
  assert.equal(coveredPixels({ height: 254, offsetTop: 300, scale: 2 }, 844), 336);
  assert.equal(coveredPixels({ height: 900, offsetTop: 0, scale: 1 }, 844), 0);
});

test("digits come from a keyboard of their own where the field asks for them, and not where it asks for none", () => {
  const shown = [["tel", ""], ["number", ""], ["text", "numeric"], ["text", "decimal"], ["tel", "tel"]];
  for (const [type, inputMode] of shown) assert.ok(hasNumberKeyboard({ type, inputMode }), type);
  for (const [type, inputMode] of [["text", ""], ["tel", "none"], ["search", "text"]]) {
    assert.ok(!hasNumberKeyboard({ type, inputMode }), type);
  }
});
