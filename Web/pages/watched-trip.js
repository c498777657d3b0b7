// @ts-check
import { TripWatch } from "../elements/trip-watch.js";
import { Page, part } from "../lib/page.js";
import { safetyOf } from "../lib/safety.js";
import { asCompanion } from "../lib/watching.js";

/** A trip of somebody that I watch over. */
export class WatchedTripPage extends Page {
  open() {
    const watch = part(TripWatch, this.app, { watching: asCompanion(this.app.api, this.params.id) });
    this.replaceChildren(watch);
    safetyOf(this.app).addEventListener("change", () => watch.ask(), { signal: this.signal });
  }
}

customElements.define("watched-trip-page", WatchedTripPage);
