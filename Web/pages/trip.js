// @ts-check
import "../elements/place-search.js";
import { TripPlan } from "../elements/trip-plan.js";
import { TripRide } from "../elements/trip-ride.js";
import { h } from "../lib/dom/dom.js";
import { Page, part } from "../lib/dom/page.js";
import { safetyOf } from "../stores/safety.js";
import { t } from "../lib/words/text.js";
import { isRunning } from "../models/trip.js";

/** My trip: planned while there is none, ridden while there is one. */
export class TripPage extends Page {
  /** @type {TripPlan | TripRide | undefined} */
  #shown;
  #heading = h("h1", { tabindex: "-1" }, t("trip.page"));

  open() {
    const content = h("div");
    this.replaceChildren(h("div", { class: "page stack" }, this.#heading, content));
    this.show(content, () => this.#read(), () => this.#draw());
    safetyOf(this.app).addEventListener("change", () => this.#shown && this.#draw(), { signal: this.signal });
  }

  async #read() {
    const safety = safetyOf(this.app);
    await safety.refresh();
    // What it could not read is asked once more, so that the reason is told.
    if (!safety.mine) await this.app.api.get("/me/safety", this.signal);
  }

  #draw() {
    const trip = safetyOf(this.app).mine?.trip;
    if (trip && isRunning(trip)) return this.#ride(trip);
    if (this.#shown instanceof TripPlan) return undefined;
    return this.#plan();
  }

  /** @param {import("../lib/hub/trip-shapes.js").Trip} trip */
  #ride(trip) {
    if (this.#shown instanceof TripRide && this.#shown.trip.id === trip.id) return this.#shown.update(trip);
    return this.#put(part(TripRide, this.app, { trip }));
  }

  async #plan() {
    const { api } = this.app;
    // Nothing of it is needed to set out: what cannot be read is left out.
    const list = (/** @type {string} */ path) => api.get(path, this.signal).then(({ items }) => items).catch(() => []);
    const [places, drills, trips] = await Promise.all([list("/places"), list("/drills"), list("/trips")]);
    if (this.signal.aborted || isRunning(safetyOf(this.app).mine?.trip)) return;
    this.#put(part(TripPlan, this.app, { known: { places, drills, trips } }));
  }

  /** @param {TripPlan | TripRide} shown */
  #put(shown) {
    const isHeard = this.contains(document.activeElement) || document.activeElement === document.body;
    this.#shown = shown;
    // Another page in all but its address: it begins at its top.
    this.app.router.main.scrollTop = 0;
    this.replaceChildren(shown);
    if (isHeard) shown.heading.focus({ preventScroll: true });
  }
}

customElements.define("trip-page", TripPage);
