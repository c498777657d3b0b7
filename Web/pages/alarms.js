// @ts-check
import { stateView } from "../lib/dom/state-view.js";
import { avatar } from "../lib/dom/avatar.js";
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { icon } from "../lib/dom/icons.js";
import { Page } from "../lib/dom/page.js";
import { redraw } from "../lib/dom/saving.js";
import { safetyOf } from "../stores/safety.js";
import { t } from "../lib/words/text.js";
import { isOpen } from "../models/trip.js";
import { endingText } from "../models/trip-words.js";
import { momentWords } from "../models/words.js";

/** @typedef {import("../lib/hub/trip-shapes.js").Alarm} Alarm */

/** The alarms that I was told of, and those about me: the open ones first. */
export class AlarmsPage extends Page {
  #list = h("div", { class: "stack" });

  open() {
    this.className = "page stack";
    this.replaceChildren(h("h1", { tabindex: "-1" }, t("help.page")), this.#list);
    this.show(this.#list, () => this.#read(), (alarms) => this.#draw(alarms));
    safetyOf(this.app).addEventListener("change", () => this.#refresh(), { signal: this.signal });
  }

  /** @returns {Promise<Alarm[]>} */
  async #read() {
    return (await this.app.api.get("/alarms", this.signal)).items;
  }

  async #refresh() {
    try {
      this.#draw(await this.#read());
    } catch {
      // The list stands as it was; the next news reads it anew.
    }
  }

  /** @param {Alarm[]} alarms */
  #draw(alarms) {
    const sorted = [...alarms].sort((left, right) => Number(isOpen(right)) - Number(isOpen(left)));
    if (sorted.length > 0) return redraw(this.#list, h("ul", { class: "list" }, ...sorted.map(row)));
    return redraw(this.#list, stateView("empty", { title: t("help.none"), words: t("help.noneWords") }));
  }
}

customElements.define("alarms-page", AlarmsPage);

/** @param {Alarm} alarm */
function row(alarm) {
  const { id, name, mine, openedAt } = alarm;
  const open = mine ? t("help.mine") : t("help.title", { name });
  const title = isOpen(alarm) ? open : t(endingText(alarm), { name });
  const link = h("a", { class: "row", href: `/alarms/${id}`, "data-key": id }, avatar(alarm));
  const words = h("span", { class: "row-words" }, momentWords(openedAt, hubNow()));
  link.append(h("span", { class: "grow" }, h("span", { class: isOpen(alarm) ? "row-name wrong" : "row-name" }, title), words));
  link.append(icon("forward"));
  return h("li", {}, link);
}
