// @ts-check
import { Refusal } from "../lib/hub/api.js";
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { icon } from "../lib/dom/icons.js";
import { newID } from "../lib/hub/ids.js";
import { errorWords, Part } from "../lib/dom/page.js";
import { withProof } from "../lib/hub/prove.js";
import { save } from "../lib/dom/saving.js";
import { switchRow } from "../lib/dom/switch.js";
import { t } from "../lib/words/text.js";
import { momentWords } from "../models/words.js";

/** @typedef {import("../lib/hub/mission-shapes.js").CalendarLink} CalendarLink */

/** The links by which calendar programs read my missions and trips: those there are, and a new one, shown once. */
export class CalendarLinks extends Part {
  #list = h("ul", { class: "list", role: "list", hidden: true });
  #fresh = h("div", { class: "stack" });
  #wrong = h("p", { class: "wrong", role: "alert" });
  #button = h("button", { class: "button quiet-button", type: "button" }, t("calendar.make"));
  #shows = { missions: true, trips: false };
  /** The same until the hub has answered, so that a lost answer does not make two links. */
  #id = newID();

  open() {
    this.className = "card stack";
    this.#button.addEventListener("click", () => this.#make());
    this.replaceChildren(
      h("div", {}, h("h2", {}, t("calendar.title")), h("p", { class: "quiet small" }, t("calendar.words"))),
      this.#list,
      this.#switch("missions"),
      this.#switch("trips"),
      this.#fresh,
      this.#wrong,
      h("div", { class: "actions" }, this.#button),
    );
    this.#read();
  }

  /** @param {"missions" | "trips"} what */
  #switch(what) {
    return switchRow({
      label: t(`calendar.${what}`),
      isOn: this.#shows[what],
      words: h("p", { class: "hint" }, t(`calendar.${what}.words`)),
      changed: (isOn) => (this.#shows[what] = isOn),
    });
  }

  async #read() {
    try {
      const { items } = await this.app.api.get("/me/calendar-links", this.signal);
      this.#list.hidden = items.length === 0;
      this.#list.replaceChildren(...items.map((/** @type {CalendarLink} */ link) => this.#row(link)));
    } catch (error) {
      if (!this.signal.aborted) this.#wrong.textContent = errorWords(error);
    }
  }

  /** @param {CalendarLink} link */
  #row(link) {
    const now = hubNow();
    const time = momentWords(link.createdAt, now);
    const what = t(link.missions && link.trips ? "calendar.both" : link.missions ? "calendar.missions" : "calendar.trips");
    const used = link.usedAt ? t("calendar.used", { time: momentWords(link.usedAt, now) }) : t("calendar.unused");
    const end = h(
      "button",
      {
        class: "button quiet-button",
        type: "button",
        "aria-label": t("calendar.endOf", { time }),
        on: { click: () => this.#end(link) },
      },
      t("calendar.end"),
    );
    const words = h("span", { class: "row-words" }, `${t("calendar.made", { time })} · ${used}`);
    return h("li", { class: "row" }, h("span", { class: "grow" }, h("span", { class: "row-name" }, what), words), end);
  }

  async #make() {
    this.#wrong.textContent = "";
    if (!this.#shows.missions && !this.#shows.trips) return void (this.#wrong.textContent = t("calendar.nothing"));
    this.#button.disabled = true;
    try {
      const body = { id: this.#id, ...this.#shows };
      const link = await withProof(this.app, () => this.app.api.post("/me/calendar-links", body));
      this.#id = newID();
      this.#show(link);
      await this.#read();
    } catch (error) {
      // A link whose secret was lost on the way is of no use: the next try makes another.
      if (error instanceof Refusal && error.code === "alreadyIssued") this.#id = newID();
      this.#wrong.textContent = errorWords(error);
    } finally {
      this.#button.disabled = false;
    }
  }

  /** @param {CalendarLink} link */
  #show({ url = "" }) {
    const input = h("input", { class: "input", id: "calendar-link", readonly: true, dir: "ltr" });
    input.value = url;
    input.addEventListener("focus", () => input.select());
    const perform = () => navigator.clipboard.writeText(url);
    const copy = () => save(perform, { say: this.app.say, done: t("common.copied") });
    // Only a page that came over HTTPS may put something on the clipboard.
    const button =
      navigator.clipboard &&
      h("button", { class: "button quiet-button", type: "button", on: { click: copy } }, icon("copy"), t("common.copy"));
    this.#fresh.replaceChildren(
      h("p", { class: "small", role: "status" }, t("calendar.once")),
      h(
        "div",
        { class: "field" },
        h("label", { for: "calendar-link" }, t("calendar.address")),
        h("div", { class: "input-row" }, input, button || ""),
        h("p", { class: "hint" }, t("calendar.tasks")),
      ),
    );
    input.focus();
  }

  /** @param {CalendarLink} link */
  async #end(link) {
    const perform = () => this.app.api.delete(`/me/calendar-links/${link.id}`);
    if (!(await save(perform, { say: this.app.say, done: t("calendar.ended") }))) return;
    this.#fresh.replaceChildren();
    await this.#read();
    this.#button.focus();
  }
}

customElements.define("calendar-links", CalendarLinks);
