// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { brokenRules } from "../models/password.js";

test("a short password needs four kinds of characters, a phrase none, and each broken rule is named", () => {
  for (const [password, broken] of /** @type {[string, string[]][]} */ ([
    ["Abcdef1!", []],
    ["abcdefgh", ["upperCaseLetter", "digit", "specialCharacter"]],
    ["A1!a", ["atLeastEightCharacters"]],
    ["", ["atLeastEightCharacters", "upperCaseLetter", "lowerCaseLetter", "digit", "specialCharacter"]],
    ["fourteen chars", ["upperCaseLetter", "digit", "specialCharacter"]],
    ["fifteen letters", []],
    ["Abcdefg1ß", []],
    ["x".repeat(257), ["atMost256Characters"]],
  ])) {
    assert.deepEqual(brokenRules(password), broken, password);
  }
});
