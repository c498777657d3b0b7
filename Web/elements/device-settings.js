// @ts-check
import { h, set } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { Part, part } from "../lib/dom/page.js";
import { save } from "../lib/dom/saving.js";
import { confirmed } from "../lib/dom/sheet.js";
import { switchRow } from "../lib/dom/switch.js";
import { t } from "../lib/words/text.js";
import { ticker } from "../lib/dom/ticker.js";
import { isThing } from "../models/devices.js";
import { momentWords, speedWords } from "../models/words.js";
import { DevicePassphrase } from "./device-passphrase.js";
import { DeviceTrackers } from "./device-trackers.js";
import { clockWords, heardWords, thingWords } from "./my-devices.js";
import { PhoneInstructions } from "./phone-instructions.js";
import { ThingMap } from "./thing-map.js";

/** @typedef {import("../lib/hub/shapes.js").Device} Device */

/** A device, mine or of a child in my care: its name, when it was heard, what OwnTracks on it may show, and its end. */
export class DeviceSettings extends Part {
  /** @type {Device} */
  device = /** @type {any} */ (undefined);
  /**
   * All of mine, or of the child.
   *
   * @type {Device[]}
   */
  devices = [];
  /** Below which path of the API it is, and which page lists it. */
  of = { path: "", list: "/account", whose: "" };
  #heading = h("h1", { dir: "auto", tabindex: "-1" });
  #state = h("p");
  #clock = h("p", { class: "caution" });
  #friends = h("div");
  #map = new ThingMap();
  /** @type {DeviceTrackers | undefined} */
  #trackers;
  #isReading = false;
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
    const { device } = this;
    if (device.trackers && !this.of.whose) {
      const changed = () => this.#read();
      this.#trackers = part(DeviceTrackers, this.app, { device, devices: this.devices, changed });
    }
    this.replaceChildren(
      this.#heading,
      isThing(device) ? this.#map : "",
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
      this.#trackers ?? "",
      ...(device.follows ? this.#ofOwnTracks() : []),
      h(
        "button",
        { class: "button quiet-button", type: "button", on: { click: () => this.#renew() } },
        t(device.follows ? "device.renew" : "thing.renew"),
      ),
      h(
        "button",
        { class: "button danger-button", type: "button", on: { click: () => this.#revoke() } },
        t(device.follows ? "device.revoke" : "thing.revoke"),
      ),
    );
    if (!this.of.whose && !device.follows) {
      this.app.events.addEventListener("device", () => this.#read(), { signal: this.signal });
    }
    ticker.each(() => this.#drawState(), this.signal);
    this.#take(this.device);
  }

  /** What OwnTracks alone has: friends, and a passphrase. */
  #ofOwnTracks() {
    const { device } = this;
    const path = `${this.of.path}/devices/${device.id}`;
    const changed = (/** @type {Device} */ changed) => this.#take(changed);
    // What a child's phone shows, the child alone says.
    const isOwn = this.of.path === "";
    return [
      ...(isOwn ? [h("section", { class: "card stack" }, this.#friends)] : []),
      part(DevicePassphrase, this.app, { device, path, changed }),
    ];
  }

  /** Reads again where a thing is, and what is forwarded. */
  async #read() {
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      const { items } = await this.app.api.get("/devices", this.signal);
      const device = items.find((/** @type {Device} */ { id }) => id === this.device.id);
      if (!device) return;
      this.devices = items;
      this.device = device;
      this.#trackers?.take(device, items);
      this.#drawState();
    } catch {
      // The shown position says its age; the next one retries.
    } finally {
      this.#isReading = false;
    }
  }

  /** @param {Device} device */
  #take(device) {
    this.device = { ...this.device, ...device };
    this.#heading.textContent = device.name;
    this.#name.value = device.name;
    this.#drawState();
    this.#drawFriends();
  }

  #drawState() {
    const { position } = this.device;
    this.#map.hidden = !position;
    if (position && isThing(this.device)) this.#map.show(position);
    const heard = isThing(this.device) ? positionWords(this.device, hubNow()) : heardWords(this.device, hubNow());
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
        const chosen = this.device.trackers ? "traccarServer" : "owntracks";
        const issued = await this.app.api.post(`${this.of.path}/devices/${id}/token`, {});
        const instructions = part(PhoneInstructions, this.app, { issued, chosen, path: this.of.path });
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
      words: t(this.device.follows ? "device.revokeWords" : "thing.revokeWords"),
      action: t("device.revokeAction"),
    };
    if (!(await confirmed(question, this.signal))) return;
    const done = t("device.revoked", { name });
    const isGone = await save(() => this.app.api.delete(`${this.of.path}/devices/${id}`), { say: this.app.say, done });
    if (isGone) await this.app.router.go(this.of.list, { replace: true });
  }
}

customElements.define("device-settings", DeviceSettings);

/**
 * The last known position of a thing, in one line.
 *
 * @param {Device} device
 * @param {number} now
 */
function positionWords(device, now) {
  const { position } = device;
  if (!position) return t("devices.noPosition");
  const words = thingWords(device, now);
  if (position.accuracyMetres) words.push(t("thing.accuracy", { metres: Math.ceil(position.accuracyMetres) }));
  if (position.speedMetresPerSecond) words.push(speedWords(position.speedMetresPerSecond));
  return words.join(", ");
}
