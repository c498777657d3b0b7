// @ts-check
import "../elements/history-map.js";
import { openImport } from "../elements/import-sheet.js";
import { openMonths } from "../elements/month-sheet.js";
import { stateView } from "../lib/dom/state-view.js";
import { h, set } from "../lib/dom/dom.js";
import { historyIcon, modeIcon } from "../lib/dom/history-icons.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { icon } from "../lib/dom/icons.js";
import { labelIcon } from "../lib/dom/label-icon.js";
import { layers } from "../lib/dom/layers.js";
import { errorWords, Page } from "../lib/dom/page.js";
import { withProof } from "../lib/hub/prove.js";
import { redraw, whenDrawn } from "../lib/dom/saving.js";
import { confirmed } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { dateOf, dateWords, entryWords, modeName, period, query, readDate, shifted, timeWords, totals }
  from "../models/history.js";
import { isStill } from "../lib/dom/theme.js";
import { distanceWords, durationWords } from "../models/words.js";

/** @typedef {import("../lib/hub/shapes.js").HistoryEntry} HistoryEntry */

/** What the hub's map knows of a day comes a little later where it takes long; it is asked for so often. */
const moreMilliseconds = 2_000;
const moreMax = 10;

/** One's own days: the map and, beside or below it, the day in order; each leads to the other. */
export class HistoryPage extends Page {
  #map = /** @type {import("../elements/history-map.js").HistoryMap} */ (document.createElement("history-map"));
  #heading = h("h1", { tabindex: "-1" });
  #choose = h("button", { class: "history-day", type: "button", "data-key": "day" }, this.#heading, historyIcon("calendar"));
  #after = arrow("forward", t("history.after"), () => this.#go(shifted(this.#date, 1)));
  #content = h("div", { class: "stack" });
  #date = "";

