// @ts-check

/**
 * The rules of form for a password, as the hub has them (product A2): 8 to 14 characters need four kinds of characters,
 * from 15 on a phrase needs none of these. What is common or one's own only the hub can say.
 *
 * @typedef {"atLeastEightCharacters" | "atMost256Characters" | "upperCaseLetter" | "lowerCaseLetter" | "digit"
 *   | "specialCharacter" | "notCommon" | "notOwn"} PasswordRule
 */

/** A phrase of so many characters needs no kinds of characters. */
export const phraseLength = 15;

/**
 * The rules that a password breaks, in the order they are shown in; none for a good one.
 *
 * @param {string} password
 * @returns {PasswordRule[]}
 */
export function brokenRules(password) {
  const length = [...password].length;
  if (length > 256) return ["atMost256Characters"];
  if (length >= phraseLength) return [];
  /** @type {[PasswordRule, boolean][]} */
  const rules = [
    ["atLeastEightCharacters", length >= 8],
    ["upperCaseLetter", /[A-Z]/.test(password)],
    ["lowerCaseLetter", /[a-z]/.test(password)],
    ["digit", /[0-9]/.test(password)],
    // Letters of scripts without case count as special characters do.
    ["specialCharacter", /[!-/:-@[-`{-~]|[^\0-\x7f]/.test(password)],
  ];
  return rules.filter(([, isKept]) => !isKept).map(([rule]) => rule);
}
