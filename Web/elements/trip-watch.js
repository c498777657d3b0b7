// @ts-check
import "./route-map.js";
import "./trip-left.js";
import { avatar } from "../lib/dom/avatar.js";
import { button } from "../lib/dom/button.js";
import { h, setText } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { icon } from "../lib/dom/icons.js";
import { Part, part } from "../lib/dom/page.js";
import { save } from "../lib/dom/saving.js";
import { confirmed } from "../lib/dom/sheet.js";
import { t, timeOfDay } from "../lib/words/text.js";
import { ticker } from "../lib/dom/ticker.js";
import { isGone } from "../lib/hub/watching.js";
import { stampWords } from "../models/standing.js";
import { cautions, isOpen, isRunning, leftOf, personOf, secondsSince } from "../models/trip.js";
import { otherWords } from "../models/trip-words.js";
import { ageWords } from "../models/words.js";
import { AlarmPanel } from "./alarm-panel.js";
import { newsList } from "./news-list.js";
import { stateView } from "../lib/dom/state-view.js";
import { acceptCard } from "./trip-accept.js";
import { drawDial } from "./trip-dial.js";
import { headWords } from "./trip-head.js";

/**
 * @typedef {import("../lib/hub/trip-shapes.js").Alarm} Alarm
 * @typedef {import("../lib/hub/trip-shapes.js").CompanionTrip} CompanionTrip
 * @typedef {import("../lib/hub/trip-shapes.js").TripPosition} TripPosition
 * @typedef {import("../lib/hub/watching.js").Watching} Watching
 */

/** A position is to be seen within five seconds (C3). */
const askMilliseconds = 3_000;
/** Each so many answers the way behind is read on. */
const wayEvery = 3;

/** Somebody's trip as it is watched over: where they are, how far it is, and what is the matter. */
export class TripWatch extends Part {
  /** @type {Watching} */
  watching = /** @type {any} */ (undefined);
  /** What stands in its place once there is nothing to see any more. */
  gone = () => stateView("empty", { title: t("watch.gone"), words: t("watch.goneWords") });

  #heading = h("h1", { tabindex: "-1" }, t("watch.page"));
  #words = h("p", { class: "quiet" });
  #caution = h("p", { class: "caution" });
  #picture = h("span");
  #map = /** @type {import("./route-map.js").RouteMap} */ (document.createElement("route-map"));
  #left = /** @type {import("./trip-left.js").TripLeft} */ (document.createElement("trip-left"));
  #cautions = h("ul", { class: "trip-cautions" });
  #alarms = h("div", { class: "stack" });
  #asked = h("div", { class: "stack" });
  #facts = h("div", { class: "stack" });
  #news = h("section", { class: "section" });
  #dial = h("section", { class: "section" });
  #stamp = h("p", { class: "quiet" });
  #signal = h("p", { class: "quiet" });
  #other = h("p", { class: "quiet" });
  /** @type {Map<string, AlarmPanel>} */
  #panels = new Map();
  /** @type {CompanionTrip | undefined} */
  #trip;
  /** @type {Alarm[]} */
  #alarmsNow = [];
  #heardAt = 0;
  /** @type {TripPosition[]} */
  #way = [];
  #answers = 0;
  #isAsking = false;
  #isDrawn = false;
  #line = "";
  /** @type {import("./route-map.js").Drawn | undefined} */
  #route;
  /** Those that I said I see to. */
  #acknowledged = new Set();

