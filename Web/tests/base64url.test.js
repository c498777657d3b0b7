// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { fromBase64url, toBase64url } from "../models/base64url.js";

test("bytes of every length come back from their text, which has no sign that an address would change", () => {
  for (let length = 0; length < 70; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 37 + 251) % 256);
    const text = toBase64url(bytes.buffer);
    assert.match(text, /^[A-Za-z0-9_-]*$/);
    assert.deepEqual(fromBase64url(text), bytes);
  }
  assert.equal(toBase64url(Uint8Array.of(251, 255).buffer), "-_8");
});

test("what is no such text is refused", () => {
  assert.throws(() => fromBase64url("a!"));
});
