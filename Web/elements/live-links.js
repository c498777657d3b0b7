// @ts-check
import { button } from "../lib/dom/button.js";
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { Part } from "../lib/dom/page.js";
import { redraw, save } from "../lib/dom/saving.js";
import { t } from "../lib/words/text.js";
import { ticker } from "../lib/dom/ticker.js";
import { linksMax } from "../models/live.js";
import { liveRow } from "./live-rows.js";
import { openLiveLink } from "./live-sheet.js";

/**
 * @typedef {import("../lib/hub/live-shapes.js").LiveLink} LiveLink
 * @typedef {import("../lib/hub/trip-shapes.js").TripViewer} TripViewer
 */

/** My live links: those that are open, with who opened them, and the button that makes one (product A12). */
export class LiveLinks extends Part {
  #list = h("div", { class: "stack" });
  #drawn = "";

  open() {
    this.className = "section";
    this.id = "live-links";
    this.replaceChildren(h("h2", {}, t("live.title")), h("p", { class: "quiet small" }, t("live.words")), this.#list);
    const draw = () => this.#draw();
    this.app.family.addEventListener("people", draw, { signal: this.signal });
    // Those whose time runs out go by themselves.
    ticker.each(draw, this.signal);
    draw();
  }

  #draw() {
    const now = hubNow();
    const links = this.app.family.liveLinks.filter(({ expiresAt }) => Date.parse(expiresAt) > now);
    const drawing = JSON.stringify(links);
    if (drawing === this.#drawn) return;
    this.#drawn = drawing;
    const rows = links.map((link) => {
      return liveRow(link, now, { stop: () => this.#stop(link), remove: (viewer) => this.#remove(link, viewer) });
    });
    const list = rows.length > 0 ? h("ul", { class: "list" }, ...rows) : h("p", { class: "card" }, t("live.none"));
    const make = () => openLiveLink(this.app, this.signal);
    const more =
      links.length < linksMax
        ? h("div", { class: "actions" }, button(t("live.make"), make, { key: "live-make", picture: "course" }))
        : h("p", { class: "hint" }, t("live.full"));
    redraw(this.#list, list, more);
  }

  /** @param {LiveLink} link */
  async #stop({ id, name }) {
    const done = t("live.stopped", { name });
    await save(() => this.app.api.delete(`/me/live-links/${id}`), { say: this.app.say, done });
    await this.app.family.refresh();
  }

  /**
   * @param {LiveLink} link
   * @param {TripViewer} viewer
   */
  async #remove({ id }, { id: viewer, browser }) {
    const done = t("live.viewerRemoved", { browser });
    await save(() => this.app.api.delete(`/me/live-links/${id}/viewers/${viewer}`), { say: this.app.say, done });
    await this.app.family.refresh();
  }
}

customElements.define("live-links", LiveLinks);
