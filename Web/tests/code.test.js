// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { codeDigits, secondsUntil } from "../models/code.js";

test("a code is taken as people type, paste and are sent it", () => {
  for (const [text, digits] of [
    ["123456", "123456"],
    ["12 34-56", "123456"],
    ["Your code is 123456.", "123456"],
    ["１２３４５６", "123456"],
    ["٠١٢٣٤٥", "012345"],
    ["1234567", "123456"],
    ["12a", "12"],
    ["", ""],
  ]) {
    assert.equal(codeDigits(text), digits, text);
  }
});

test("a wait is counted in whole seconds down to none", () => {
  assert.deepEqual([30_000, 29_001, 29_000, 1, 0, -5].map((until) => secondsUntil(until, 0)), [30, 30, 29, 1, 0, 0]);
});
