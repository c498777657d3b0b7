// @ts-check
import { h } from "../lib/dom/dom.js";
import { newID } from "../lib/hub/ids.js";
import { icon } from "../lib/dom/icons.js";
import { errorWords, Part } from "../lib/dom/page.js";
import { withProof } from "../lib/hub/prove.js";
import { save } from "../lib/dom/saving.js";
import { confirmed, openSheet } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { addressOf, contactsMax, request, stateKey } from "../models/contacts.js";
import { PhoneField } from "./phone-field.js";

/** @typedef {import("../models/contacts.js").Contact} Contact */

/** My outside contacts: people without an account who are called in an alarm once they agreed (F77). */
export class MyContacts extends Part {
  #list = h("div", { class: "stack" });

  open() {
    this.className = "section";
    this.replaceChildren(
      h("h2", {}, t("contacts.title")),
      h("p", { class: "quiet" }, t("contacts.words")),
      this.#list,
    );
    this.app.events.addEventListener("notice", () => this.#read(), { signal: this.signal });
    this.#read();
  }

  #read() {
    const read = () => this.app.api.get("/me/contacts", this.signal);
    this.show(this.#list, read, ({ items }) => this.#draw(items));
  }

  /** @param {Contact[]} contacts */
  #draw(contacts) {
    const rows = contacts.map((contact) => h("li", { class: "split" }, ...this.#row(contact)));
    const add = h("button", { class: "button quiet-button", type: "button", "data-key": "add-contact", on: { click: () => this.#ask() } });
    add.append(t("contacts.add"));
    this.#list.replaceChildren(
      ...(rows.length > 0 ? [h("ul", { class: "list" }, ...rows)] : []),
      contacts.length < contactsMax ? add : h("p", { class: "hint" }, t("contacts.full")),
    );
  }

  /** @param {Contact} contact */
  #row(contact) {
    const { name } = contact;
    const state = h("span", { class: "row-words" }, `${addressOf(contact)} · ${t(stateKey(contact))}`);
    const words = h("span", { class: "row grow" }, h("span", { class: "grow" }, h("bdi", { class: "row-name" }, name), state));
    const label = t("contacts.removeLabel", { name });
    const remove = h("button", { class: "button icon-button", type: "button", title: label, "aria-label": label });
    remove.append(icon("remove"));
    remove.addEventListener("click", () => this.#remove(contact));
    return [words, remove];
  }

  #ask() {
    const name = h("input", { class: "input", id: "contact-name", maxlength: 60, autocomplete: "off" });
    const mail = h("input", { class: "input", id: "contact-mail", type: "email", maxlength: 254, autocomplete: "off" });
    const phone = new PhoneField();
    Object.assign(phone, {
      app: this.app,
      name: "contact-phone",
      autocomplete: "off",
      label: t("contacts.phone"),
      hint: t("contacts.phoneHint"),
      missing: t("connect.phoneMissing"),
      invalid: t("connect.phoneInvalid"),
    });
    const wrong = h("p", { class: "wrong", role: "alert" });
    const button = h("button", { class: "button", type: "submit" }, t("contacts.send"));
    // The same for every try, so that nobody is asked twice.
    const id = newID();
    const submit = async (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      wrong.textContent = "";
      button.disabled = true;
      try {
        const number = mail.value.trim() ? undefined : await phone.read();
        if (!mail.value.trim() && !number) return;
        await withProof(this.app, () => this.app.api.post("/me/contacts", request(id, name.value, number, mail.value)));
        sheet.close();
        this.app.say(t("contacts.asked"));
        this.#read();
      } catch (error) {
        wrong.textContent = errorWords(error);
      } finally {
        button.disabled = false;
      }
    };
    const form = h(
      "form",
      { class: "form", novalidate: true, on: { submit } },
      h("div", { class: "field" }, h("label", { for: "contact-name" }, t("contacts.name")), name),
      phone,
      h("div", { class: "field" }, h("label", { for: "contact-mail" }, t("contacts.mail")), mail),
      wrong,
      button,
    );
    const sheet = openSheet(t("contacts.add"), [h("p", {}, t("contacts.askWords")), form], { signal: this.signal });
    name.focus();
  }

  /** @param {Contact} contact */
  async #remove({ id, name }) {
    const question = { title: t("contacts.removeTitle", { name }), words: t("contacts.removeWords"), action: t("contacts.remove") };
    if (!(await confirmed(question, this.signal))) return;
    const work = () => this.app.api.delete(`/me/contacts/${id}`);
    if (await save(work, { say: this.app.say, done: t("contacts.removed", { name }) })) this.#read();
  }
}

customElements.define("my-contacts", MyContacts);
