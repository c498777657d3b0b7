// @ts-check
import { fromBase64url, toBase64url } from "../models/base64url.js";
import { goldOf, guestMember } from "../models/guest-kept.js";
import * as model from "../models/guest-store.js";
import { Refusal } from "../lib/hub/api.js";
import { guestKey, keep, kept } from "./guest-kept.js";
import { squarePicture } from "../lib/device/picture-file.js";
import { t } from "../lib/words/text.js";

/**
 * @typedef {import("../lib/hub/mission-shapes.js").StoreItem} StoreItem
 * @typedef {import("../lib/hub/mission-shapes.js").Purchase} Purchase
 */

/** A browser has a few megabytes for all of it: as large as a card on the shelf, on a fine screen. */
const pictureEdge = 384;
const jpeg = "data:image/jpeg;base64,";

/**
 * The store that a guest has for themselves, on this device alone; the same to every page as a family's. Sends `changed`.
 */
export class GuestStore extends EventTarget {
  isGuest = true;
  /** Whose store it is puts things there. */
  isAdult = true;
  me = guestMember;
  /** @type {import("../lib/hub/shapes.js").FamilyGroup} */
  group = { id: "", members: [], invites: [] };
  /** @type {undefined} */
  next;
  /**
   * Nobody has to hand anything over.
   *
   * @type {Purchase[]}
   */
  held = [];

  /** @param {AbortSignal} signal */
  constructor(signal) {
    super();
    // Another tab of this device has the same store.
    addEventListener("storage", (event) => event.key === guestKey && this.#changed(), { signal });
  }

  get items() {
    return kept().items;
  }

  /** The newest first, each with the picture that its item has now. */
  get purchases() {
    const { items, purchases } = kept();
    const pictures = new Map(items.map(({ id, picture }) => [id, picture]));
    return purchases.map((purchase) => ({ ...purchase, picture: pictures.get(purchase.item) }));
  }

  get gold() {
    return goldOf(kept());
  }

  /**
   * @param {string} _member
   * @returns {undefined}
   */
  person(_member) {
    return undefined;
  }

  async read() {}

  async readOlder() {}

  async refresh() {
    this.#changed();
  }

  /**
   * @param {StoreItem} item
   * @param {string} id  made by the page, so that the same wish once more buys one
   */
  async buy(item, id) {
    const { guest, problem, missing } = model.bought(kept(), item.id, id, Date.now());
    if (problem) throw new Refusal({ status: 409, code: problem, title: t(`guest.${problem}`) });
    if (missing) throw new Refusal({ status: 409, code: "notEnoughGold", title: t("buy.have", { gold: "0" }), missing });
    this.#keep(guest);
  }

  /**
   * @param {Purchase} _purchase
   * @param {"deliver" | "refuse" | "withdraw"} _act  there is nothing to decide
   */
  async decide(_purchase, _act) {
    return true;
  }

  /**
   * @param {string} id
   * @param {import("./store.js").ItemDraft} draft
   * @param {boolean} _isNew
   */
  async keep(id, draft, _isNew) {
    this.#keep(model.kept(kept(), id, draft, Date.now()));
  }

  /**
   * @param {string} id
   * @param {Blob | undefined} picture  none takes it away
   */
  async keepPicture(id, picture) {
    const address = picture && (await addressOf(await squarePicture(picture, pictureEdge)));
    this.#keep(model.pictured(kept(), id, address));
  }

  /**
   * @param {StoreItem} item
   * @param {boolean} isRetired
   */
  async retire({ id }, isRetired) {
    this.#keep(model.retired(kept(), id, isRetired));
  }

  /** @param {import("../models/guest-kept.js").Guest} guest */
  #keep(guest) {
    keep(guest);
    this.#changed();
  }

  #changed() {
    this.dispatchEvent(new Event("changed"));
  }
}

/**
 * An address that holds the whole picture.
 *
 * @param {Blob} picture
 */
async function addressOf(picture) {
  const text = toBase64url(await picture.arrayBuffer());
  return jpeg + text.replaceAll("-", "+").replaceAll("_", "/").padEnd(Math.ceil(text.length / 4) * 4, "=");
}

/**
 * The picture that such an address holds; undefined for any other.
 *
 * @param {string | undefined} address
 */
export function pictureIn(address) {
  if (!address?.startsWith(jpeg)) return undefined;
  return new Blob([fromBase64url(address.slice(jpeg.length))], { type: "image/jpeg" });
}