  open() {
    const content = h("div");
    this.replaceChildren(h("div", { class: "page stack" }, this.#heading, content));
    this.#begin(content);
    const timer = setInterval(() => this.ask(), askMilliseconds);
    this.signal.addEventListener("abort", () => clearInterval(timer));
    ticker.each(() => this.#drawAges(), this.signal);
  }

  /** @param {HTMLElement} content */
  async #begin(content) {
    const read = async () => {
      try {
        return await this.watching.read();
      } catch (error) {
        if (!isGone(error)) throw error;
        return { alarms: [] };
      }
    };
    await this.show(content, read, (answer) => this.#take(answer));
  }

  /** Looks again now. */
  async ask() {
    if (this.#isAsking || !this.#isDrawn || document.visibilityState !== "visible") return;
    this.#isAsking = true;
    try {
      const answer = await this.watching.read();
      if (!this.signal.aborted) this.#take(answer);
    } catch (error) {
      if (isGone(error)) this.#gone();
      // A hub that is away: what is shown grows old, and says so.
    } finally {
      this.#isAsking = false;
    }
  }

  /** @param {{trip?: CompanionTrip, alarms: Alarm[]}} answer */
  #take({ trip, alarms }) {
    if (!trip && alarms.length === 0) return this.#gone();
    this.#trip = trip;
    this.#alarmsNow = alarms;
    this.#heardAt = hubNow();
    if (!this.#isDrawn) this.#lay(trip);
    this.#drawHead();
    this.#drawAlarms();
    this.#drawTrip();
    this.#drawAges();
    if (trip && this.#answers % wayEvery === 0) this.#readWay();
    this.#answers += 1;
    return undefined;
  }

  #gone() {
    this.#isDrawn = false;
    this.className = "";
    this.#heading.textContent = t("watch.page");
    this.replaceChildren(h("div", { class: "page stack" }, this.#heading, this.gone()));
  }

  /** @param {CompanionTrip | undefined} trip */
  #lay(trip) {
    this.#isDrawn = true;
    this.className = "place-page trip-ride";
    const isHeard = document.activeElement === this.#heading;
    const head = h("div", { class: "trip-head" }, this.#picture, h("div", { class: "grow" }, this.#heading, this.#words, this.#caution));
    const mayLeave = trip && this.watching.leave;
    const leave = mayLeave && button(t("watch.leave"), () => this.#leave(), { style: "quiet-button" });
    const body = h("div", { class: "form place-form" }, head, this.#alarms, this.#asked, this.#facts, this.#dial, this.#news, leave);
    this.replaceChildren(h("div", { class: "trip-map" }, this.#map), body);
    const cautioned = h("div", { role: "status" }, this.#cautions);
    this.#facts.replaceChildren(this.#left, cautioned, h("div", {}, this.#stamp, this.#signal, this.#other));
    if (isHeard) this.#heading.focus({ preventScroll: true });
    const at = trip?.fix ?? trip?.destination ?? this.#alarmsNow[0]?.fix;
    this.#map.isFixed = true;
    this.#map.begin(at);
  }

  #drawHead() {
    const who = this.#trip ?? this.#alarmsNow[0];
    const words = headWords(this.#trip, this.#alarmsNow);
    const drawn = JSON.stringify([words, who.name, who.colour, who.picture]);
    if (this.#picture.dataset.drawn === drawn) return;
    this.#picture.dataset.drawn = drawn;
    this.#heading.textContent = words.title;
    this.#words.textContent = words.more;
    this.#caution.textContent = words.caution;
    this.#picture.replaceChildren(avatar(who));
  }

  #drawAlarms() {
    for (const [id, panel] of this.#panels) {
      if (this.#alarmsNow.some((alarm) => alarm.id === id)) continue;
      panel.remove();
      this.#panels.delete(id);
    }
    for (const alarm of this.#alarmsNow) {
      const panel = this.#panels.get(alarm.id) ?? part(AlarmPanel, this.app);
      if (!this.#panels.has(alarm.id)) {
        panel.addEventListener("done", () => this.ask());
        this.#panels.set(alarm.id, panel);
      }
      panel.doing = this.#doing(alarm);
      if (!panel.isConnected) this.#alarms.append(panel);
      panel.tell(alarm);
    }
  }

  /** @param {Alarm} alarm */
  #doing({ id, acknowledgedBy }) {
    const { acknowledge, act, confirm } = this.watching;
    const me = this.app.family.me?.id;
    return {
      acknowledge: async () => {
        await acknowledge(id);
        this.#acknowledged.add(id);
      },
      act: () => act(id),
      confirm: confirm && (() => confirm(id)),
      isMineToDo: this.#acknowledged.has(id) || acknowledgedBy.some(({ member }) => member !== undefined && member === me),
    };
  }

  #drawTrip() {
    const trip = this.#trip;
    const isLive = trip?.sight === "live";
    this.#facts.hidden = !isLive;
    const isInDanger = this.#alarmsNow.some(isOpen);
    const shown = trip?.fix ? trip : this.#alarmsNow.find(({ fix }) => fix);
    this.#drawAsked(trip);
    drawDial(this.#dial, trip, isInDanger);
    if (shown?.fix) this.#map.person(personOf(shown, isInDanger, this.#heardAt));
    if (!trip) return;
    const { route, origin, destination } = trip;
    this.#map.mark({ start: origin, end: destination });
    if (route) {
      const line = JSON.stringify(route.line);
      const left = trip.remainingMetres ?? route.distanceMetres;
      const part = 1 - Math.min(1, left / Math.max(1, route.distanceMetres));
      if (line !== this.#line) this.#route = { line: route.line, engine: route.straightLine ? "straightLine" : "valhalla" };
      this.#line = line;
      this.#map.draw(this.#route, part);
    }
    this.#drawCautions(trip);
    this.#news.replaceChildren(...newsList(trip.news));
  }

  /** @param {CompanionTrip | undefined} trip */
  #drawAsked(trip) {
    const { accept } = this.watching;
    if (!accept || trip?.accepted !== false || !isRunning(trip)) return this.#asked.replaceChildren();
    if (this.#asked.childElementCount > 0) return undefined;
    const perform = async () => {
      if (await save(accept, { say: this.app.say, done: t("watch.accepted") })) await this.ask();
    };
    return this.#asked.replaceChildren(acceptCard(trip, perform));
  }

  /** @param {CompanionTrip} trip */
  #drawCautions(trip) {
    const words = cautions(trip).map((kind) => {
      const time = timeOfDay(new Date(trip.heardAt));
      if (kind === "lost" || kind === "delayed") return { kind, text: t(`watch.signal.${kind}`, { time }) };
      return { kind, text: t(`watch.caution.${kind}`) };
    });
    const drawn = JSON.stringify(words);
    if (this.#cautions.dataset.drawn === drawn) return;
    this.#cautions.dataset.drawn = drawn;
    this.#cautions.replaceChildren(...words.map(({ kind, text }) => h("li", { "data-kind": kind }, icon("caution"), text)));
  }

  #drawAges() {
    const trip = this.#trip;
    if (!trip || !this.#isDrawn) return;
    const now = hubNow();
    this.#left.draw(leftOf(trip), now);
    const person = personOf(trip, false, this.#heardAt);
    const battery = trip.fix?.batteryPercent;
    const stamp = trip.fix ? stampWords(person, now) : t("watch.nowhere");
    const percent = battery === undefined ? "" : `, ${t("watch.battery", { percent: Math.round(battery) })}`;
    setText(this.#stamp, stamp + percent);
    setText(this.#signal, t("watch.signal.heard", { age: ageWords(secondsSince(trip.heardAt, now)) }));
    setText(this.#other, otherWords(trip.otherDevice, now));
  }

  async #readWay() {
    try {
      const { items } = await this.watching.positions(this.#way.at(-1)?.at);
      if (this.signal.aborted || items.length === 0) return;
      this.#way.push(...items);
      this.#map.way(this.#way);
    } catch {
      // The way behind is no news; it comes with the next answer.
    }
  }

  async #leave() {
    const name = this.#trip?.name ?? "";
    const question = { title: t("watch.leaveTitle"), words: t("watch.leaveWords", { name }), action: t("watch.leaveAction") };
    const { leave } = this.watching;
    if (!leave || !(await confirmed(question, this.signal))) return;
    if (await save(leave, { say: this.app.say, done: t("watch.leftIt") })) this.app.router.go("/trip");
  }
}

customElements.define("trip-watch", TripWatch);
