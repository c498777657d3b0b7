// @ts-check
import { LiveLinks } from "../elements/live-links.js";
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { icon } from "../lib/dom/icons.js";
import { Page, part } from "../lib/dom/page.js";
import { withProof } from "../lib/hub/prove.js";
import { redraw, save, whenDrawn } from "../lib/dom/saving.js";
import { t } from "../lib/words/text.js";
import { endOf } from "../models/sharing.js";
import { momentWords } from "../models/words.js";

/**
 * @typedef {import("../lib/hub/shapes.js").Sharing} Sharing
 * @typedef {import("../lib/hub/shapes.js").ShareCount} ShareCount
 */

/** Pausing, showing less, and stopping everything; what sudden silence may do is said first (safety F41). */
export class SharingPage extends Page {
  #body = h("div", { class: "privacy" });

  open() {
    this.className = "page privacy";
    this.replaceChildren(h("h1", {}, t("stop.title")), this.#body);
    this.show(this.#body, () => this.#read(), (sharing) => this.#draw(sharing));
  }

  /** @returns {Promise<Sharing>} */
  #read() {
    return this.app.api.get("/me/sharing", this.signal);
  }

  /** @param {Sharing} sharing */
  #draw(sharing) {
    /** @type {HTMLElement[]} */
    const parts = [this.#everything(sharing), part(LiveLinks, this.app), this.#reminder(sharing)];
    // What a guardian sees cannot be paused: it is not offered.
    if (!sharing.guardiansSee) parts.splice(1, 0, this.#pause(sharing));
    redraw(this.#body, ...parts);
  }

  /** @param {Sharing} sharing */
  #everything({ items, guardiansSee }) {
    const stop = button(t("stop.now"), "danger-button", () => this.#stop());
    stop.dataset.key = "stop";
    return h(
      "section",
      { class: "section" },
      h(
        "div",
        { class: "card warning" },
        icon("caution"),
        h(
          "div",
          { class: "stack" },
          h("p", {}, t("stop.warning")),
          button(t("stop.coarse"), "quiet-button", () => this.#limit("coarse")),
          button(t("stop.place"), "quiet-button", () => this.#limit("place")),
        ),
      ),
      h("h2", {}, t("stop.what")),
      counted(items, t("stop.nothing")),
      h("p", { class: "quiet small" }, t("stop.words")),
      guardiansSee && h("p", { class: "card" }, t("stop.guardians")),
      stop,
    );
  }

  /** @param {Sharing} sharing */
  #pause({ pause }) {
    const words = pause
      ? pause.until
        ? t("pause.until", { time: momentWords(pause.until, hubNow()) })
        : t("pause.on", { time: momentWords(pause.since, hubNow()) })
      : t("pause.words");
    const buttons = pause
      ? [button(t("pause.end"), "", () => this.#endPause())]
      : [
          button(t("ending.hour"), "quiet-button", () => this.#setPause(endOf("hour", hubNow()))),
          button(t("ending.tonight"), "quiet-button", () => this.#setPause(endOf("tonight", hubNow()))),
          button(t("pause.endless"), "quiet-button", () => this.#setPause(undefined)),
        ];
    const actions = h("div", { class: "actions" }, ...buttons);
    return h("section", { class: "section" }, h("h2", {}, t("pause.title")), h("p", {}, words), actions);
  }

  /** @param {Sharing} sharing */
  #reminder({ reminderDays }) {
    const days = [...new Set([1, 3, 7, 14, 30, reminderDays])].sort((left, right) => left - right);
    const select = h(
      "select",
      { class: "input", id: "reminder-days" },
      ...days.map((count) => h("option", { value: count }, t("reminder.days", { count }))),
    );
    select.value = String(reminderDays);
    const perform = () => this.app.api.patch("/me/sharing", { reminderDays: Number(select.value) });
    select.addEventListener("change", () => {
      save(perform, { say: this.app.say, undo: () => (select.value = String(reminderDays)) });
    });
    const label = h("label", { for: "reminder-days" }, t("reminder.label"));
    return h(
      "section",
      { class: "section" },
      h("h2", {}, t("reminder.title")),
      h("div", { class: "field" }, label, select),
    );
  }

  async #stop() {
    /** @type {ShareCount[]} */
    let cut = [];
    let guardiansSee = false;
    const perform = async () => {
      guardiansSee = (await this.#read()).guardiansSee ?? false;
      cut = (await withProof(this.app, () => this.app.api.post("/me/stop", {}))).items;
    };
    if (!(await save(perform, { say: this.app.say, done: t("stop.done") }))) return;
    await this.app.family.refresh();
    const heading = h("h2", { tabindex: "-1" }, t("stop.done"));
    const after = t(guardiansSee ? "stop.afterChild" : "stop.after");
    redraw(
      this.#body,
      h("section", { class: "section" }, heading, counted(cut, t("stop.nothing")), h("p", {}, after)),
    );
    whenDrawn(this.#body, () => heading.focus());
  }

  /** @param {"coarse" | "place"} precisionAtMost */
  async #limit(precisionAtMost) {
    const perform = () => this.app.api.patch("/me/sharing", { precisionAtMost });
    await save(perform, { say: this.app.say, done: t(`stop.limited.${precisionAtMost}`) });
    await this.app.family.refresh();
  }

  /** @param {string | undefined} until */
  async #setPause(until) {
    await save(() => this.app.api.put("/me/pause", { until }), { say: this.app.say, done: t("pause.done") });
    await this.#again();
  }

  async #endPause() {
    await save(() => this.app.api.delete("/me/pause"), { say: this.app.say, done: t("pause.ended") });
    await this.#again();
  }

  async #again() {
    try {
      this.#draw(await this.#read());
    } catch {
      // What failed has been said; the page stands as it was.
    }
  }
}

customElements.define("sharing-page", SharingPage);

/**
 * What there is of each kind, in words.
 *
 * @param {ShareCount[]} items
 * @param {string} nothing
 */
function counted(items, nothing) {
  const there = items.filter(({ count }) => count > 0);
  if (there.length === 0) return h("p", {}, nothing);
  return h("ul", { class: "notice-list" }, ...there.map((item) => h("li", {}, countWords(item))));
}

/** @param {ShareCount} item */
function countWords({ kind, count }) {
  switch (kind) {
    case "people":
    case "connectCode":
    case "requests":
    case "invites":
    case "oneTimeLinks":
    case "clockLinks":
    case "wallDisplays":
    case "liveLinks":
    case "calendarLinks":
    case "pushMessages":
    case "trips":
    case "deputies":
    case "contacts":
    case "devices":
    case "sessions":
    case "browsers":
      return t(`share.${kind}`, { count });
    default:
      return t("share.other", { count });
  }
}

/**
 * @param {string} words
 * @param {string} more
 * @param {() => void} click
 */
function button(words, more, click) {
  return h("button", { class: `button ${more}`.trim(), type: "button", on: { click } }, words);
}
