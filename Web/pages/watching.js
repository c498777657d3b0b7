// @ts-check
import { TripWatch } from "../elements/trip-watch.js";
import { Page, part } from "../lib/dom/page.js";
import { safetyOf } from "../stores/safety.js";
import { asCompanion } from "../lib/hub/watching.js";

/** A trip of somebody that I watch over. */
export class WatchingPage extends Page {
  open() {
    const watch = part(TripWatch, this.app, { watching: asCompanion(this.app.api, this.params.id) });
    this.replaceChildren(watch);
    safetyOf(this.app).addEventListener("change", () => watch.ask(), { signal: this.signal });
  }
}

customElements.define("watching-page", WatchingPage);
