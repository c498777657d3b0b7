// @ts-check
import { missingFor } from "./gold.js";
import { goldOf, guestMember } from "./guest-kept.js";

/**
 * The store of somebody without an account: what they put there for themselves, and what they bought of it.
 *
 * Each function takes what there is and answers what there is then; what was given is not changed.
 *
 * @typedef {import("./guest-kept.js").Guest} Guest
 * @typedef {import("../lib/hub/mission-shapes.js").StoreItem} StoreItem
 * @typedef {Pick<StoreItem, "name" | "price"> & {stock?: number, retired?: boolean}} ItemDraft
 */

/**
 * Puts an item on the shelf, or changes the one that stands there.
 *
 * @param {Guest} guest
 * @param {string} id
 * @param {ItemDraft} draft
 * @param {number} now
 * @returns {Guest}
 */
export function kept(guest, id, { name, price, stock, retired = false }, now) {
  const before = guest.items.find((item) => item.id === id);
  const addedAt = before?.addedAt ?? new Date(now).toISOString();
  /** @type {StoreItem} */
  const item = { id, name, price, stock, buyers: "everybody", retired, picture: before?.picture, addedAt };
  return { ...guest, items: [...guest.items.filter((each) => each.id !== id), item] };
}

/**
 * @param {Guest} guest
 * @param {string} id
 * @param {string | undefined} picture  an address that holds all of it; none takes it away
 * @returns {Guest}
 */
export function pictured(guest, id, picture) {
  return { ...guest, items: guest.items.map((item) => (item.id === id ? { ...item, picture } : item)) };
}

/**
 * Takes an item out of the store, or puts it back.
 *
 * @param {Guest} guest
 * @param {string} id
 * @param {boolean} isRetired
 * @returns {Guest}
 */
export function retired(guest, id, isRetired) {
  return { ...guest, items: guest.items.map((item) => (item.id === id ? { ...item, retired: isRetired } : item)) };
}

/**
 * Buys an item: nobody has to hand it over. The same wish once more buys nothing more.
 *
 * @param {Guest} guest
 * @param {string} item
 * @param {string} id  of the purchase
 * @param {number} now
 * @returns {{guest: Guest, problem?: "gone" | "soldOut", missing?: string}}
 */
export function bought(guest, item, id, now) {
  if (guest.purchases.some((purchase) => purchase.id === id)) return { guest };
  const found = guest.items.find((each) => each.id === item);
  if (!found || found.retired) return { guest, problem: "gone" };
  const { name, price, stock } = found;
  if (stock === 0) return { guest, problem: "soldOut" };
  const missing = missingFor(price, goldOf(guest));
  if (missing > 0n) return { guest, missing: String(missing) };
  const at = new Date(now).toISOString();
  /** @type {import("../lib/hub/mission-shapes.js").Purchase} */
  const purchase = {
    id, item, name, buyer: guestMember, price, placedAt: at, state: "delivered", since: at, version: 1, may: [],
  };
  const items = guest.items.map((each) => (each.id === item && stock !== undefined ? { ...each, stock: stock - 1 } : each));
  return { guest: { ...guest, items, purchases: [purchase, ...guest.purchases] } };
}
