// @ts-check
import { h } from "../lib/dom/dom.js";
import { redraw, save } from "../lib/dom/saving.js";
import { openSheet } from "../lib/dom/sheet.js";
import { switchRow } from "../lib/dom/switch.js";
import { t } from "../lib/words/text.js";
import { labelMax, labelsFor, labelsMax, wishFor, withWish } from "../models/watches.js";
import { labelWords } from "../models/words.js";

/**
 * @typedef {import("../lib/dom/page.js").App} App
 * @typedef {import("../lib/hub/shapes.js").Seen} Seen
 * @typedef {import("../lib/hub/shapes.js").Watch} Watch
 */

/** What I am told of one person, to change at once. */
export class WatchSheet {
  #app;
  #watch;
  #changed;
  /**
   * Labels that were typed and ask for nothing yet.
   *
   * @type {string[]}
   */
  #typed = [];
  #now;
  #places = h("div", { class: "stack" });
  #rest = h("div", { class: "card stack" });
  #sheet;
  /**
   * One change after the other, so that the last one holds.
   *
   * @type {Promise<unknown>}
   */
  #saving = Promise.resolve();

  /**
   * @param {App} app
   * @param {Seen} person
   * @param {Watch} watch
   * @param {AbortSignal} signal  closes it when the page is left
   * @param {(watch: Watch) => void} changed
   */
  constructor(app, person, watch, signal, changed) {
    this.#app = app;
    this.#watch = watch;
    this.#changed = changed;
    this.#now = app.family.people.get(person.member)?.presence?.place ?? undefined;
    this.#draw();
    const note = h("p", { class: "quiet small" }, t("watch.words", { name: person.name }));
    const content = [note, this.#places, this.#adding(), this.#rest];
    this.#sheet = openSheet(t("watch.sheet", { name: person.name }), content, { signal });
  }

  #draw() {
    const labels = labelsFor(this.#watch, this.#now);
    for (const label of this.#typed) if (!labels.includes(label)) labels.push(label);
    redraw(this.#places, ...labels.map((label) => this.#place(label)));
    redraw(
      this.#rest,
      this.#switch("quiet", t("watch.quiet"), this.#watch.quiet, (quiet) => ({ ...this.#watch, quiet })),
      this.#switch("battery", t("watch.lowBattery"), this.#watch.lowBattery, (lowBattery) => ({
        ...this.#watch,
        lowBattery,
      })),
    );
  }

  /** @param {string} label */
  #place(label) {
    const { arrived, left } = wishFor(this.#watch, label);
    return h(
      "fieldset",
      { class: "card stack watch-place" },
      h("legend", {}, h("bdi", {}, labelWords(label))),
      this.#switch(`arrived-${label}`, t("watch.arrived"), arrived, (isOn) => withWish(this.#watch, label, { arrived: isOn })),
      this.#switch(`left-${label}`, t("watch.left"), left, (isOn) => withWish(this.#watch, label, { left: isOn })),
    );
  }

  /**
   * @param {string} key
   * @param {string} label
   * @param {boolean} isOn
   * @param {(isOn: boolean) => Watch} change
   */
  #switch(key, label, isOn, change) {
    return switchRow({ label, isOn, key, changed: (on) => this.#save(change(on)) });
  }

  #adding() {
    const input = h("input", { class: "input", id: "watch-other", type: "text", maxlength: `${labelMax}`, autocomplete: "off" });
    const add = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const label = input.value.trim();
      if (!label || this.#watch.places.length >= labelsMax) return;
      this.#typed.push(label);
      input.value = "";
      this.#draw();
    };
    return h(
      "form",
      { class: "field", novalidate: true, on: { submit: add } },
      h("label", { for: "watch-other" }, t("watch.other")),
      h(
        "div",
        { class: "input-row" },
        input,
        h("button", { class: "button quiet-button", type: "submit" }, t("watch.add")),
      ),
    );
  }

  /** @param {Watch} watch */
  #save(watch) {
    this.#watch = watch;
    this.#saving = this.#saving.then(async () => {
      // Left out: somebody who changed their mind since then.
      if (this.#watch !== watch) return;
      const isSaved = await save(() => this.#app.api.put("/me/watches", watch), { say: this.#sheet.say });
      if (isSaved) this.#changed(watch);
    });
  }
}
