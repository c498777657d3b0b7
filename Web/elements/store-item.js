// @ts-check
import { button } from "../lib/dom/button.js";
import { h } from "../lib/dom/dom.js";
import { icon } from "../lib/dom/icons.js";
import { missionIcon } from "../lib/dom/mission-icons.js";
import { t } from "../lib/words/text.js";
import { goldDigits, missingFor, savedPart } from "../models/gold.js";
import { onTheWay } from "../models/store.js";

/**
 * @typedef {import("../stores/store.js").AnyStore} Store
 * @typedef {import("../lib/hub/mission-shapes.js").StoreItem} StoreItem
 */

/**
 * One item on the shelf: its picture, what it is and costs, how far my gold goes, and the way to have it.
 *
 * @param {Store} store
 * @param {StoreItem} item
 * @param {{buy: () => void, edit: () => void}} acts
 */
export function itemCard(store, item, { buy, edit }) {
  const { id, name, price, stock, retired } = item;
  const isSoldOut = stock === 0;
  const bought = onTheWay(store.purchases, id, store.me);
  const missing = missingFor(price, store.gold);
  const label = t(bought > 0 ? "store.buyAgain" : "store.buy");
  const action = button(label, buy, { style: missing > 0n ? "quiet-button" : "", key: `buy-${id}` });
  action.setAttribute("aria-label", `${label}: ${name}`);
  return h(
    "li",
    { class: "card store-item", "data-retired": retired },
    itemPicture(item),
    h("h3", { dir: "auto" }, name),
    h("p", { class: "price" }, missionIcon("gold"), goldDigits(price), h("span", { class: "visually-hidden" }, ` ${t("gold.unit")}`)),
    bought > 0 && h("p", { class: "bought" }, icon("check"), t("store.bought", { count: bought })),
    !retired && !isSoldOut && missing > 0n && savings(price, missing, store),
    (retired || stock !== undefined) && h("p", { class: "quiet small" }, retired ? t("store.retired") : stockWords(stock ?? 0)),
    h(
      "div",
      { class: "store-acts" },
      !retired && !isSoldOut && action,
      store.isAdult && button(t("store.edit"), edit, { style: "quiet-button", key: `edit-${id}` }),
    ),
  );
}

/**
 * @param {Pick<StoreItem, "picture">} item
 * @param {string} [more]  further classes
 */
export function itemPicture({ picture }, more = "") {
  const image = picture && h("img", { src: picture, alt: "", loading: "lazy", width: 256, height: 256 });
  return h("span", { class: `item-picture ${more}`.trim(), "aria-hidden": "true" }, image || missionIcon("store"));
}

/**
 * How far it is to something that is saved for.
 *
 * @param {string} price
 * @param {bigint} missing
 * @param {Store} store
 */
function savings(price, missing, store) {
  const words = t("store.toGo", { amount: goldDigits(missing) });
  const bar = h("progress", { max: 1, value: savedPart(price, store.gold), "aria-label": words });
  return h("div", { class: "savings" }, bar, h("p", { class: "quiet small" }, words));
}

/** @param {number} stock */
function stockWords(stock) {
  return stock === 0 ? t("store.soldOut") : t("store.left", { count: stock });
}
