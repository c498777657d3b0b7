// @ts-check
import { language, t } from "../lib/words/text.js";
import { numberLocale, plainAmount } from "./amount.js";
import { momentWords } from "./words.js";

/**
 * @typedef {import("../lib/hub/wallet-shapes.js").WalletState} WalletState
 * @typedef {import("../lib/hub/wallet-shapes.js").Account} Account
 * @typedef {import("../lib/hub/wallet-shapes.js").Asset} Asset
 * @typedef {import("../lib/hub/wallet-shapes.js").Entry} Entry
 * @typedef {import("../lib/hub/wallet-shapes.js").Payee} Payee
 */

/** The numbers of what every family has. */
const gold = 1;
const coin = 2;

/**
 * The asset of a number; one that the hub has not named is called by its number, and has no decimals.
 *
 * @param {WalletState} wallet
 * @param {number} number
 * @returns {Asset}
 */
export function assetOf({ assets }, number) {
  return assets.find((asset) => asset.number === number) ?? { number, name: `#${number}`, scale: 0 };
}

/**
 * Assets as the page calls them: those that every family has in its language, others as the family named them.
 *
 * @template {Pick<Asset, "number" | "name">} Kind
 * @param {Kind[]} assets
 * @returns {Kind[]}
 */
export function inWords(assets) {
  const names = new Map([[gold, t("wallet.gold")], [coin, t("wallet.coin")]]);
  return assets.map((asset) => ({ ...asset, name: names.get(asset.number) ?? asset.name }));
}

/**
 * An amount with the name of what it is of, as "12.50 coin"; one of a currency in that currency's own form, as "€12.50".
 *
 * @param {bigint | string} units
 * @param {Asset} asset
 * @param {string} [locale]
 */
export function amountWords(units, asset, locale) {
  return amountParts(units, asset, locale).map(({ text }) => text).join("");
}

/**
 * The same in its parts: the number, and what it is of.
 *
 * @param {bigint | string} units
 * @param {Asset} asset
 * @param {string} [locale]
 * @returns {{text: string, isUnit: boolean}[]}
 */
export function amountParts(units, { name, scale }, locale = numberLocale()) {
  const text = plainAmount(BigInt(units), scale, locale);
  const around = isCurrency(name) ? currencyForm(name, locale) : undefined;
  if (!around) return [{ text, isUnit: false }, { text: ` ${name}`, isUnit: true }];
  const [before, after] = around;
  const parts = [{ text: before, isUnit: true }, { text, isUnit: false }, { text: after, isUnit: true }];
  return parts.filter((part) => part.text !== "");
}

/**
 * Whether a name is a currency's code.
 *
 * @param {string} name
 */
function isCurrency(name) {
  return /^[A-Z]{3}$/.test(name) && new Intl.DisplayNames("en", { type: "currency", fallback: "none" }).of(name) !== undefined;
}

/**
 * What a language writes before and after an amount of a currency.
 *
 * @param {string} currency
 * @param {string} locale
 * @returns {[string, string]}
 */
function currencyForm(currency, locale) {
  const parts = new Intl.NumberFormat(locale, { style: "currency", currency }).formatToParts(1);
  const isNumber = (/** @type {{type: string}} */ { type }) => ["integer", "decimal", "fraction", "group"].includes(type);
  const first = parts.findIndex(isNumber);
  const last = parts.length - 1 - [...parts].reverse().findIndex(isNumber);
  const words = (/** @type {typeof parts} */ some) => some.map(({ value }) => value).join("");
  return [words(parts.slice(0, first)), words(parts.slice(last + 1))];
}

/**
 * What is counted, the coin first: it is what most accounts are for, and gold is earned.
 *
 * @template {{asset: number}} Item
 * @param {readonly Item[]} items
 * @returns {Item[]}
 */
export function coinFirst(items) {
  const weight = (/** @type {number} */ asset) => (asset === coin ? -1 : asset);
  return [...items].sort((left, right) => weight(left.asset) - weight(right.asset));
}

/**
 * The accounts that somebody's money may go on to: all other ones of the same asset.
 *
 * @param {Account[]} accounts
 * @param {Account} from
 */
