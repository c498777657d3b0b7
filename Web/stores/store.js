// @ts-check
import { isAdultOf } from "../models/family.js";
import { GuestStore } from "./guest-store.js";
import { LiveState } from "./live-state.js";

/**
 * @typedef {import("../lib/dom/page.js").App} App
 * @typedef {import("../lib/hub/mission-shapes.js").StoreItem} StoreItem
 * @typedef {import("../lib/hub/mission-shapes.js").Purchase} Purchase
 * @typedef {import("../lib/hub/mission-shapes.js").Gold} Gold
 *
 * @typedef {object} ItemDraft  as an adult makes or changes an item
 * @property {string} name
 * @property {string} price
 * @property {number} [stock]
 * @property {import("../lib/hub/mission-shapes.js").Buyers} buyers
 * @property {string[]} [members]
 * @property {boolean} [retired]
 *
 * @typedef {Store | GuestStore} AnyStore  a family's, or a guest's on this device: the same to every page
 */

/**
 * The store that I see: my family's where I am logged in, my own on this device where I am not.
 *
 * @param {App} app
 * @param {AbortSignal} signal  ends it when its page is left
 * @returns {AnyStore}
 */
export function storeOf(app, signal) {
  return app.family.isLoaded ? new Store(app, signal) : new GuestStore(signal);
}

/**
 * The family's store and my gold as the hub says they stand, kept true by the event stream while a page is open. Sends
 * `changed`.
 */
export class Store extends LiveState {
  isGuest = false;
  /** @type {StoreItem[]} */
  items = [];
  /**
   * The newest first.
   *
   * @type {Purchase[]}
   */
  purchases = [];
  /**
   * Where older ones go on, where there are any.
   *
   * @type {string | undefined}
   */
  next;
  /** @type {Gold | undefined} */
  gold;
  /** @type {import("../lib/hub/shapes.js").FamilyGroup} */
  group = { id: "", members: [], invites: [] };

  /**
   * @param {App} app
   * @param {AbortSignal} signal  ends it when its page is left
   */
  constructor(app, signal) {
    super(app, signal, ["mission", "wallet"]);
  }

  get me() {
    return this.app.family.me?.id ?? "";
  }

  get isAdult() {
    return isAdultOf(this.group, this.me);
  }

  /** @param {string} member */
  person(member) {
    return this.group.members.find(({ id }) => id === member);
  }

  /** What waits to be handed over, the oldest first. */
  get held() {
    return this.purchases.filter(({ state }) => state === "held").reverse();
  }

  /** Reads everything; rejects as a request does. */
  async read() {
    const { api } = this.app;
    const [items, purchases, focus, group] = await Promise.all([
      api.read("/store/items", this.signal),
      api.read("/purchases?limit=50", this.signal),
      api.read("/me/focus", this.signal),
      this.group.id && api.shownAt === undefined ? this.group : api.read("/families", this.signal).then((all) => all.items[0]),
    ]);
    this.items = items.items;
    this.purchases = purchases.items;
    this.next = purchases.next;
    this.gold = focus.gold;
    this.group = group;
  }

  /** Reads those that were bought before the ones that are there. */
  async readOlder() {
    if (!this.next) return;
    const { items, next } = await this.app.api.get(`/purchases?limit=50&after=${encodeURIComponent(this.next)}`, this.signal);
    this.purchases = [...this.purchases, ...items];
    this.next = next;
    this.changed();
  }

  /**
   * @param {StoreItem} item
   * @param {string} id  made here, so that the same wish sent again buys one
   * @returns {Promise<Purchase>}
   */
  async buy(item, id) {
    const purchase = await this.app.api.post("/purchases", { id, item: item.id });
    await this.refresh().catch(() => undefined);
    return purchase;
  }

  /**
   * Hands over, refuses or takes back; true where the hub had moved on, and nothing changed but what is shown.
   *
   * @param {Purchase} purchase
   * @param {"deliver" | "refuse" | "withdraw"} act
   * @returns {Promise<boolean>}
   */
  async decide({ id, version }, act) {
    const { alreadyHandled } = await this.app.api.post(`/purchases/${id}/${act}`, { version });
    await this.refresh().catch(() => undefined);
    return alreadyHandled;
  }

  /**
   * @param {string} id
   * @param {ItemDraft} draft
   * @param {boolean} isNew
   */
  async keep(id, draft, isNew) {
    if (isNew) await this.app.api.post("/store/items", { id, ...draft });
    else await this.app.api.patch(`/store/items/${id}`, draft);
  }

  /**
   * @param {string} id
   * @param {Blob | undefined} picture  none takes it away
   */
  async keepPicture(id, picture) {
    const path = `/store/items/${id}/picture`;
    if (picture) await this.app.api.put(path, picture);
    else await this.app.api.delete(path);
  }

  /**
   * Takes an item out of the store, or puts it back.
   *
   * @param {StoreItem} item
   * @param {boolean} isRetired
   */
  async retire(item, isRetired) {
    const { id, name, price, stock, buyers, members } = item;
    if (isRetired) await this.app.api.delete(`/store/items/${id}`);
    else await this.app.api.patch(`/store/items/${id}`, { name, price, stock, buyers, members, retired: false });
    await this.refresh().catch(() => undefined);
  }
}
