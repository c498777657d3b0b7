// @ts-check
import { h } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { Part } from "../lib/page.js";
import { safetyOf } from "../lib/safety.js";
import { t, timeOfDay } from "../lib/text.js";
import { smsLink } from "../models/trip.js";
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
    const since = safety.ride?.away;
    const drawn = since ? `${since} ${JSON.stringify(safety.emergency)}` : "";
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    if (!since) return void this.replaceChildren();
    const text = h("a", { class: "button quiet-button", href: smsLink("", this.#message()) }, t("away.textAny"));
    this.replaceChildren(
      h(
        "div",
        { class: "away-banner stack" },
        h("p", { class: "away-title" }, icon("offline"), t("away.title", { time: timeOfDay(new Date(since)) })),
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
