// @ts-check
import { Refusal } from "../lib/hub/api.js";
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { newID } from "../lib/hub/ids.js";
import { Part } from "../lib/dom/page.js";
import { redraw, save } from "../lib/dom/saving.js";
import { confirmed } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { ageWords } from "../models/words.js";

/**
 * @typedef {import("../lib/hub/shapes.js").Device} Device
 * @typedef {import("../lib/hub/shapes.js").Tracker} Tracker
 */

/** The trackers that a Traccar server forwards with the token of a device: each is bound to a device of mine, or offered. */
export class DeviceTrackers extends Part {
  /** @type {Device} */
  device = /** @type {any} */ (undefined);
  /** @type {Device[]} */
  devices = [];
  /** Called after something was bound or removed. */
  changed = () => {};
  #list = h("ul", { class: "stack", role: "list" });
  /**
   * The new thing of a tracker, the same until it is bound: a lost answer does not make two.
   *
   * @type {Map<string, string>}
   */
  #things = new Map();

  open() {
    this.className = "section";
    this.replaceChildren(
      h("h2", {}, t("trackers.title")),
      h("p", { class: "quiet small" }, t("trackers.words")),
      this.#list,
    );
    this.#draw();
  }

  /**
   * @param {Device} device
   * @param {Device[]} devices
   */
  take(device, devices) {
    const before = JSON.stringify([this.device, this.devices]);
    this.device = device;
    this.devices = devices;
    if (JSON.stringify([device, devices]) !== before) this.#draw();
  }

  #draw() {
    redraw(this.#list, ...(this.device.trackers ?? []).map((tracker) => this.#row(tracker)));
  }

  /** @param {Tracker} tracker */
  #row(tracker) {
    const name = tracker.name ?? tracker.uniqueId;
    const age = ageWords(Math.max(0, (hubNow() - Date.parse(tracker.heardAt)) / 1000));
    const bound = this.devices.find(({ id }) => id === tracker.device);
    const words = bound ? t("trackers.bound", { name: bound.name, age }) : t("trackers.offered", { age });
    return h(
      "li",
      { class: "card stack" },
      h(
        "div",
        {},
        h("p", { class: "row-name" }, h("bdi", {}, name)),
        tracker.name ? h("p", { class: "row-words" }, h("bdi", {}, tracker.uniqueId)) : "",
        h("p", { class: "row-words" }, words),
      ),
      ...(bound ? this.#boundActs(tracker, bound) : this.#offeredActs(tracker, name)),
    );
  }

  /**
   * @param {Tracker} tracker
   * @param {Device} bound
   */
  #boundActs(tracker, bound) {
    const open = h("a", { class: "button quiet-button", href: `/devices/${bound.id}` }, t("trackers.open"));
    return [h("div", { class: "actions" }, open, this.#remove(tracker))];
  }

  /**
   * @param {Tracker} tracker
   * @param {string} name
   */
  #offeredActs(tracker, name) {
    const id = `tracker-${tracker.id}`;
    const select = h("select", { class: "input", id, "data-key": id });
    const others = this.devices.filter((device) => !device.trackers);
    select.append(
      h("option", { value: "" }, t("trackers.newThing", { name })),
      ...others.map((device) => h("option", { value: device.id }, device.name)),
    );
    const bind = h(
      "button",
      { class: "button", type: "button", on: { click: () => this.#bind(tracker, name, select.value) } },
      t("trackers.bind"),
    );
    return [
      h("div", { class: "field" }, h("label", { for: id }, t("trackers.which")), select),
      h("div", { class: "actions" }, bind, this.#remove(tracker)),
    ];
  }

  /** @param {Tracker} tracker */
  #remove(tracker) {
    const on = { click: () => this.#forget(tracker) };
    return h("button", { class: "button quiet-button", type: "button", on }, t("trackers.remove"));
  }

  /**
   * @param {Tracker} tracker
   * @param {string} name
   * @param {string} chosen  a device; empty for a new thing
   */
  async #bind(tracker, name, chosen) {
    const perform = async () => {
      const device = chosen || (await this.#addThing(tracker, name));
      await this.app.api.put(`/devices/${this.device.id}/trackers/${tracker.id}`, { device });
    };
    if (await save(perform, { say: this.app.say, done: t("trackers.done", { name }) })) this.changed();
  }

  /**
   * @param {Tracker} tracker
   * @param {string} name
   */
  async #addThing(tracker, name) {
    const id = this.#things.get(tracker.id) ?? newID();
    this.#things.set(tracker.id, id);
    try {
      await this.app.api.post("/devices", { id, name, follows: false });
    } catch (error) {
      // It was added before the answer was lost; a thing needs no token.
      if (!(error instanceof Refusal && error.code === "alreadyIssued")) throw error;
    }
    return id;
  }

  /** @param {Tracker} tracker */
  async #forget(tracker) {
    const name = tracker.name ?? tracker.uniqueId;
    const question = {
      title: t("trackers.removeTitle", { name }),
      words: t("trackers.removeWords"),
      action: t("trackers.remove"),
    };
    if (!(await confirmed(question, this.signal))) return;
    const perform = () => this.app.api.delete(`/devices/${this.device.id}/trackers/${tracker.id}`);
    if (await save(perform, { say: this.app.say, done: t("trackers.removed", { name }) })) this.changed();
  }
}

customElements.define("device-trackers", DeviceTrackers);
