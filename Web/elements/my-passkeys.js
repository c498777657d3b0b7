// @ts-check
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { icon } from "../lib/dom/icons.js";
import { errorWords, Part } from "../lib/dom/page.js";
import { knowsPasskeys, makePasskey, NoPasskey } from "../lib/hub/passkeys.js";
import { withProof } from "../lib/hub/prove.js";
import { save } from "../lib/dom/saving.js";
import { confirmed, openSheet } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { momentWords } from "../models/words.js";

/** @typedef {import("../lib/hub/security-shapes.js").Passkey} Passkey */

/** My passkeys: each with its name, and a way to add one. */
export class MyPasskeys extends Part {
  /** @type {Passkey[]} */
  passkeys = [];
  /** Has everything read anew after a change. */
  changed = () => {};

  open() {
    this.className = "section";
    const rows = this.passkeys.map((passkey) => h("li", { class: "split" }, ...this.#row(passkey)));
    const add = { click: () => this.#name(t("passkey.add"), t("passkey.here"), (name) => this.#add(name)) };
    const button = h("button", { class: "button quiet-button", type: "button", "data-key": "add-passkey", on: add }, t("passkey.add"));
    this.replaceChildren(h("h2", {}, t("passkey.title")), h("p", { class: "quiet" }, t("passkey.words")));
    if (rows.length > 0) this.append(h("ul", { class: "list" }, ...rows));
    this.append(knowsPasskeys() ? button : h("p", { class: "hint" }, t("passkey.insecure")));
  }

  /** @param {Passkey} passkey */
  #row(passkey) {
    const time = passkey.usedAt && momentWords(passkey.usedAt, hubNow());
    const { name } = passkey;
    const words = h("span", { class: "grow" }, h("span", { class: "row-name" }, name));
    words.append(h("span", { class: "row-words" }, time ? t("passkey.used", { time }) : t("passkey.unused")));
    const rename = { click: () => this.#name(t("passkey.rename"), name, (fresh) => this.#rename(passkey, fresh)) };
    const row = h("button", { class: "row", type: "button", "data-key": `passkey-${passkey.id}`, on: rename });
    row.append(icon("lock"), words);
    const label = t("passkey.removeLabel", { name });
    const remove = h("button", { class: "button icon-button", type: "button", title: label, "aria-label": label });
    remove.append(icon("remove"));
    remove.addEventListener("click", () => this.#remove(passkey));
    return [row, remove];
  }

  /**
   * Asks for a name, and does something with it.
   *
   * @param {string} title
   * @param {string} usual
   * @param {(name: string) => Promise<unknown>} use
   */
  #name(title, usual, use) {
    const input = h("input", { class: "input", id: "passkey-name", maxlength: 60, value: usual, autocomplete: "off" });
    const wrong = h("p", { class: "wrong", role: "alert" });
    const button = h("button", { class: "button", type: "submit" }, t("common.save"));
    /** @param {SubmitEvent} event */
    const submit = async (event) => {
      event.preventDefault();
      wrong.textContent = "";
      button.disabled = true;
      try {
        await use(input.value);
        sheet.close();
        this.app.say(t("common.saved"));
        this.changed();
      } catch (error) {
        wrong.textContent = error instanceof NoPasskey ? error.message : errorWords(error);
      } finally {
        button.disabled = false;
      }
    };
    const field = h("div", { class: "field" }, h("label", { for: "passkey-name" }, t("passkey.name")), input);
    const form = h("form", { class: "form", novalidate: true, on: { submit } }, field, wrong, button);
    const sheet = openSheet(title, [form], { signal: this.signal });
    input.select();
  }

  /** @param {string} name */
  async #add(name) {
    const made = await makePasskey(this.app, name);
    await withProof(this.app, () => this.app.api.post("/me/passkeys", made));
  }

  /**
   * @param {Passkey} passkey
   * @param {string} name
   */
  #rename(passkey, name) {
    return this.app.api.patch(`/me/passkeys/${passkey.id}`, { name });
  }

  /** @param {Passkey} passkey */
  async #remove(passkey) {
    const { name } = passkey;
    const question = { title: t("passkey.removeTitle", { name }), words: t("passkey.removeWords"), action: t("passkey.remove") };
    if (!(await confirmed(question, this.signal))) return;
    const remove = () => withProof(this.app, () => this.app.api.delete(`/me/passkeys/${passkey.id}`));
    if (await save(remove, { say: this.app.say, done: t("passkey.removed") })) this.changed();
  }
}

customElements.define("my-passkeys", MyPasskeys);
