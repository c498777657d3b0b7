// @ts-check

/** A texted code has so many digits. */
export const codeLength = 6;

/**
 * The digits of whatever was typed, pasted or filled in by the phone, at most six: blanks, hyphens and words around
 * them are passed over, and digits of other scripts count as what they mean.
 *
 * @param {string} text
 */
export function codeDigits(text) {
  return digitsIn(text, codeLength);
}

/**
 * The same with another length.
 *
 * @param {string} text
 * @param {number} most
 */
export function digitsIn(text, most) {
  return [...text.normalize("NFKC")].map(digitOf).join("").slice(0, most);
}

/**
 * @param {string} character
 * @returns {string}  one of 0 to 9, or nothing
 */
function digitOf(character) {
  if (/^[0-9]$/.test(character)) return character;
  if (!/^\p{Nd}$/u.test(character)) return "";
  // The digits of each script stand in a row from nought to nine, and the row begins where the digits begin.
  let code = character.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(code - 1))) {
    code -= 1;
    value += 1;
  }
  return String(value);
}

/**
 * Whole seconds until a moment, never less than none.
 *
 * @param {number} until  milliseconds since 1970
 * @param {number} now
 */
export function secondsUntil(until, now) {
  return Math.max(0, Math.ceil((until - now) / 1000));
}
