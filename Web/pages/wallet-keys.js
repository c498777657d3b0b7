// @ts-check
import { button } from "../lib/button.js";
import { deviceKey, signingHere } from "../lib/device-key.js";
import { h } from "../lib/dom.js";
import { hubNow } from "../lib/hub-clock.js";
import { icon } from "../lib/icons.js";
import { errorWords, Page } from "../lib/page.js";
import { save } from "../lib/saving.js";
import { confirmed } from "../lib/sheet.js";
import { t } from "../lib/text.js";
import { momentWords } from "../models/words.js";

/**
 * @typedef {import("../lib/wallet-shapes.js").LedgerKey} LedgerKey
 * @typedef {import("../lib/wallet-shapes.js").WalletState} WalletState
 * @typedef {import("../lib/device-key.js").Signing} Signing
 *
 * @typedef {object} Seen
 * @property {WalletState} wallet
 * @property {LedgerKey[]} keys
 * @property {Signing} signing
 * @property {string} [mine]  the key of this device
 */

/** By which keys my money is signed: that of this device, those of others, which I can revoke, and the hub's for me. */
export class WalletKeysPage extends Page {
  #body = h("div", { class: "stack" });

  open() {
    this.className = "page stack wallet";
    this.replaceChildren(h("h1", {}, t("keys.page")), h("p", {}, t("keys.words")), this.#body);
    this.#read();
  }

  #read() {
    this.show(this.#body, () => this.#look(), (seen) => this.#draw(seen));
  }

  /** @returns {Promise<Seen>} */
  async #look() {
    const [wallet, { items }] = await Promise.all([
      this.app.api.get("/wallet", this.signal),
      this.app.api.get("/me/ledger-keys", this.signal),
    ]);
    const { signing, key } = await signingHere(wallet);
    return { wallet, keys: items, signing, mine: key?.id };
  }

  /** @param {Seen} seen */
  #draw({ wallet, keys, signing, mine }) {
    const canMake = signing === "new" || signing === "revoked";
    const here = h(
      "section",
      { class: "section" },
      h("h2", {}, t("keys.hereTitle")),
      h("p", { class: "card" }, t(`keys.here.${signing}`)),
      canMake && button(t("keys.make"), () => this.#make(wallet), { key: "make" }),
    );
    const live = keys.filter(({ revoked }) => !revoked);
    const old = keys.filter(({ revoked }) => revoked);
    this.#body.replaceChildren(here, this.#list(t("keys.list"), live, mine));
    if (old.length > 0) this.#body.append(this.#list(t("keys.old"), old, mine));
  }

  /**
   * @param {string} title
   * @param {LedgerKey[]} keys
   * @param {string | undefined} mine
   */
  #list(title, keys, mine) {
    const rows = keys.map((key) => h("li", { class: "split" }, ...this.#row(key, key.id === mine)));
    return h("section", { class: "section" }, h("h2", {}, title), h("ul", { class: "list" }, ...rows));
  }

  /**
   * @param {LedgerKey} key
   * @param {boolean} isMine
   */
  #row(key, isMine) {
    const { keeping, addedAt, revoked } = key;
    const device = key.name ?? t("keys.device");
    const name = keeping === "hub" ? t("keys.hub") : isMine ? t("keys.deviceHere", { name: device }) : device;
    const since = addedAt ? t("keys.since", { time: momentWords(addedAt, hubNow()) }) : "";
    const words = keeping === "hub" ? t("keys.hubWords") : since;
    const row = h(
      "div",
      { class: "row" },
      icon(keeping === "hub" ? "hearth" : "phone"),
      h("span", { class: "grow" }, h("span", { class: "row-name" }, h("bdi", {}, name)), words && h("span", { class: "row-words" }, words)),
    );
    if (keeping === "hub" || revoked) return [row];
    const revoke = button(t("keys.revoke"), () => this.#revoke(key, name), { style: "quiet-button", key: `revoke-${key.id}` });
    revoke.setAttribute("aria-label", t("keys.revokeLabel", { name }));
    return [row, revoke];
  }

  /** @param {WalletState} wallet */
  async #make(wallet) {
    try {
      const key = await deviceKey(this.app, wallet, true);
      this.app.say(t(key ? "keys.made" : "keys.full"));
      this.#read();
    } catch (error) {
      this.app.say(errorWords(error));
    }
  }

  /**
   * @param {LedgerKey} key
   * @param {string} name
   */
  async #revoke({ id }, name) {
    const question = { title: t("keys.revokeTitle", { name }), words: t("keys.revokeWords"), action: t("keys.revoke") };
    if (!(await confirmed(question, this.signal))) return;
    const revoke = () => this.app.api.delete(`/me/ledger-keys/${id}`);
    if (await save(revoke, { say: this.app.say, done: t("keys.revoked") })) this.#read();
  }
}

customElements.define("wallet-keys-page", WalletKeysPage);
