// @ts-check
import { AlarmPanel } from "../elements/alarm-panel.js";
import "../elements/route-map.js";
import { saySafe } from "../elements/say-safe.js";
import { stateView } from "../lib/dom/state-view.js";
import { button } from "../lib/dom/button.js";
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { Page, part } from "../lib/dom/page.js";
import { safetyOf } from "../stores/safety.js";
import { t } from "../lib/words/text.js";
import { isOpen, personOf } from "../models/trip.js";
import { endingText } from "../models/trip-words.js";

/** @typedef {import("../lib/hub/trip-shapes.js").Alarm} Alarm */

const askMilliseconds = 5_000;

/** An alarm about somebody: where they are, what is known, and what I can do. */
export class AlarmPage extends Page {
  #heading = h("h1", { tabindex: "-1" }, t("help.page"));
  #head = h("div", { class: "trip-head" }, h("div", { class: "grow" }, this.#heading));
  #panel = part(AlarmPanel, /** @type {any} */ (undefined));
  #follow = h("a", { class: "button quiet-button", hidden: true }, t("help.follow"));
  /** What ends an alarm about me, also where no trip does. */
  #safe = h("div", { class: "trip-bar", hidden: true });
  #map = /** @type {import("../elements/route-map.js").RouteMap} */ (document.createElement("route-map"));
  #isDrawn = false;
  #isAcknowledged = false;

  open() {
    this.#panel.app = this.app;
    const leave = () => this.app.router.go("/trip");
    this.#safe.append(button(t("trip.safe"), () => saySafe(this.app, this.params.id, this.signal, leave)));
    const content = h("div");
    this.replaceChildren(h("div", { class: "page stack" }, this.#head, content));
    this.show(content, () => this.#read(), (alarm) => (alarm ? this.#take(alarm) : this.#gone(content)));
    safetyOf(this.app).addEventListener("change", () => this.#ask(), { signal: this.signal });
    this.#panel.addEventListener("done", () => safetyOf(this.app).refresh(), { signal: this.signal });
    const timer = setInterval(() => this.#ask(), askMilliseconds);
    this.signal.addEventListener("abort", () => clearInterval(timer));
  }

  /** @returns {Promise<Alarm | undefined>} */
  async #read() {
    const { items } = await this.app.api.get("/alarms", this.signal);
    return items.find((/** @type {Alarm} */ { id }) => id === this.params.id);
  }

  async #ask() {
    if (!this.#isDrawn || document.visibilityState !== "visible") return;
    try {
      const alarm = await this.#read();
      if (this.signal.aborted) return;
      // One that the hub does not show any more is not shown as it was.
      if (alarm) this.#take(alarm);
      else this.#leave();
    } catch {
      // What is shown says how old it is.
    }
  }

  /** Shows that there is nothing to see any more, in place of what was shown. */
  #leave() {
    this.#isDrawn = false;
    this.className = "";
    const content = h("div");
    this.#heading.textContent = t("help.page");
    this.replaceChildren(h("div", { class: "page stack" }, this.#head, content));
    this.#gone(content);
  }

  /** @param {HTMLElement} content */
  #gone(content) {
    content.replaceChildren(stateView("empty", { title: t("help.gone"), words: t("help.goneWords") }));
  }

  /** @param {Alarm} alarm */
  #take(alarm) {
    if (!this.#isDrawn) this.#lay(alarm);
    const { id, name, mine, trip, acknowledgedBy } = alarm;
    const me = this.app.family.me?.id;
    const { api } = this.app;
    const open = mine ? t("help.mine") : t("help.title", { name });
    const title = isOpen(alarm) ? open : t(endingText(alarm), { name });
    if (this.#heading.textContent !== title) this.#heading.textContent = title;
    this.#panel.doing = {
      acknowledge: async () => {
        await api.post(`/alarms/${id}/acknowledge`, {});
        this.#isAcknowledged = true;
      },
      act: () => api.post(`/alarms/${id}/act`, {}),
      confirm: () => api.post(`/alarms/${id}/confirm`, {}),
      isMineToDo: this.#isAcknowledged || acknowledgedBy.some(({ member }) => member === me),
    };
    this.#panel.tell(alarm);
    this.#safe.hidden = !mine || !isOpen(alarm);
    this.#follow.hidden = !trip || mine || !isOpen(alarm);
    if (trip) this.#follow.href = `/watching/${trip}`;
    if (alarm.fix) this.#map.person(personOf(alarm, isOpen(alarm), hubNow()));
  }

  /** @param {Alarm} alarm */
  #lay({ fix }) {
    this.#isDrawn = true;
    this.className = "place-page trip-ride";
    const isHeard = document.activeElement === this.#heading;
    const body = h("div", { class: "form place-form" }, this.#head, this.#panel, this.#follow, this.#safe);
    this.replaceChildren(h("div", { class: "trip-map" }, this.#map), body);
    if (isHeard) this.#heading.focus({ preventScroll: true });
    this.#map.isFixed = true;
    this.#map.begin(fix);
  }
}

customElements.define("alarm-page", AlarmPage);
