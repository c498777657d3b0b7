import assert from "node:assert/strict";
import { test } from "node:test";
import { groupedCode, readCode, spokenCode } from "../models/codes.js";

test("a code is read however it was typed", () => {
  for (const typed of ["7HQ2M9KX", "7hq2 m9kx", " 7HQ2-M9KX ", "7hq2\u2013m9kx", "7 H Q 2 M 9 K X"]) {
    assert.equal(readCode(typed), "7HQ2M9KX");
  }
});

test("letters that look like figures are read as these", () => {
  assert.equal(readCode("oOiI lL22".replace(" ", "")), "00111122");
});

test("what cannot be a code is none", () => {
  for (const typed of ["", "7HQ2", "7HQ2M9KXX", "7HQ2M9KU", "7HQ2M9K!", "ÄHQ2M9KX"]) {
    assert.equal(readCode(typed), undefined);
  }
});

test("a code is shown in two groups and spoken sign by sign", () => {
  assert.equal(groupedCode("7HQ2M9KX"), "7HQ2 M9KX");
  assert.equal(spokenCode("7HQ2M9KX"), "7 H Q 2, M 9 K X");
});
