// @ts-check
import { h, set } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { t, timeOfDay } from "../lib/words/text.js";
import { nextTime, wallTime } from "../models/trip.js";

/** The time of arrival: asked for while it is not known, and put away while the route tells it. */
export class TripArrival {
  /** Where it stands while it is asked for. */
  asked = h("div");
  /** Where it is put away. */
  folded = h("div");
  /** What follows from it: when the traveller is asked, and when companions are notified. */
  words = h("p", { class: "hint", role: "status" });
  /** Whether the traveller said it, rather than the route. */
  isTyped = false;
  #input = h("input", { class: "input", id: "trip-expected", type: "time", "aria-errormessage": "trip-wrong" });
  #field = h("div", { class: "field" }, h("label", { for: "trip-expected" }, t("trip.expected")), this.#input);
  /**
   * How long the route takes.
   *
   * @type {number | undefined}
   */
  #seconds;

  /** @param {() => void} changed */
  constructor(changed) {
    this.folded.append(this.#field);
    this.#input.addEventListener("input", () => {
      this.isTyped = true;
      changed();
    });
  }

  /**
   * Takes how long the route takes.
   *
   * @param {number | undefined} seconds  undefined where it is not known
   * @param {boolean} isNeeded  whether there is somewhere to arrive
   */
  tell(seconds, isNeeded) {
    this.#seconds = seconds;
    const place = isNeeded && seconds === undefined ? this.asked : this.folded;
    if (this.#field.parentElement !== place) place.append(this.#field);
  }

  /** The moment, in milliseconds since 1970; undefined where it is not known. */
  get at() {
    if (this.isTyped) return nextTime(this.#input.value, hubNow());
    return this.#seconds === undefined ? undefined : hubNow() + this.#seconds * 1_000;
  }

  /**
   * Says what follows from it.
   *
   * @param {{grace: number, answer: number}} minutes
   * @param {boolean} isNeeded  whether there is somewhere to arrive
   */
  draw({ grace, answer }, isNeeded) {
    const { at } = this;
    if (!this.isTyped) this.#input.value = at === undefined ? "" : wallTime(at);
    const due = (at ?? 0) + grace * 60_000;
    const time = (/** @type {number} */ moment) => timeOfDay(new Date(moment));
    const words = { arrival: time(at ?? 0), due: time(due), alarm: time(due + answer * 60_000) };
    this.words.textContent = at === undefined || !isNeeded ? "" : t("trip.asked", words);
  }

  /** @param {boolean} isMissing  which the field is to blame for */
  complain(isMissing) {
    set(this.#input, { "aria-invalid": isMissing ? "true" : false });
    if (!isMissing) return;
    // What has to be answered is not put away.
    if (this.#field.parentElement !== this.asked) this.asked.append(this.#field);
    this.#input.focus();
  }
}
