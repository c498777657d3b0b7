// @ts-check
import { number, t } from "../lib/words/text.js";

/**
 * Gold with its name, as "25 gold".
 *
 * @param {string | number | bigint} amount  a whole number
 */
export function goldWords(amount) {
  return t("gold.amount", { amount: goldDigits(amount) });
}

/**
 * The digits of an amount of gold as the page's language groups them.
 *
 * @param {string | number | bigint} amount
 */
export function goldDigits(amount) {
  return number(/** @type {number} */ (/** @type {unknown} */ (BigInt(amount)))).replace("-", "\u2212");
}

/**
 * What somebody is told that they have: what can be spent, or what is owed after an undo; and what is held meanwhile for
 * what was bought and is not handed over.
 *
 * @param {{amount: string, available: string, owed: string}} gold
 * @returns {{shown: string, held: string}}
 */
export function purse({ amount, available, owed }) {
  if (owed !== "0") return { shown: amount, held: "0" };
  const held = BigInt(amount) - BigInt(available);
  return { shown: available, held: String(held > 0n ? held : 0n) };
}

/**
 * Reads an amount of gold as people type it: digits alone.
 *
 * @param {string} text
 * @param {bigint} most
 * @param {bigint} [least]
 * @returns {{gold: string, problem?: undefined} | {gold?: undefined, problem: "missing" | "digits" | "range"}}
 */
export function readGold(text, most, least = 1n) {
  const plain = text.trim();
  if (plain === "") return { problem: "missing" };
  if (!/^\d{1,15}$/.test(plain)) return { problem: /^\d+$/.test(plain) ? "range" : "digits" };
  const gold = BigInt(plain);
  return gold >= least && gold <= most ? { gold: String(gold) } : { problem: "range" };
}

/**
 * What is missing to buy something; nothing where there is enough.
 *
 * @param {string} price
 * @param {{available: string, owed: string} | undefined} gold
 */
export function missingFor(price, gold) {
  const needed = BigInt(price) + BigInt(gold?.owed ?? 0) - BigInt(gold?.available ?? 0);
  return needed > 0n ? needed : 0n;
}

/**
 * How much of a price there is, 0 to 1, for the bar under an item that is saved for.
 *
 * @param {string} price
 * @param {{available: string} | undefined} gold
 */
export function savedPart(price, gold) {
  return Math.min(1, Number(BigInt(gold?.available ?? 0)) / Number(BigInt(price)));
}
