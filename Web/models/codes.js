// @ts-check

const codeLength = 8;
const symbols = /^[0-9A-HJKMNP-TV-Z]+$/u;

/**
 * The connect code that somebody meant by what they typed, in Crockford's base32: case, spaces and hyphens do not
 * matter, O is read as 0, I and L as 1. Undefined where it cannot be one.
 *
 * @param {string} typed
 * @returns {string | undefined}
 */
export function readCode(typed) {
  const code = typed
    .replace(/[\s\u2010-\u2015-]/gu, "")
    .toUpperCase()
    .replace(/O/gu, "0")
    .replace(/[IL]/gu, "1");
  return code.length === codeLength && symbols.test(code) ? code : undefined;
}

/**
 * A code in two groups, for the eye: 7HQ2 M9KX.
 *
 * @param {string} code
 */
export function groupedCode(code) {
  const middle = Math.ceil(code.length / 2);
  return `${code.slice(0, middle)} ${code.slice(middle)}`;
}

/**
 * A code sign by sign, for those who listen: 7 H Q 2, M 9 K X.
 *
 * @param {string} code
 */
export function spokenCode(code) {
  return groupedCode(code)
    .split(" ")
    .map((group) => [...group].join(" "))
    .join(", ");
}
