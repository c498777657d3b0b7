// @ts-check
import { familyKeySection, revocationWords } from "../elements/family-keys.js";
import { button } from "../lib/dom/button.js";
import { deviceKey, signingHere } from "../lib/ledger/device-key.js";
import { h } from "../lib/dom/dom.js";
import { Keys } from "../stores/family-keys.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { icon } from "../lib/dom/icons.js";
import { errorWords, Page } from "../lib/dom/page.js";
import { redraw, save } from "../lib/dom/saving.js";
import { confirmed } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { momentWords } from "../models/words.js";

/**
 * @typedef {import("../lib/hub/wallet-shapes.js").LedgerKey} LedgerKey
 * @typedef {import("../lib/hub/wallet-shapes.js").WalletState} WalletState
 */

/** By which keys my money is signed: that of this device, those of others, which I can revoke, and the hub's for me. */
export class WalletKeysPage extends Page {
  /** @type {Keys} */
  #keys = /** @type {any} */ (undefined);
  #body = h("div", { class: "stack" });

  open() {
    this.className = "page stack wallet";
    this.#keys = new Keys(this.app, this.signal);
    this.#keys.addEventListener("changed", () => this.#draw(), { signal: this.signal });
    this.replaceChildren(h("h1", {}, t("keys.page")), h("p", {}, t("keys.words")), this.#body);
    this.show(this.#body, () => this.#keys.read(), () => this.#draw());
  }

  async #draw() {
    const { wallet, own, others } = this.#keys;
    const { signing, key } = await signingHere(wallet);
    // What was read meanwhile is drawn by who read it.
    if (this.signal.aborted || own !== this.#keys.own || others !== this.#keys.others) return;
    const canMake = signing === "new" || signing === "revoked";
    const here = h(
      "section",
      { class: "section" },
      h("h2", {}, t("keys.hereTitle")),
      h("p", { class: "card" }, t(`keys.here.${signing}`)),
      canMake && button(t("keys.make"), () => this.#make(wallet), { key: "make" }),
    );
    const live = own.filter(({ revoked }) => !revoked);
    const old = own.filter(({ revoked }) => revoked);
    const parts = [here, this.#list(t("keys.list"), live, key?.id)];
    if (old.length > 0) parts.push(this.#list(t("keys.old"), old, key?.id));
    redraw(this.#body, ...parts, ...familyKeySection(this.app, this.#keys, this.signal));
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
    const { keeping, addedAt, revoked, revocation } = key;
    const device = key.name ?? t("keys.device");
    const name = keeping === "hub" ? t("keys.hub") : isMine ? t("keys.deviceHere", { name: device }) : device;
    const since = addedAt ? t("keys.since", { time: momentWords(addedAt, hubNow()) }) : "";
    const asked = revocation && revocationWords(revocation, (member) => this.#nameOf(member), "keys.askedOfYou");
    const words = keeping === "hub" ? t("keys.hubWords") : asked ?? since;
    const row = h(
      "div",
      { class: "row" },
      icon(keeping === "hub" ? "hearth" : "phone"),
      h("span", { class: "grow" }, h("span", { class: "row-name" }, h("bdi", {}, name)), words && h("span", { class: asked ? "row-words danger" : "row-words" }, words)),
    );
    if (keeping === "hub" || revoked) return [row];
    const revoke = button(t("keys.revoke"), () => this.#revoke(key, name), { style: "quiet-button", key: `revoke-${key.id}` });
    revoke.setAttribute("aria-label", t("keys.revokeLabel", { name }));
    return [row, revoke];
  }

  /** @param {string} member */
  #nameOf(member) {
    return this.#keys.wallet.payees.find((payee) => payee.member === member)?.name ?? t("keys.somebody");
  }

  /** @param {WalletState} wallet */
  async #make(wallet) {
    try {
      const key = await deviceKey(this.app, wallet, true);
      this.app.say(t(key ? "keys.made" : "keys.full"));
      await this.#keys.read();
      this.#draw();
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
    if (!(await save(revoke, { say: this.app.say, done: t("keys.revoked") }))) return;
    await this.#keys.read();
    this.#draw();
  }
}

customElements.define("wallet-keys-page", WalletKeysPage);
