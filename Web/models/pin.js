// @ts-check
import { digitsIn } from "./code.js";

/** A PIN has so many digits (F31). */
export const pinLengthMin = 4;
export const pinLengthMax = 8;

/**
 * The digits of what was typed or pasted, as many as a PIN may have.
 *
 * @param {string} text
 */
export function pinDigits(text) {
  return digitsIn(text, pinLengthMax);
}

/**
 * Whether it could be a PIN; whether it is the right one only the hub knows.
 *
 * @param {string} digits
 */
export function isPIN(digits) {
  return digits.length >= pinLengthMin && digits.length <= pinLengthMax && pinDigits(digits) === digits;
}

/**
 * What is wrong with a new pair of PINs; undefined where nothing is. A second one may be left out.
 *
 * @param {string} pin
 * @param {string} again
 * @param {string} second
 * @returns {"length" | "different" | "secondLength" | "same" | undefined}
 */
export function pinFault(pin, again, second) {
  if (!isPIN(pin)) return "length";
  if (pin !== again) return "different";
  if (second === "") return undefined;
  if (!isPIN(second)) return "secondLength";
  return second === pin ? "same" : undefined;
}