  open() {
    this.className = "history-page";
    const before = arrow("back", t("history.before"), () => this.#go(shifted(this.#date, -1)));
    this.#choose.addEventListener("click", () => this.#months());
    const head = h("div", { class: "history-head" }, before, this.#choose, this.#after);
    const bring = h("button", { class: "button quiet-button", type: "button", "data-key": "import" });
    bring.append(historyIcon("bring"), t("history.import"));
    bring.addEventListener("click", () => openImport(this.app, (date) => this.#go(date ?? this.#date), this.signal));
    const foot = h("div", { class: "stack" }, bring);
    this.replaceChildren(this.#map, h("div", { class: "history-side" }, head, this.#content, foot));
    this.#map.addEventListener("choose", (event) => this.#chosen(/** @type {CustomEvent} */ (event).detail));
    this.#go(readDate(this.params.day) ?? dateOf(new Date(hubNow())));
  }

  /** @param {string} date */
  #go(date) {
    const today = dateOf(new Date(hubNow()));
    this.#date = date > today ? today : date;
    // The address names the day, for a reload and for the way back; the page stays.
    layers.rename(`/history/${this.#date}`);
    const words = dateWords(this.#date, hubNow());
    this.#heading.textContent = words;
    set(this.#choose, { "aria-label": t("history.monthsOpen", { day: words }) });
    this.#after.disabled = this.#date >= today;
    const asked = this.#date;
    return this.show(this.#content, () => this.#read(asked), ({ entries, isPreliminary }) => {
      if (this.#date !== asked) return;
      this.#map.show(entries);
      this.#draw(entries);
      if (isPreliminary) this.#readMore(asked);
    });
  }

  /** @param {string} date */
  #read(date) {
    return this.app.api.get(`/me/history${query(period(date))}`, this.signal);
  }

  /** @param {string} asked */
  async #readMore(asked) {
    for (let turn = 0; turn < moreMax; turn += 1) {
      await new Promise((done) => setTimeout(done, moreMilliseconds));
      if (this.#date !== asked || this.signal.aborted) return;
      try {
        const { entries, isPreliminary } = await this.#read(asked);
        if (this.#date !== asked || this.signal.aborted) return;
        const pressed = this.#content.querySelector('.history-entry[aria-pressed="true"]');
        this.#map.refine(entries);
        this.#draw(entries);
        const again = pressed instanceof HTMLElement ? Number(pressed.dataset.entry) : undefined;
        if (again !== undefined) whenDrawn(this.#content, () => this.#date === asked && this.#press(again));
        if (!isPreliminary) return;
      } catch {
        // The day is shown; what the map adds to it is missed, not complained about.
        return;
      }
    }
  }

  #months() {
    openMonths(this.app, this.#date, (date) => this.#go(date), this.signal);
  }

  /** @param {HistoryEntry[]} entries */
  #draw(entries) {
    if (entries.length === 0) {
      const action = { text: t("history.emptyAction"), perform: () => this.#months() };
      const words = { title: t("history.empty"), words: t("history.emptyWords"), action };
      return redraw(this.#content, stateView("empty", words));
    }
    const list = h("ol", { class: "history-list", "aria-label": t("history.timeline") });
    list.append(...entries.map((entry, index) => h("li", {}, this.#entry(entry, index))));
    const sums = totals(entries).map(({ mode, distanceMetres, seconds }) =>
      h("li", {}, modeIcon(mode),
        h("span", {}, h("span", { class: "visually-hidden" }, `${t(`history.mode.${mode}`)}: `),
          `${distanceWords(distanceMetres)}, ${durationWords(seconds)}`)),
    );
    const sum = sums.length > 0 && h("ul", { class: "history-totals", "aria-label": t("history.totals") }, ...sums);
    return redraw(this.#content, ...(sum ? [sum] : []), list, this.#files());
  }

  /**
   * @param {HistoryEntry} entry
   * @param {number} index
   */
  #entry(entry, index) {
    const { title, words, more } = entryWords(entry);
    const isKnown = entry.kind !== "unknown";
    const picture = entry.stay ? labelIcon(entry.stay.place ?? "") : modeIcon(modeName(entry.journey?.mode ?? ""));
    const lines = more.map((line) => h("span", { class: "history-more" }, line));
    const what = h("span", { class: "history-what" },
      h("span", { class: "history-name" }, title),
      h("span", { class: "history-time" }, timeWords(entry)),
      h("span", { class: "history-words" }, words), ...lines);
    const button = h("button", {
      class: "history-entry", type: "button", disabled: !isKnown, "aria-pressed": isKnown ? "false" : undefined,
      "data-key": `entry-${index}`, "data-kind": entry.kind, "data-mode": entry.journey && modeName(entry.journey.mode), "data-entry": String(index),
    }, h("span", { class: "history-dot" }, picture), what);
    button.addEventListener("click", () => {
      this.#map.select(index);
      this.#press(index);
    });
    return button;
  }

  /**
   * The map was pointed at: the day's list goes there.
   *
   * @param {number | undefined} index  absent where the whole day is shown again
   */
  #chosen(index) {
    const button = this.#press(index);
    button?.scrollIntoView({ block: "center", behavior: isStill() ? "auto" : "smooth" });
  }

  /** @param {number | undefined} index */
  #press(index) {
    /** @type {HTMLElement | undefined} */
    let found;
    for (const button of this.#content.querySelectorAll(".history-entry[aria-pressed]")) {
      const isIt = button instanceof HTMLElement && button.dataset.entry === String(index);
      button.setAttribute("aria-pressed", String(isIt));
      if (isIt) found = button;
    }
    return found;
  }

  /** The day to take along, or to be rid of. */
  #files() {
    const { from, to } = period(this.#date);
    const links = ["gpx", "geojson"].map((format) => {
      const href = `/api/v1/members/${this.app.family.me?.id}/track?format=${format}&from=${from}&to=${to}`;
      const name = `hearth-${this.#date}.${format}`;
      return h("a", { class: "button quiet-button", href, download: name }, format === "gpx" ? "GPX" : "GeoJSON");
    });
    const remove = h("button", { class: "button danger-button", type: "button", "data-key": "delete" });
    remove.append(t("history.delete"));
    remove.addEventListener("click", () => this.#remove());
    return h("div", { class: "stack" },
      h("section", { class: "section" }, h("h2", {}, t("history.files")), h("div", { class: "actions" }, ...links)),
      h("div", { class: "history-delete" }, remove));
  }

  async #remove() {
    const day = dateWords(this.#date, hubNow());
    const question = {
      title: t("history.deleteTitle", { day }), words: t("history.deleteWords"), action: t("history.delete"),
    };
    if (!(await confirmed(question, this.signal))) return;
    const path = `/me/history${query(period(this.#date))}`;
    try {
      const { removed } = await withProof(this.app, () => this.app.api.delete(path));
      this.app.say(t("history.deleted", { count: removed }));
      await this.#go(this.#date);
    } catch (error) {
      this.app.say(errorWords(error));
    }
  }
}

customElements.define("history-page", HistoryPage);

/**
 * @param {"back" | "forward"} name
 * @param {string} title
 * @param {() => void} click
 */
function arrow(name, title, click) {
  const button = h("button", { class: "button icon-button", type: "button", "aria-label": title, on: { click } });
  button.append(icon(name));
  return button;
}
