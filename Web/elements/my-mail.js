// @ts-check
import { h } from "../lib/dom/dom.js";
import { errorWords, Part } from "../lib/dom/page.js";
import { withProof } from "../lib/hub/prove.js";
import { save } from "../lib/dom/saving.js";
import { confirmed } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";

/** My mail address, if I wish to have one: security notices go there as well, once a code came back from it. */
export class MyMail extends Part {
  /** Called when the address is another, or none. */
  changed = () => {};

  #place = h("div", { class: "stack" });
  #wrong = h("p", { class: "wrong", id: "mail-wrong", role: "alert" });

  open() {
    this.className = "section";
    const mail = this.app.family.me?.mail;
    this.replaceChildren(
      h("h2", {}, t("mail.title")),
      mail ? h("p", { class: "row-name mail-text" }, h("bdi", {}, mail)) : h("p", {}, t("mail.none")),
      h("p", { class: "quiet" }, t("mail.words")),
      this.#place,
    );
    this.#begin(mail);
  }

  /** @param {string | undefined} mail */
  #begin(mail) {
    const ask = { click: () => this.#ask() };
    const open = h("button", { class: "button quiet-button", type: "button", on: ask }, t(mail ? "mail.change" : "mail.add"));
    if (!mail) return this.#place.replaceChildren(open);
    const remove = h("button", { class: "button quiet-button", type: "button", on: { click: () => this.#remove() } }, t("mail.remove"));
    return this.#place.replaceChildren(h("div", { class: "actions" }, open, remove));
  }

  #ask() {
    const input = h("input", {
      class: "input",
      id: "new-mail",
      type: "email",
      autocomplete: "email",
      maxlength: 254,
      "aria-errormessage": "mail-wrong",
    });
    /** @param {SubmitEvent} event */
    const submit = async (event) => {
      event.preventDefault();
      this.#wrong.textContent = "";
      const mail = input.value.trim();
      try {
        await withProof(this.app, () => this.app.api.post("/me/mail", { mail }));
        this.#askCode(mail);
      } catch (error) {
        this.#wrong.textContent = errorWords(error);
        input.focus();
      }
    };
    this.#show(submit, t("mail.new"), input, t("mail.send"));
  }

  /** @param {string} mail */
  #askCode(mail) {
    const input = h("input", {
      class: "input",
      id: "mail-code",
      inputmode: "numeric",
      autocomplete: "one-time-code",
      maxlength: 7,
      "aria-errormessage": "mail-wrong",
    });
    /** @param {SubmitEvent} event */
    const submit = async (event) => {
      event.preventDefault();
      this.#wrong.textContent = "";
      try {
        await withProof(this.app, () => this.app.api.put("/me/mail", { code: input.value }));
        this.app.say(t("mail.done"));
        await this.#end();
      } catch (error) {
        this.#wrong.textContent = errorWords(error);
        input.select();
      }
    };
    this.#show(submit, t("mail.code", { mail }), input, t("mail.save"));
  }

  /**
   * @param {(event: SubmitEvent) => void} submit
   * @param {string} label
   * @param {HTMLInputElement} input
   * @param {string} action
   */
  #show(submit, label, input, action) {
    const back = { click: () => this.#begin(this.app.family.me?.mail) };
    this.#wrong.textContent = "";
    this.#place.replaceChildren(
      h(
        "form",
        { class: "form card", novalidate: true, on: { submit } },
        h("div", { class: "field" }, h("label", { for: input.id }, label), input, this.#wrong),
        h("button", { class: "button", type: "submit" }, action),
        h("button", { class: "button quiet-button", type: "button", on: back }, t("common.cancel")),
      ),
    );
    input.focus();
  }

  async #remove() {
    const question = { title: t("mail.removeTitle"), words: t("mail.removeWords"), action: t("mail.remove") };
    if (!(await confirmed(question, this.signal))) return;
    const perform = () => withProof(this.app, () => this.app.api.delete("/me/mail"));
    if (await save(perform, { say: this.app.say, done: t("mail.removed") })) await this.#end();
  }

  async #end() {
    await this.app.family.refresh();
    this.changed();
  }
}

customElements.define("my-mail", MyMail);
