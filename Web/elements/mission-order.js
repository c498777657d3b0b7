// @ts-check
import { button } from "../lib/dom/button.js";
import { h } from "../lib/dom/dom.js";
import { openSheet } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { orders, priorities } from "../models/missions.js";
import { NamedChoice } from "./account-choice.js";

/**
 * @typedef {import("../models/missions.js").Order} Order
 * @typedef {import("../models/missions.js").Filter} Filter
 * @typedef {import("../lib/hub/mission-shapes.js").Priority} Priority
 */

const key = "hearth.missions.order";

/**
 * How this device sorts its list; the filter is for the moment, so that nothing is missed tomorrow.
 *
 * @returns {Order}
 */
export function keptOrder() {
  const kept = localStorage.getItem(key);
  return orders.find((order) => order === kept) ?? "priority";
}

/**
 * Opens the choice of order and filter; each choice is seen at once in the list behind.
 *
 * @param {{order: Order, filter: Filter}} now
 * @param {readonly {id: string, name: string}[]} people  for whom there can be something
 * @param {AbortSignal} signal
 * @param {(order: Order, filter: Filter) => void} changed
 */
export function openOrder({ order, filter }, people, signal, changed) {
  const choose = () => {
    localStorage.setItem(key, by.value);
    changed(/** @type {Order} */ (by.value), { priority: /** @type {Priority | ""} */ (priority.value), who: who.value });
  };
  const by = new NamedChoice("missions-order", t("order.by"), choose);
  by.offer(orders.map((id) => ({ id, name: t(`order.${id}`) })), order);
  const priority = new NamedChoice("missions-priority", t("order.onlyPriority"), choose);
  const each = priorities.map((id) => ({ id, name: t(`priority.${id}`) }));
  priority.offer([{ id: "", name: t("order.all") }, ...each], filter.priority);
  const who = new NamedChoice("missions-who", t("order.onlyWho"), choose);
  who.offer([{ id: "", name: t("order.everybody") }, ...people, { id: "anyone", name: t("missions.anyone") }], filter.who);
  for (const choice of [by, priority, who]) choice.hint = "";
  const fields = [by.element, priority.element, ...(people.length > 1 ? [who.element] : [])];
  const done = button(t("order.done"), () => sheet.close());
  const sheet = openSheet(t("order.title"), [h("div", { class: "form" }, ...fields, done)], { signal });
}
