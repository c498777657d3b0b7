// @ts-check
import { h, set } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { errorWords, Part } from "../lib/page.js";
import { withProof } from "../lib/prove.js";
import { openSheet } from "../lib/sheet.js";
import { t } from "../lib/text.js";
import { pinDigits, pinFault, pinLengthMax } from "../models/pin.js";

/** The row that sets the PIN for trips, and with it a second one; whether there is a second one it never shows (F30). */
export class MyPINs extends Part {
  /** Told when a PIN was set. */
  changed = () => {};
  #state = h("p", { class: "quiet" });

  open() {
    this.className = "section";
    const row = h("button", { class: "row", type: "button", "data-key": "pins", on: { click: () => this.#ask() } });
    row.append(icon("lock"), h("span", { class: "grow" }, t("pins.open")), icon("forward"));
    this.replaceChildren(
      h("h2", {}, t("pins.title")),
      h("p", { class: "quiet" }, t("pins.words")),
      this.#state,
      h("ul", { class: "list" }, h("li", {}, row)),
    );
    this.#read();
  }

  async #read() {
    try {
      const pins = await this.app.api.get("/me/pins", this.signal);
      this.#state.textContent = t(pins.set ? "pins.set" : "pins.none");
    } catch {
      // The row works without it.
    }
  }

  #ask() {
    const fields = { pin: field("pin"), again: field("again"), second: field("second") };
    const wrong = h("p", { class: "wrong", role: "alert", id: "pins-wrong" });
    const save = h("button", { class: "button", type: "submit" }, t("pins.save"));
    const submit = async (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const [pin, again, second] = [fields.pin, fields.again, fields.second].map(({ value }) => value);
      const fault = pinFault(pin, again, second);
      wrong.textContent = fault ? t(`pins.fault.${fault}`) : "";
      mark(fields, fault);
      if (fault) return;
      save.disabled = true;
      try {
        await withProof(this.app, () => this.app.api.put("/me/pins", second ? { pin, duressPin: second } : { pin }));
        sheet.close();
        this.#state.textContent = t("pins.set");
        this.app.say(t("pins.done"));
        this.changed();
      } catch (error) {
        wrong.textContent = errorWords(error);
      } finally {
        save.disabled = false;
      }
    };
    const form = h(
      "form",
      { class: "form", novalidate: true, on: { submit } },
      labelled(fields.pin, t("pins.pin")),
      labelled(fields.again, t("pins.again")),
      labelled(fields.second, t("pins.second"), t("pins.secondWords"), t("pins.secondEmpty")),
      wrong,
      save,
    );
    const sheet = openSheet(t("pins.title"), [h("p", {}, t("pins.words")), form], { signal: this.signal });
    fields.pin.focus();
  }
}

customElements.define("my-pins", MyPINs);

/** @param {string} name */
function field(name) {
  const input = h("input", {
    class: "input",
    id: `pins-${name}`,
    type: "password",
    inputmode: "numeric",
    // No browser is to keep it beside the passwords.
    autocomplete: "one-time-code",
    maxlength: pinLengthMax,
    "aria-errormessage": "pins-wrong",
  });
  input.addEventListener("input", () => {
    const digits = pinDigits(input.value);
    if (digits !== input.value) input.value = digits;
  });
  return input;
}

/**
 * @param {HTMLInputElement} input
 * @param {string} label
 * @param {...string} hints
 */
function labelled(input, label, ...hints) {
  const words = hints.map((hint) => h("p", { class: "hint" }, hint));
  return h("div", { class: "field" }, h("label", { for: input.id }, label), input, ...words);
}

/**
 * Marks the field to blame, and gives it the keyboard.
 *
 * @param {{pin: HTMLInputElement, again: HTMLInputElement, second: HTMLInputElement}} fields
 * @param {ReturnType<typeof pinFault>} fault
 */
function mark(fields, fault) {
  const blamed = { length: fields.pin, different: fields.again, secondLength: fields.second, same: fields.second };
  for (const input of Object.values(fields)) set(input, { "aria-invalid": false });
  if (!fault) return;
  set(blamed[fault], { "aria-invalid": "true" });
  blamed[fault].focus();
}
