// @ts-check
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { icon } from "../lib/dom/icons.js";
import { Part } from "../lib/dom/page.js";
import { redraw } from "../lib/dom/saving.js";
import { t } from "../lib/words/text.js";
import { ticker } from "../lib/dom/ticker.js";
import { batteryOf, isThing } from "../models/devices.js";
import { ageWords, durationWords } from "../models/words.js";

/** @typedef {import("../lib/hub/shapes.js").Device} Device */

/** The devices that report for me, with when each was heard last. */
export class MyDevices extends Part {
  #list = h("div");
  /** @type {Device[] | undefined} */
  #devices;
  #drawn = "";
  #isReading = false;

  open() {
    this.className = "section";
    this.replaceChildren(
      h("h2", {}, t("devices.title")),
      h("p", { class: "quiet small" }, t("devices.words")),
      this.#list,
      h("a", { class: "button quiet-button", href: "/devices/new" }, icon("add"), t("devices.add")),
    );
    this.app.family.addEventListener("presence", (event) => this.#hear(event), { signal: this.signal });
    this.app.events.addEventListener("device", () => this.#read(), { signal: this.signal });
    ticker.each(() => this.#draw(), this.signal);
    this.show(this.#list, () => this.app.api.get("/devices", this.signal), ({ items }) => this.#take(items));
  }

  /** @param {Event} event */
  #hear(event) {
    const { detail } = /** @type {CustomEvent<string>} */ (event);
    if (detail === this.app.family.me?.id) this.#read();
  }

  async #read() {
    if (this.#devices === undefined || this.#isReading) return;
    this.#isReading = true;
    try {
      this.#take((await this.app.api.get("/devices", this.signal)).items);
    } catch {
      // What is shown says its age; the next position brings the next try.
    } finally {
      this.#isReading = false;
    }
  }

  /** @param {Device[]} devices */
  #take(devices) {
    this.#devices = devices;
    this.#draw();
  }

  #draw() {
    if (!this.#devices) return;
    const rows = this.#devices.map((device) => ({ device, words: this.#words(device) }));
    const drawing = JSON.stringify(rows);
    if (drawing === this.#drawn) return;
    this.#drawn = drawing;
    const list = (/** @type {typeof rows} */ some) =>
      h("ul", { class: "list" }, ...some.map(({ device, words }) => h("li", {}, row(device, words))));
    const phones = rows.filter(({ device }) => !isThing(device));
    const things = rows.filter(({ device }) => isThing(device));
    const head = [h("h3", {}, t("devices.things")), h("p", { class: "quiet small" }, t("devices.thingsWords"))];
    redraw(
      this.#list,
      phones.length === 0 ? h("p", { class: "card" }, t("devices.none")) : list(phones),
      ...(things.length === 0 ? [] : [h("div", { class: "section" }, ...head, list(things))]),
    );
  }

  /** @param {Device} device */
  #words(device) {
    if (isThing(device)) return [thingWords(device, hubNow()).join(", "), undefined];
    const { me, people } = this.app.family;
    const battery = batteryOf(device, me && people.get(me.id)?.presence);
    const words = [heardWords(device, hubNow())];
    if (battery !== undefined) words.push(t("devices.battery", { percent: Math.round(battery) }));
    const offered = device.trackers?.filter((tracker) => !tracker.device).length ?? 0;
    return [words.join(", "), offered ? t("devices.offered", { count: offered }) : clockWords(device)];
  }
}

customElements.define("my-devices", MyDevices);

/**
 * @param {Device} device
 * @param {(string | undefined)[]} words
 */
function row(device, [heard, clock]) {
  const { id, name } = device;
  return h(
    "a",
    { class: "row", href: `/devices/${id}`, "data-key": `device-${id}` },
    icon(isThing(device) ? "place" : "phone"),
    h(
      "span",
      { class: "grow" },
      h("span", { class: "row-name" }, h("bdi", {}, name)),
      h("span", { class: "row-words" }, heard),
      clock && h("span", { class: "row-words caution" }, clock),
    ),
    icon("forward"),
  );
}

/**
 * When a thing's last position is from, and its battery.
 *
 * @param {Device} device
 * @param {number} now
 */
export function thingWords({ position }, now) {
  if (!position) return [t("devices.noPosition")];
  const words = [t("devices.position", { age: ageWords(Math.max(0, (now - Date.parse(position.at)) / 1000)) })];
  const battery = position.batteryPercent;
  if (typeof battery === "number") words.push(t("devices.battery", { percent: Math.round(battery) }));
  return words;
}

/**
 * When a device was heard last.
 *
 * @param {Device} device
 * @param {number} now
 */
export function heardWords({ heardAt }, now) {
  if (!heardAt) return t("devices.never");
  return t("devices.heard", { age: ageWords(Math.max(0, (now - Date.parse(heardAt)) / 1000)) });
}

/**
 * How far a device's clock is off; undefined where that does not matter.
 *
 * @param {Device} device
 */
export function clockWords({ clockOffsetSeconds: offset }) {
  if (!offset) return undefined;
  const duration = durationWords(Math.abs(offset));
  return t(offset > 0 ? "devices.clockAhead" : "devices.clockBehind", { duration });
}
