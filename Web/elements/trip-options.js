// @ts-check
import { h } from "../lib/dom/dom.js";
import { ShakeWatch } from "../lib/device/shake-watch.js";
import { switchRow } from "../lib/dom/switch.js";
import { t } from "../lib/words/text.js";
import { usualMinutes } from "../models/trip.js";

/** @typedef {import("../lib/hub/trip-shapes.js").Source} Source */

/** What may be chosen, within what the hub takes. */
const offered = {
  grace: [5, 10, 15, 20, 30, 45, 60],
  answer: [2, 3, 5, 10, 15],
  silence: [2, 5, 10, 15, 20, 30],
};
/** @type {Source[]} */
const sources = ["screen", "phoneApp", "timerOnly"];

/** What tells where somebody is, how patient a trip is, and whether shaking calls for help. */
export class TripOptions {
  /** All of it, put away until it is wanted. */
  element;
  /** The choices, while they are folded. */
  #summary = h("span", { class: "row-words" });
  /** @type {Source} */
  source;
  /**
   * The phone that goes along; undefined for the first that moves.
   *
   * @type {string | undefined}
   */
  device;
  shake = false;
  minutes = { ...usualMinutes };
  #changed;
  /** Which of several phones; one needs no choice. */
  #phone;

  /**
   * @param {Source} source  what the hub thinks
   * @param {{id: string, name: string}[]} phones  all of mine
   * @param {Node[]} before  what else is put away with it
   * @param {() => void} changed
   */
  constructor(source, phones, before, changed) {
    this.source = source === "timerOnly" && "geolocation" in navigator ? "screen" : source;
    this.#changed = changed;
    const choices = sources.map((name) => this.#source(name));
    const from = h("fieldset", { class: "choices" }, h("legend", {}, t("trip.source")), ...choices);
    const rows = [this.#time("grace"), this.#time("answer"), this.#time("silence")];
    const shake = ShakeWatch.isOffered && switchRow({
      label: t("trip.shake"),
      isOn: false,
      words: h("p", { class: "hint" }, t("trip.shakeWords")),
      changed: (isOn) => {
        this.shake = isOn;
      },
    });
    const summary = h("summary", {}, h("span", {}, t("trip.more")), this.#summary);
    const zones = h("a", { class: "button quiet-button", href: "/no-reception" }, t("deadZone.link"));
    this.#phone = phones.length > 1 ? this.#choice(phones) : undefined;
    this.#offerPhone();
    const stack = h("div", { class: "stack" }, ...before, from, this.#phone, shake, ...rows, h("div", {}, zones));
    this.element = h("details", { class: "card trip-settings" }, summary, stack);
  }

  /**
   * Says what is chosen while it is put away.
   *
   * @param {...string} words
   */
  say(...words) {
    const text = [...words, t(`trip.source.${this.source}`)].join(" · ");
    if (this.#summary.textContent !== text) this.#summary.textContent = text;
  }

  /** @param {Source} name */
  #source(name) {
    const input = h("input", { type: "radio", name: "trip-source", value: name, checked: name === this.source });
    input.addEventListener("change", () => {
      this.source = name;
      this.#offerPhone();
      this.#changed();
    });
    const label = h("label", {}, input, t(`trip.source.${name}`));
    return h("div", { class: "choice" }, label, h("p", { class: "hint" }, t(`trip.source.${name}Words`)));
  }

  #offerPhone() {
    if (this.#phone) this.#phone.hidden = this.source !== "phoneApp";
  }

  /** @param {{id: string, name: string}[]} phones */
  #choice(phones) {
    const options = phones.map(({ id, name }) => h("option", { value: id }, name));
    const select = h("select", { class: "input", id: "trip-device" }, h("option", { value: "" }, t("trip.deviceAny")), ...options);
    select.addEventListener("change", () => {
      this.device = select.value || undefined;
      this.#changed();
    });
    return h("div", { class: "field" }, h("label", { for: "trip-device" }, t("trip.device")), select);
  }

  /** @param {"grace" | "answer" | "silence"} name */
  #time(name) {
    const options = offered[name].map((count) =>
      h("option", { value: count, selected: count === this.minutes[name] }, t("trip.minutes", { count })),
    );
    const select = h("select", { class: "input", id: `trip-${name}` }, ...options);
    select.addEventListener("change", () => {
      this.minutes[name] = Number(select.value);
      this.#changed();
    });
    return h("div", { class: "field" }, h("label", { for: `trip-${name}` }, t(`trip.${name}`)), select);
  }
}
