// @ts-check
import { purchaseList } from "../elements/purchase-list.js";
import { stateView } from "../lib/dom/state-view.js";
import { guestRecords } from "../elements/guest-records.js";
import { button } from "../lib/dom/button.js";
import { h } from "../lib/dom/dom.js";
import { Page } from "../lib/dom/page.js";
import { redraw, save } from "../lib/dom/saving.js";
import { storeOf } from "../stores/store.js";
import { t } from "../lib/words/text.js";

/** What was bought, the newest first: mine, and for an adult all of the family's. */
export class StoreHistoryPage extends Page {
  /** @type {import("../stores/store.js").AnyStore} */
  #store = /** @type {any} */ (undefined);
  #body = h("div", { class: "stack" });

  open() {
    this.className = "page missions is-narrow stack";
    this.#store = storeOf(this.app, this.signal);
    this.#store.addEventListener("changed", () => this.#draw(), { signal: this.signal });
    const before = this.#store.isGuest ? [] : [guestRecords(this.app, this.signal)];
    this.replaceChildren(h("h1", {}, t("purchases.page")), h("div", { class: "stack" }, this.#body, ...before));
    this.show(this.#body, () => this.#store.read(), () => this.#draw());
  }

  #draw() {
    const { purchases, next } = this.#store;
    if (purchases.length === 0) {
      const action = { text: t("purchases.toStore"), perform: () => void this.app.router.go("/store") };
      redraw(this.#body, stateView("empty", { title: t("purchases.empty"), words: t("purchases.emptyWords"), action }));
      return;
    }
    const older = () => void save(() => this.#store.readOlder(), { say: this.app.say, done: "" });
    const more = next ? [button(t("lines.older"), older, { style: "quiet-button", key: "older" })] : [];
    redraw(this.#body, purchaseList(this.app, this.#store, purchases, this.signal), ...more);
  }
}

customElements.define("store-history-page", StoreHistoryPage);
