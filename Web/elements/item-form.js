// @ts-check
import { button } from "../lib/dom/button.js";
import { h, set } from "../lib/dom/dom.js";
import { icon } from "../lib/dom/icons.js";
import { newID } from "../lib/hub/ids.js";
import { errorWords } from "../lib/dom/page.js";
import { squarePicture } from "../lib/device/picture-file.js";
import { openSheet } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { goldWords, readGold } from "../models/gold.js";
import { nameMax, priceMax, readStock } from "../models/store.js";
import { NamedChoice } from "./account-choice.js";
import { itemPicture } from "./store-item.js";

/**
 * @typedef {import("../stores/store.js").AnyStore} Store
 * @typedef {import("../lib/hub/mission-shapes.js").StoreItem} StoreItem
 * @typedef {import("../lib/hub/mission-shapes.js").Buyers} Buyers
 */

/** @type {Buyers[]} */
const buyers = ["everybody", "children", "adults", "some"];

/** An item as an adult makes or changes it: picture, name, price, how many, and who may buy it. */
export class ItemForm {
  #store;
  #item;
  #id;
  #said;
  #name;
  #price;
  #stock;
  #buyers = new NamedChoice("item-buyers", t("item.buyers"), () => this.#drawMembers());
  #members = h("div", { class: "form" });
  #wrong = h("p", { class: "wrong", role: "alert" });
  #shown = h("div", { class: "picture" });
  /**
   * What was chosen since; null takes the present one away.
   *
   * @type {Blob | null | undefined}
   */
  #picture;
  #address = "";
  #button = h("button", { class: "button", type: "submit" });
  #sheet;

