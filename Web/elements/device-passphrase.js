// @ts-check
import { h, set } from "../lib/dom/dom.js";
import { Part } from "../lib/dom/page.js";
import { save } from "../lib/dom/saving.js";
import { t } from "../lib/words/text.js";

/** @typedef {import("../lib/hub/shapes.js").Device} Device */

/** What OwnTracks takes, in bytes of UTF-8. */
const bytesMax = 32;

/** The passphrase by which OwnTracks encrypts: the hub keeps it, and shows it to nobody again. */
export class DevicePassphrase extends Part {
  /** @type {Device} */
  device = /** @type {any} */ (undefined);
  /** Where the API has the device. */
  path = "";
  /**
   * Told of the device as it is after a change.
   *
   * @type {(device: Device) => void}
   */
  changed = () => {};
  #words = h("p", { class: "hint" });
  #field = h("input", {
    class: "input",
    id: "device-passphrase",
    // To be compared with what is typed on the phone, and no password of this site.
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    "aria-errormessage": "passphrase-wrong",
  });
  #wrong = h("p", { class: "wrong", id: "passphrase-wrong", role: "alert" });
  #set = h("button", { class: "button quiet-button", type: "submit" });
  #remove = h("button", { class: "button danger-button", type: "button", on: { click: () => this.#send("") } });

  open() {
    this.className = "section";
    this.#remove.textContent = t("device.removePassphrase");
    const submit = (/** @type {SubmitEvent} */ event) => this.#submit(event);
    const label = h("label", { for: "device-passphrase" }, t("device.passphraseField"));
    this.replaceChildren(
      h("h2", {}, t("device.passphrase")),
      h(
        "form",
        { class: "card form", novalidate: true, on: { submit } },
        this.#words,
        h("div", { class: "field" }, label, this.#field),
        this.#wrong,
        h("div", { class: "actions" }, this.#set, this.#remove),
      ),
    );
    this.#draw();
  }

  #draw() {
    const { encrypted } = this.device;
    this.#words.textContent = t(encrypted ? "device.passphraseSet" : "device.passphraseNone");
    this.#set.textContent = t(encrypted ? "device.changePassphrase" : "device.setPassphrase");
    this.#remove.hidden = !encrypted;
  }

  /** @param {SubmitEvent} event */
  #submit(event) {
    event.preventDefault();
    const passphrase = this.#field.value;
    if (!passphrase) return this.#complain(t("device.passphraseMissing"));
    if (new TextEncoder().encode(passphrase).length > bytesMax) return this.#complain(t("device.passphraseLong"));
    this.#send(passphrase);
  }

  /** @param {string} passphrase  empty removes it */
  async #send(passphrase) {
    this.#complain("");
    const perform = async () => {
      this.device = await this.app.api.patch(this.path, { passphrase });
      this.changed(this.device);
    };
    const isSaved = await save(perform, { say: this.app.say, complain: (words) => this.#complain(words) });
    if (!isSaved) return;
    this.#field.value = "";
    if (this.#remove === document.activeElement) this.#field.focus();
    this.#draw();
  }

  /** @param {string} words */
  #complain(words) {
    this.#wrong.textContent = words;
    set(this.#field, { "aria-invalid": words ? "true" : false });
    if (words) this.#field.focus();
  }
}

customElements.define("device-passphrase", DevicePassphrase);
