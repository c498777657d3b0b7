// @ts-check
import { h } from "../lib/dom/dom.js";
import { icon } from "../lib/dom/icons.js";
import { Part } from "../lib/dom/page.js";
import { safetyOf } from "../stores/safety.js";
import { t, timeOfDay } from "../lib/words/text.js";
import { smsLink } from "../models/trip.js";
import { momentWords } from "../models/words.js";
import { emergencyLinks, emergencyWords } from "./emergency-link.js";

/** Where the hub cannot be reached on a trip: since when, and what can still be done without it (F7). */
export class AwayBanner extends Part {
  #drawn = "";

  open() {
    this.setAttribute("role", "alert");
    safetyOf(this.app).addEventListener("change", () => this.#draw(), { signal: this.signal });
    this.#draw();
  }

  #draw() {
    const safety = safetyOf(this.app);
    // While this device hears nothing of the hub; where another is on the trip, or the page was opened without the hub,
    // what the page itself could not read says so.
    const isKept = this.app.family.keptAt !== undefined;
    const since = safety.ride && !isKept ? safety.ride.away : safety.awaySince;
    const drawn = since ? `${since} ${JSON.stringify(safety.emergency)}` : "";
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    if (!since) return void this.replaceChildren();
    const text = h("a", { class: "button quiet-button", href: smsLink("", this.#message()) }, t("away.textAny"));
    this.replaceChildren(
      h(
        "div",
        { class: "away-banner stack" },
        h("p", { class: "away-title" }, icon("offline"), t("away.title", { time: momentWords(new Date(since), Date.now()) })),
        h("p", {}, t("away.words")),
        h("div", { class: "actions" }, ...emergencyLinks(safety.emergency), text),
        h("p", { class: "hint" }, emergencyWords(safety.emergency)),
        h("p", { class: "hint" }, t("alarm.callWords")),
      ),
    );
    return undefined;
  }

  /** Where this device was last, as somebody would write it. */
  #message() {
    const fix = this.app.ownFixes.last;
    if (!fix) return t("away.messageNowhere");
    const time = timeOfDay(new Date(fix.at));
    return t("away.message", { latitude: fix.latitude.toFixed(5), longitude: fix.longitude.toFixed(5), time });
  }
}

customElements.define("away-banner", AwayBanner);