  /**
   * @param {Store} store
   * @param {{item?: StoreItem, signal: AbortSignal, saved: (name: string) => void, retire: (item: StoreItem) => void}} more
   */
  constructor(store, { item, signal, saved, retire }) {
    this.#store = store;
    this.#item = item;
    this.#id = item?.id ?? newID();
    this.#said = saved;
    this.#name = new WordField("item-name", t("item.name"), { value: item?.name, maxlength: nameMax, dir: "auto" });
    this.#price = new WordField("item-price", t("item.price"), { value: item?.price, inputmode: "numeric", maxlength: 10 });
    const stock = { value: item?.stock, inputmode: "numeric", maxlength: 7 };
    this.#stock = new WordField("item-stock", t("item.stock"), stock, t("item.stockHint"));
    this.#button.textContent = t("common.save");
    const content = [this.#form(), ...(item && !item.retired ? [this.#retiring(item, retire)] : [])];
    const closed = () => URL.revokeObjectURL(this.#address);
    this.#sheet = openSheet(t(item ? "item.editTitle" : "item.add"), content, { signal, closed });
    if (!item) this.#name.input.focus();
  }

  #form() {
    this.#buyers.offer(buyers.map((id) => ({ id, name: t(`item.buyers.${id}`) })), this.#item?.buyers ?? "everybody");
    this.#buyers.hint = "";
    this.#drawMembers();
    this.#drawPicture();
    const cancel = button(t("common.cancel"), () => this.#sheet.close(), { style: "quiet-button" });
    return h(
      "form",
      { class: "form", novalidate: true, on: { submit: (event) => this.#submit(event) } },
      this.#shown,
      this.#name.element,
      this.#price.element,
      this.#stock.element,
      !this.#store.isGuest && this.#buyers.element,
      this.#members,
      this.#wrong,
      h("div", { class: "actions" }, this.#button, cancel),
    );
  }

  /**
   * @param {StoreItem} item
   * @param {(item: StoreItem) => void} retire
   */
  #retiring(item, retire) {
    const take = () => {
      this.#sheet.close();
      retire(item);
    };
    return button(t("item.retire"), take, { style: "danger-button" });
  }

  #drawMembers() {
    const isSome = this.#buyers.value === "some";
    const chosen = new Set(this.#item?.members ?? []);
    const people = this.#store.group.members.map(({ id, name }) => {
      const input = h("input", { type: "checkbox", value: id, checked: chosen.has(id) });
      return h("li", {}, h("label", { class: "row" }, input, h("span", { class: "grow" }, h("bdi", {}, name))));
    });
    const list = h("ul", { class: "list" }, ...people);
    const group = h("fieldset", { class: "choices" }, h("legend", {}, t("item.members")), list);
    this.#members.replaceChildren(...(isSome ? [group] : []));
  }

  #drawPicture() {
    const file = h("input", { type: "file", accept: "image/*", class: "visually-hidden", tabindex: "-1", "aria-hidden": "true" });
    file.addEventListener("change", () => this.#choose(file.files?.[0]));
    const there = this.#picture === undefined ? this.#item?.picture : this.#picture === null ? undefined : this.#address;
    const choose = button(t("profile.choosePicture"), () => file.click(), { style: "quiet-button", picture: "picture" });
    const remove = h("button", { class: "button icon-button", type: "button" }, icon("remove"));
    remove.setAttribute("aria-label", t("profile.removePicture"));
    remove.addEventListener("click", () => {
      this.#picture = null;
      this.#drawPicture();
    });
    const actions = h("div", { class: "actions" }, choose, there !== undefined && remove);
    this.#shown.replaceChildren(itemPicture({ picture: there }, "large"), actions, file);
  }

  /** @param {File | undefined} file */
  async #choose(file) {
    if (!file) return;
    try {
      this.#picture = await squarePicture(file);
      URL.revokeObjectURL(this.#address);
      this.#address = URL.createObjectURL(this.#picture);
      this.#drawPicture();
    } catch {
      // Whatever it is, a browser that cannot draw it cannot cut a square out of it.
      this.#sheet.say(t("profile.unreadable"));
    }
  }

  /** @param {SubmitEvent} event */
  async #submit(event) {
    event.preventDefault();
    this.#wrong.textContent = "";
    const draft = this.#read();
    if (!draft) return;
    this.#button.disabled = true;
    try {
      await this.#store.keep(this.#id, draft, this.#item === undefined);
      if (this.#picture !== undefined) await this.#store.keepPicture(this.#id, this.#picture ?? undefined);
      this.#sheet.close();
      this.#said(draft.name);
      await this.#store.refresh().catch(() => undefined);
    } catch (error) {
      this.#wrong.textContent = errorWords(error);
    } finally {
      this.#button.disabled = false;
    }
  }

  /** @returns {import("../stores/store.js").ItemDraft | undefined} */
  #read() {
    const name = this.#name.input.value.trim();
    const { gold, problem } = readGold(this.#price.input.value, priceMax);
    const stock = readStock(this.#stock.input.value);
    const kind = /** @type {Buyers} */ (this.#buyers.value);
    const members = [...this.#members.querySelectorAll("input")].filter(({ checked }) => checked).map(({ value }) => value);
    if (stock.problem) this.#stock.complain(t(`item.stock.${stock.problem}`));
    const range = () => t("item.priceRange", { most: goldWords(priceMax) });
    if (problem) this.#price.complain(problem === "range" ? range() : t(`item.price.${problem}`));
    if (!name) this.#name.complain(t("item.nameMissing"));
    if (kind === "some" && members.length === 0) this.#wrong.textContent = t("item.membersMissing");
    if (!name || gold === undefined || stock.problem || this.#wrong.textContent) return undefined;
    const isSome = kind === "some" ? { members } : {};
    return { name, price: gold, stock: stock.stock, buyers: kind, ...isSome, ...(this.#item ? { retired: false } : {}) };
  }
}

/** A field with its label, a hint, and what is wrong with it. */
class WordField {
  #wrong;

  /**
   * @param {string} id
   * @param {string} label
   * @param {import("../lib/dom/dom.js").Attributes} attributes
   * @param {string} [hint]
   */
  constructor(id, label, attributes, hint) {
    this.#wrong = h("p", { class: "wrong", id: `${id}-wrong`, role: "alert" });
    const words = hint && h("p", { class: "hint", id: `${id}-hint` }, hint);
    const described = hint ? `${id}-hint` : false;
    this.input = h("input", { class: "input", id, autocomplete: "off", "aria-describedby": described, ...attributes });
    this.input.addEventListener("input", () => this.complain(""));
    this.element = h("div", { class: "field" }, h("label", { for: id }, label), this.input, words, this.#wrong);
  }

  /** @param {string} words  none where nothing is wrong any more */
  complain(words) {
    this.#wrong.textContent = words;
    set(this.input, { "aria-invalid": words ? "true" : false, "aria-errormessage": words ? this.#wrong.id : false });
    if (words) this.input.focus();
  }
}
