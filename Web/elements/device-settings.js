// @ts-check
import { h, set } from "../lib/dom.js";
import { hubNow } from "../lib/hub-clock.js";
import { Part, part } from "../lib/page.js";
import { save } from "../lib/saving.js";
import { confirmed } from "../lib/sheet.js";
import { switchRow } from "../lib/switch.js";
import { t } from "../lib/text.js";
import { ticker } from "../lib/ticker.js";
import { momentWords } from "../models/words.js";
import { DevicePassphrase } from "./device-passphrase.js";
import { clockWords, heardWords } from "./my-devices.js";
import { PhoneInstructions } from "./phone-instructions.js";

/** @typedef {import("../lib/shapes.js").Device} Device */

/** A device, mine or of a child in my care: its name, when it was heard, what OwnTracks on it may show, and its end. */
export class DeviceSettings extends Part {
  /** @type {Device} */
  device = /** @type {any} */ (undefined);
  /** Below which path of the API it is, and which page lists it. */
  of = { path: "", list: "/account", whose: "" };
  #heading = h("h1", { dir: "auto", tabindex: "-1" });
  #state = h("p");
  #clock = h("p", { class: "caution" });
  #friends = h("div");
  #name = h("input", {
    class: "input",
    id: "device-name",
    maxlength: 60,
    autocomplete: "off",
    dir: "auto",
    "aria-errormessage": "device-wrong",
    on: { change: () => this.#rename() },
  });
  #wrong = h("p", { class: "wrong", id: "device-wrong", role: "alert" });

  open() {
    this.className = "stack";
    const submit = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      this.#name.blur();
    };
    this.replaceChildren(
      this.#heading,
      h(
        "section",
        { class: "card stack" },
        this.#state,
        this.#clock,
        h("p", { class: "quiet small" }, t("device.since", { time: momentWords(this.device.createdAt, hubNow()) })),
      ),
      h(
        "form",
        { class: "card form", novalidate: true, on: { submit } },
        h("div", { class: "field" }, h("label", { for: "device-name" }, t("device.name")), this.#name, this.#wrong),
      ),
      h("section", { class: "card stack" }, this.#friends),
      part(DevicePassphrase, this.app, {
        device: this.device,
        path: `${this.of.path}/devices/${this.device.id}`,
        changed: (device) => this.#take(device),
      }),
      h(
        "button",
        { class: "button quiet-button", type: "button", on: { click: () => this.#renew() } },
        t("device.renew"),
      ),
      h(
        "button",
        { class: "button danger-button", type: "button", on: { click: () => this.#revoke() } },
        t("device.revoke"),
      ),
    );
    ticker.each(() => this.#drawState(), this.signal);
    this.#take(this.device);
  }

  /** @param {Device} device */
  #take(device) {
    this.device = device;
    this.#heading.textContent = device.name;
    this.#name.value = device.name;
    this.#drawState();
    this.#drawFriends();
  }

  #drawState() {
    const heard = heardWords(this.device, hubNow());
    if (this.#state.textContent !== heard) this.#state.textContent = heard;
    const clock = clockWords(this.device) ?? "";
    if (this.#clock.textContent !== clock) this.#clock.textContent = clock;
    this.#clock.hidden = clock === "";
  }

  #drawFriends() {
    const isFocused = this.#friends.contains(document.activeElement);
    const row = switchRow({
      label: t("device.friends"),
      isOn: this.device.friends,
      words: h("p", { class: "hint" }, t("device.friendsWords")),
      changed: (friends) => this.#change({ friends }),
    });
    this.#friends.replaceChildren(row);
    if (isFocused) row.querySelector("input")?.focus();
  }

  #rename() {
    const name = this.#name.value.trim();
    this.#complain(name ? "" : t("setup.nameMissing"));
    if (name && name !== this.device.name) this.#change({ name }, (words) => this.#complain(words));
  }

  /** @param {string} words */
  #complain(words) {
    this.#wrong.textContent = words;
    set(this.#name, { "aria-invalid": words ? "true" : false });
  }

  /**
   * @param {{name?: string, friends?: boolean}} change
   * @param {(words: string) => void} [complain]
   */
  async #change(change, complain) {
    const perform = async () => this.#take(await this.app.api.patch(`${this.of.path}/devices/${this.device.id}`, change));
    await save(perform, { say: this.app.say, undo: () => this.#take(this.device), complain });
  }

  /** Another secret for the phone, as when the one before got into wrong hands; then its app is set up anew. */
  async #renew() {
    const { id, name } = this.device;
    const question = { title: t("device.renewTitle", { name }), words: t("device.renewWords"), action: t("device.renew") };
    if (!(await confirmed(question, this.signal))) return;
    await save(
      async () => {
        const issued = await this.app.api.post(`${this.of.path}/devices/${id}/token`, {});
        const instructions = part(PhoneInstructions, this.app, { issued, chosen: "owntracks", path: this.of.path });
        this.replaceChildren(instructions);
        instructions.querySelector("h1")?.focus();
      },
      { say: this.app.say, done: t("device.renewed") },
    );
  }

  async #revoke() {
    const { id, name } = this.device;
    const question = {
      title: t("device.revokeTitle", { name }),
      words: t("device.revokeWords"),
      action: t("device.revokeAction"),
    };
    if (!(await confirmed(question, this.signal))) return;
    const done = t("device.revoked", { name });
    const isGone = await save(() => this.app.api.delete(`${this.of.path}/devices/${id}`), { say: this.app.say, done });
    if (isGone) await this.app.router.go(this.of.list, { replace: true });
  }
}

customElements.define("device-settings", DeviceSettings);
