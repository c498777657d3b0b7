// @ts-check
import { Refusal } from "../lib/hub/api.js";
import { h, set } from "../lib/dom/dom.js";
import { newID } from "../lib/hub/ids.js";
import { errorWords, Part, part } from "../lib/dom/page.js";
import { switchRow } from "../lib/dom/switch.js";
import { t } from "../lib/words/text.js";
import { firstName, unreachable } from "../models/devices.js";
import { PhoneInstructions, warning } from "./phone-instructions.js";

/**
 * @typedef {import("../lib/hub/shapes.js").IssuedDevice} IssuedDevice
 * @typedef {keyof IssuedDevice["setup"]} PhoneApp
 */

/** @type {PhoneApp[]} */
export const phoneApps = ["owntracks", "overland", "traccar", "gpslogger", "colota"];

/** A new phone: its name, its app, and then how that app is set up. */
export class DeviceSetup extends Part {
  /** Below which path of the API the phone will be, and whose it is: a child's in my care, or mine. */
  of = { path: "", list: "/account", whose: "" };
  #name = h("input", {
    class: "input",
    id: "setup-name",
    maxlength: 60,
    autocomplete: "off",
    dir: "auto",
    "aria-errormessage": "setup-wrong",
  });
  #wrong = h("p", { class: "wrong", id: "setup-wrong", role: "alert" });
  #button = h("button", { class: "button", type: "submit" }, t("setup.next"));
  /** The same until the hub has answered, so that a lost answer does not make two phones. */
  #id = newID();
  #isThing = false;

  open() {
    this.className = "stack";
    const { me, people } = this.app.family;
    const first = firstName((this.of.whose ? people.get(this.of.whose)?.name : me?.name) ?? "");
    this.#name.value = first ? t("setup.suggestion", { name: first }) : t("setup.suggestionUnnamed");
    const hindrance = unreachable(location.href);
    // The trackers of a Traccar server are assigned to devices of one's own.
    const apps = this.of.whose ? phoneApps : [...phoneApps, /** @type {PhoneApp} */ ("traccarServer")];
    const thing = switchRow({
      label: t("setup.thing"),
      isOn: false,
      words: h("p", { class: "hint" }, t("setup.thingWords")),
      changed: (isThing) => (this.#isThing = isThing),
    });
    this.replaceChildren(
      h("h1", {}, t("setup.title")),
      this.of.whose ? h("p", {}, t("setup.forChild")) : "",
      hindrance ? warning(t(`setup.${hindrance}`)) : "",
      h(
        "form",
        { class: "form", novalidate: true, on: { submit: (event) => this.#submit(event) } },
        h("div", { class: "field" }, h("label", { for: "setup-name" }, t("setup.name")), this.#name),
        h("fieldset", { class: "choices" }, h("legend", {}, t("setup.app")), ...apps.map(choice)),
        this.of.whose ? "" : thing,
        this.#wrong,
        this.#button,
      ),
    );
  }

  /** @param {SubmitEvent} event */
  async #submit(event) {
    event.preventDefault();
    const name = this.#name.value.trim();
    const chosen = this.querySelector("input[name=app]:checked");
    const app = /** @type {PhoneApp} */ (chosen instanceof HTMLInputElement ? chosen.value : "owntracks");
    this.#complain(name ? "" : t("setup.nameMissing"), !name);
    if (!name) return;
    this.#button.disabled = true;
    try {
      const body = { id: this.#id, name, follows: !this.#isThing, forwards: app === "traccarServer" };
      this.#show(await this.app.api.post(`${this.of.path}/devices`, body), app);
    } catch (error) {
      await this.#giveUp(error);
    } finally {
      this.#button.disabled = false;
    }
  }

  /**
   * @param {IssuedDevice} issued
   * @param {PhoneApp} chosen
   */
  #show(issued, chosen) {
    const instructions = part(PhoneInstructions, this.app, { issued, chosen, path: this.of.path });
    this.replaceChildren(instructions);
    instructions.querySelector("h1")?.focus();
  }

  /**
   * A phone whose secret was lost on the way is of no use: the next try makes another.
   *
   * @param {unknown} error
   */
  async #giveUp(error) {
    if (!(error instanceof Refusal && error.code === "alreadyIssued")) {
      return this.#complain(errorWords(error), error instanceof Refusal && error.field === "name");
    }
    try {
      await this.app.api.delete(`${this.of.path}/devices/${this.#id}`);
    } catch {
      // It stays in the list as never heard, where it can be removed.
    }
    this.#id = newID();
    this.#complain(t("setup.again"), false);
  }

  /**
   * @param {string} words
   * @param {boolean} isName
   */
  #complain(words, isName) {
    this.#wrong.textContent = words;
    set(this.#name, { "aria-invalid": isName ? "true" : false });
    if (isName) this.#name.focus();
  }
}

customElements.define("device-setup", DeviceSetup);

/**
 * @param {PhoneApp} app
 * @param {number} index
 */
function choice(app, index) {
  const id = `setup-${app}`;
  const input = h("input", { type: "radio", name: "app", value: app, checked: index === 0, "aria-describedby": id });
  return h(
    "div",
    { class: "choice" },
    h("label", {}, input, h("span", { class: "choice-name" }, t(`setup.${app}`))),
    h("p", { class: "hint", id }, t(`setup.${app}.words`)),
  );
}
