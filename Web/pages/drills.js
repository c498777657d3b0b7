// @ts-check
import { DrillPanel } from "../elements/drill-panel.js";
import { h } from "../lib/dom/dom.js";
import { Page, part } from "../lib/dom/page.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { t } from "../lib/words/text.js";
import { watchers } from "../models/trip.js";
import { safetyOf } from "../stores/safety.js";

/** Tests of the alarm: those that wait for my word, and my own to all who watch over me. */
export class DrillsPage extends Page {
  open() {
    this.className = "page stack";
    const { app } = this;
    const members = () => watchers(app.family.connections, safetyOf(app).mine?.notReached ?? [], hubNow()).slice(0, 20);
    this.replaceChildren(h("h1", { tabindex: "-1" }, t("drill.title")), part(DrillPanel, app, { members }));
  }
}

customElements.define("drills-page", DrillsPage);
