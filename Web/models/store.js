// @ts-check

/**
 * @typedef {import("../lib/hub/mission-shapes.js").StoreItem} StoreItem
 * @typedef {import("../lib/hub/mission-shapes.js").Purchase} Purchase
 */

export const nameMax = 80;
export const priceMax = 1_000_000_000n;
export const stockMax = 1_000_000;

/**
 * What stands on the shelf: what can be bought, cheapest first, then what an adult has taken out.
 *
 * @param {readonly StoreItem[]} items
 * @returns {StoreItem[]}
 */
export function shelf(items) {
  return [...items].sort((left, right) => {
    if (left.retired !== right.retired) return left.retired ? 1 : -1;
    const [one, other] = [BigInt(left.price), BigInt(right.price)];
    return one < other ? -1 : one > other ? 1 : left.id < right.id ? -1 : 1;
  });
}

/**
 * Reads how many there are; left empty there is no end of them.
 *
 * @param {string} text
 * @returns {{stock: number | undefined, problem?: undefined} | {stock?: undefined, problem: "digits" | "range"}}
 */
export function readStock(text) {
  const plain = text.trim();
  if (plain === "") return { stock: undefined };
  if (!/^\d+$/.test(plain)) return { problem: "digits" };
  const stock = Number(plain);
  return stock <= stockMax ? { stock } : { problem: "range" };
}

/**
 * How many of an item somebody has bought that are still to be handed over.
 *
 * @param {readonly Purchase[]} purchases
 * @param {string} item
 * @param {string} buyer
 */
export function onTheWay(purchases, item, buyer) {
  return purchases.filter((purchase) => purchase.item === item && purchase.buyer === buyer && purchase.state === "held").length;
}
