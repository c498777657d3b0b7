// @ts-check
import { h, set } from "../lib/dom/dom.js";
import { save } from "../lib/dom/saving.js";
import { openSheet } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";

const nameMax = 60;

/** What I call somebody I see, for myself alone. */
export class RenameSheet {
  #app;
  #id;
  #sheet;
  #name = h("input", {
    class: "input",
    id: "rename-name",
    autocomplete: "off",
    maxlength: nameMax,
    dir: "auto",
    "aria-errormessage": "rename-wrong",
    "aria-describedby": "rename-words",
  });
  #wrong = h("p", { class: "wrong", id: "rename-wrong", role: "alert" });

  /**
   * @param {import("../lib/dom/page.js").App} app
   * @param {import("../lib/hub/shapes.js").Seen} person
   * @param {AbortSignal} signal  closes it when the page is left
   */
  constructor(app, { id, name, theirName }, signal) {
    this.#app = app;
    this.#id = id;
    this.#name.value = name;
    const field = h("div", { class: "field" }, h("label", { for: "rename-name" }, t("rename.label")), this.#name, this.#wrong);
    const form = h(
      "form",
      { class: "form", novalidate: true, on: { submit: (event) => this.#submit(event) } },
      field,
      h("p", { class: "hint", id: "rename-words" }, t("rename.words")),
      h("button", { class: "button", type: "submit" }, t("rename.save")),
    );
    const back = () => this.#save(undefined);
    const content = theirName
      ? [form, h("button", { class: "button quiet-button", type: "button", on: { click: back } }, t("rename.back", { name: theirName }))]
      : [form];
    this.#sheet = openSheet(t("rename.title", { name }), content, { signal });
  }

  /** @param {Event} event */
  #submit(event) {
    event.preventDefault();
    const name = this.#name.value.trim();
    if (!name) return this.#complain(t("rename.empty"));
    this.#save(name);
  }

  /** @param {string | undefined} name  undefined for the one that they chose themselves */
  async #save(name) {
    this.#complain("");
    const perform = () => this.#app.api.put(`/connections/${this.#id}/name`, { name });
    if (!(await save(perform, { say: this.#app.say, complain: (words) => this.#complain(words) }))) return;
    this.#sheet.close();
    await this.#app.family.refresh();
  }

  /** @param {string} words */
  #complain(words) {
    this.#wrong.textContent = words;
    set(this.#name, { "aria-invalid": words ? "true" : undefined });
    if (words) this.#name.focus();
  }
}