export function others(accounts, from) {
  return accounts.filter(({ id, asset }) => id !== from.id && asset === from.asset);
}

/**
 * Mine from which money can be moved to another one of mine.
 *
 * @param {Account[]} accounts
 */
export function movable(accounts) {
  return accounts.filter((account) => others(accounts, account).length > 0);
}

/**
 * The account into which somebody is paid; undefined where they have none of that asset.
 *
 * @param {Payee} payee
 * @param {number} asset
 */
export function receiving({ accounts }, asset) {
  return accounts.find((account) => account.asset === asset)?.account;
}

/**
 * A name for an account without what stands around it, or what is wrong with it.
 *
 * The hub has the last word; this one is at once.
 *
 * @param {string} text
 * @param {Account[]} accounts  the others, of which none may be called the same
 * @returns {{name: string, isTaken: boolean}}
 */
export function accountName(text, accounts) {
  const name = text.trim();
  return { name, isTaken: name !== "" && accounts.some((account) => account.name === name) };
}

/**
 * What each line changed: the difference between the balance after it and the one before.
 *
 * @param {Entry[]} entries  the latest first
 * @param {bigint} [first]  what was there before the last one; where that is not known, the last one is left out
 * @returns {{entry: Entry, change: bigint, balance: bigint}[]}
 */
export function changes(entries, first) {
  const lines = entries.map((entry, index) => {
    const balance = BigInt(entry.balance);
    const before = index + 1 < entries.length ? BigInt(entries[index + 1].balance) : first ?? 0n;
    return { entry, balance, change: balance - before };
  });
  return first === undefined ? lines.slice(0, -1) : lines;
}

/**
 * A moment with its year, as paper needs it.
 *
 * @param {Date} time
 */
export function fullMoment(time) {
  return new Intl.DateTimeFormat(language().lang, { dateStyle: "long", timeStyle: "short" }).format(time);
}

/**
 * When a line was: as people say it in the same year, with the year before that.
 *
 * @param {string} at
 * @param {number} now
 */
export function lineMoment(at, now) {
  const time = new Date(at);
  return time.getFullYear() === new Date(now).getFullYear() ? momentWords(time, now) : fullMoment(time);
}

/**
 * The key of the words that say what a line is.
 *
 * @param {Entry} entry
 * @returns {`entry.${string}`}
 */
export function entryKey({ kind, direction, counterpart, ends }) {
  if (ends) return "entry.ended";
  if (kind === "payment" || kind === "transfer" || kind === "sweep") {
    if (counterpart.kind === "left") return direction === "in" ? "entry.fromLeft" : "entry.toLeft";
    return direction === "in" ? "entry.from" : "entry.to";
  }
  return `entry.${kind}`;
}

/**
 * How far an account is towards its goal: the part of it, 0 to 1, and what is missing.
 *
 * @param {{amount: string}} goal
 * @param {{amount: string}} account
 */
export function goalOf(goal, account) {
  const [wanted, saved] = [BigInt(goal.amount), BigInt(account.amount)];
  const missing = saved < wanted ? wanted - saved : 0n;
  const part = saved <= 0n ? 0 : Math.min(1, Number(saved) / Number(wanted));
  return { part, missing };
}

/**
 * What percent of an allowance the other goals of the same asset leave for an account's own.
 *
 * @param {Pick<WalletState, "accounts" | "goals">} state
 * @param {Pick<Account, "id" | "asset">} account
 */
export function shareLeft({ accounts, goals }, { id, asset }) {
  const same = new Set(accounts.filter((each) => each.asset === asset && each.id !== id).map((each) => each.id));
  return goals.filter((goal) => same.has(goal.account)).reduce((left, { share }) => left - share, 100);
}

/**
 * Whole percent as they are typed; nothing typed is none of it. Undefined for anything else, and for too many.
 *
 * @param {string} text
 * @param {number} most
 */
export function readShare(text, most) {
  const plain = text.trim().replace(/\s*%$/, "");
  if (plain === "") return 0;
  if (!/^\d{1,3}$/.test(plain)) return undefined;
  return Number(plain) <= most ? Number(plain) : undefined;
}
