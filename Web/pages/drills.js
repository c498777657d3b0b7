// @ts-check
import { DrillPanel } from "../elements/drill-panel.js";
import { h } from "../lib/dom/dom.js";
import { Page, part } from "../lib/dom/page.js";
import { t } from "../lib/words/text.js";
import { companions } from "../models/trip.js";

/** Tests of the alarm: those that wait for my word, and my own to all with whom I am connected. */
export class DrillsPage extends Page {
  open() {
    this.className = "page stack";
    const members = () => companions(this.app.family.connections).map(({ member }) => member).slice(0, 20);
    this.replaceChildren(h("h1", { tabindex: "-1" }, t("drill.title")), part(DrillPanel, this.app, { members }));
  }
}

customElements.define("drills-page", DrillsPage);
