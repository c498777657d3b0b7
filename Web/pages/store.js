// @ts-check
import { openBuy } from "../elements/buy-sheet.js";
import { ItemForm } from "../elements/item-form.js";
import { goldParts } from "../elements/mission-cards.js";
import { purchaseList } from "../elements/purchase-list.js";
import { stateView } from "../lib/dom/state-view.js";
import { itemCard } from "../elements/store-item.js";
import "../elements/undo-bar.js";
import { button } from "../lib/dom/button.js";
import { h } from "../lib/dom/dom.js";
import { icon } from "../lib/dom/icons.js";
import { missionIcon } from "../lib/dom/mission-icons.js";
import { Page } from "../lib/dom/page.js";
import { redraw, save } from "../lib/dom/saving.js";
import { storeOf } from "../stores/store.js";
import { t } from "../lib/words/text.js";
import { goldDigits, purse } from "../models/gold.js";
import { shelf } from "../models/store.js";

/** @typedef {import("../lib/hub/mission-shapes.js").StoreItem} StoreItem */

/** What gold buys: the balance on top, what waits to be handed over, and the shelf. */
export class StorePage extends Page {
  /** @type {import("../stores/store.js").AnyStore} */
  #store = /** @type {any} */ (undefined);
  #head = h("div", { class: "stack" });
  #shelf = h("div", { class: "stack" });
  #undo = /** @type {import("../elements/undo-bar.js").UndoBar} */ (document.createElement("undo-bar"));

  open() {
    this.className = "page missions store";
    this.#store = storeOf(this.app, this.signal);
    this.#store.addEventListener("changed", () => this.#draw(), { signal: this.signal });
    const body = h("div", { class: "stack missions-body" });
    this.replaceChildren(h("h1", {}, t("store.page")), body);
    this.show(body, () => this.#store.read(), () => {
      body.replaceChildren(this.#head, this.#shelf);
      this.append(h("div", { class: "missions-foot" }, this.#undo));
      this.#draw();
    });
  }

  #draw() {
    redraw(this.#head, this.#balance(), ...this.#held());
    redraw(this.#shelf, ...this.#items(), this.#history());
  }

  #balance() {
    const gold = this.#store.gold ?? { amount: "0", available: "0", owed: "0" };
    const { shown, held } = purse(gold);
    const isHeld = held === "0" ? "" : t("store.held", { amount: goldDigits(held) });
    const words = gold.owed === "0" ? isHeld : t("gold.owed", { amount: goldDigits(gold.owed) });
    const sum = h("p", { class: "balance-amount" }, ...goldParts(shown));
    const said = h("div", {}, h("h2", {}, t("store.balance")), sum, words && h("p", { class: "quiet small" }, words));
    return h("section", { class: "card balance" }, missionIcon("gold"), said);
  }

  #held() {
    const { held, isAdult } = this.#store;
    if (held.length === 0) return [];
    const list = purchaseList(this.app, this.#store, held, this.signal);
    return [h("section", { class: "section" }, h("h2", {}, t(isAdult ? "store.orders" : "store.mine")), list)];
  }

  #items() {
    const { items, isAdult } = this.#store;
    if (items.length === 0) {
      const action = isAdult ? { text: t("store.first"), perform: () => this.#openForm() } : undefined;
      return [stateView("empty", { title: t("store.empty"), words: t(isAdult ? "store.emptyAdult" : "store.emptyWords"), action })];
    }
    const cards = shelf(items).map((item) =>
      itemCard(this.#store, item, { buy: () => openBuy(this.#store, item, this.signal), edit: () => this.#openForm(item) }),
    );
    const add = button(t("item.add"), () => this.#openForm(), { style: "quiet-button", key: "add-item", picture: "add" });
    const shown = h("section", { class: "section" }, h("h2", {}, t("store.shelf")), h("ul", { class: "shelf" }, ...cards));
    return isAdult ? [shown, add] : [shown];
  }

  #history() {
    const words = h("span", { class: "grow" }, h("span", { class: "row-name" }, t("purchases.page")));
    const link = h("a", { class: "row", href: "/store/history" }, icon("file"), words, icon("forward"));
    return h("ul", { class: "list" }, h("li", {}, link));
  }

  /** @param {StoreItem} [item] */
  #openForm(item) {
    new ItemForm(this.#store, {
      item,
      signal: this.signal,
      saved: (name) => this.app.say(t(item ? "item.changed" : "item.added", { name })),
      retire: (chosen) => void this.#retire(chosen),
    });
  }

  /** @param {StoreItem} item */
  async #retire(item) {
    if (!(await save(() => this.#store.retire(item, true), { say: this.app.say, done: "" }))) return;
    const how = { say: this.app.say, done: t("item.back", { name: item.name }) };
    const back = () => void save(() => this.#store.retire(item, false), how);
    this.#undo.offer(t("item.gone", { name: item.name }), back);
  }
}

customElements.define("store-page", StorePage);
