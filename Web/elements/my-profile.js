// @ts-check
import { h, set } from "../lib/dom/dom.js";
import { phoneText } from "../lib/dom/grouped-phone.js";
import { icon } from "../lib/dom/icons.js";
import { Part, part } from "../lib/dom/page.js";
import { save } from "../lib/dom/saving.js";
import { t } from "../lib/words/text.js";
import { deviceTimeZone, timeZones } from "../lib/device/time-zone.js";
import { MyPicture } from "./my-picture.js";

const colourCount = 12;
const nameMax = 60;

/** Who I am to the others: picture, name, colour; and the number that only I see. Each change is saved at once. */
export class MyProfile extends Part {
  /** Where short words go. */
  say = (/** @type {string} */ words) => this.app.say(words);
  #name = h("input", {
    class: "input",
    id: "profile-name",
    autocomplete: "name",
    maxlength: nameMax,
    dir: "auto",
    "aria-errormessage": "profile-wrong",
    on: { change: () => this.#saveName() },
  });
  #wrong = h("p", { class: "wrong", id: "profile-wrong", role: "alert" });
  #colours = h("fieldset", { class: "colours" });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  open() {
    this.className = "section";
    const phone = this.app.family.me?.phone;
    this.#drawColours();
    this.replaceChildren(
      h(
        "form",
        // Enter is as good as leaving the field.
        { class: "form", novalidate: true, on: { submit: (event) => this.#submit(event) } },
        part(MyPicture, this.app, { say: (words) => this.say(words) }),
        h("div", { class: "field" }, h("label", { for: "profile-name" }, t("profile.name")), this.#name, this.#wrong),
        this.#colours,
        this.#timeZone(),
        phone &&
          h(
            "div",
            { class: "field" },
            h("span", { class: "label" }, t("profile.phone")),
            h("p", {}, phoneText(this.app.api, phone)),
            h("p", { class: "hint" }, t("profile.phoneWords")),
          ),
      ),
    );
    this.app.family.addEventListener("people", () => this.#fill(), { signal: this.signal });
    this.#fill();
  }

  #timeZone() {
    const chosen = this.app.family.me?.timeZone;
    const select = h("select", { class: "input", id: "profile-zone" });
    const none = chosen ? [] : [h("option", { value: "" }, t("profile.noZone"))];
    select.append(...none, ...timeZones(chosen).map((zone) => h("option", { value: zone }, zone.replaceAll("_", " "))));
    select.value = chosen ?? "";
    const here = deviceTimeZone();
    select.addEventListener("change", async () => {
      const undo = () => (select.value = this.app.family.me?.timeZone ?? "");
      if (!select.value) return;
      await save(() => this.app.api.patch("/me", { timeZone: select.value }), { say: this.say, undo });
      await this.app.family.refresh();
    });
    const hint = here && here !== chosen && h("p", { class: "hint" }, t("profile.zoneHere", { zone: here.replaceAll("_", " ") }));
    return h("div", { class: "field" }, h("label", { for: "profile-zone" }, t("profile.zone")), select, hint);
  }

  #drawColours() {
    const swatches = Array.from({ length: colourCount }, (_, colour) => {
      const name = t(/** @type {import("../lib/words/text.js").Key} */ (`colour.${colour}`));
      const choose = () => this.#saveColour(colour);
      const attributes = { type: "radio", name: "colour", value: colour, "aria-label": name };
      const input = h("input", { ...attributes, on: { change: choose } });
      return h("label", { class: "swatch", "data-colour": colour, title: name }, input, icon("check"));
    });
    this.#colours.replaceChildren(h("legend", {}, t("profile.colour")), h("div", { class: "swatches" }, ...swatches));
  }

  /** Shows what holds, but takes nothing away from under somebody's hands. */
  #fill() {
    const { me } = this.app.family;
    if (!me) return;
    if (document.activeElement !== this.#name) this.#name.value = me.name;
    if (this.#timer !== undefined) return;
    const input = this.#colours.querySelector(`input[value="${me.colour}"]`);
    if (input instanceof HTMLInputElement) input.checked = true;
  }

  /** @param {SubmitEvent} event */
  #submit(event) {
    event.preventDefault();
    this.#name.blur();
  }

  async #saveName() {
    const name = this.#name.value.trim();
    this.#complain("");
    if (name === this.app.family.me?.name) return;
    if (!name) return this.#complain(t("profile.nameMissing"));
    await save(() => this.app.api.patch("/me", { name }), {
      say: this.say,
      undo: () => (this.#name.value = this.app.family.me?.name ?? ""),
      complain: (words) => this.#complain(words),
    });
    await this.app.family.refresh();
  }

  /** @param {string} words */
  #complain(words) {
    this.#wrong.textContent = words;
    set(this.#name, { "aria-invalid": words ? "true" : false });
  }

  /**
   * Whoever walks through the colours with the arrow keys wears the last one only.
   *
   * @param {number} colour
   */
  #saveColour(colour) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(async () => {
      this.#timer = undefined;
      await save(() => this.app.api.patch("/me", { colour }), { say: this.say, undo: () => this.#fill() });
      await this.app.family.refresh();
    }, 400);
  }
}

customElements.define("my-profile", MyProfile);
