// @ts-check
import "../elements/person-summary.js";
import "../elements/route-map.js";
import { stateView } from "../lib/dom/state-view.js";
import { h, setText } from "../lib/dom/dom.js";
import { Events } from "../lib/hub/events.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { enterView, isOver } from "../lib/dom/open-views.js";
import { Page } from "../lib/dom/page.js";
import { number, t } from "../lib/words/text.js";
import { ticker } from "../lib/dom/ticker.js";
import { personOf, renewIn, secretIn } from "../models/live.js";
import { placement } from "../models/standing.js";
import { momentWords, motionWords } from "../models/words.js";

/**
 * @typedef {import("../lib/hub/live-shapes.js").LiveView} LiveView
 * @typedef {import("../lib/hub/trip-shapes.js").TripPosition} TripPosition
 */

/**
 * One member for a browser without an account, by a live link: its secret stands behind the `#` and leaves the address at
 * once (F47). Ended, unknown and used-up links look alike.
 */
export class LivePage extends Page {
  /**
   * What stands on the page while the link is open.
   *
   * @type {ReturnType<typeof laidOut> | undefined}
   */
  #parts;
  /** @type {LiveView | undefined} */
  #view;
  #heardAt = 0;
  /** @type {TripPosition[]} */
  #way = [];
  #isReadingWay = false;
  #hasMap = false;
  /** @type {Events | undefined} */
  #events;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #renewing;

  open() {
    const robots = h("meta", { name: "robots", content: "noindex" });
    document.head.append(robots);
    this.signal.addEventListener("abort", () => {
      robots.remove();
      this.#stop();
    });
    addEventListener("hashchange", () => location.hash && this.#start(), { signal: this.signal });
    ticker.each(() => this.#tick(), this.signal);
    this.#start();
  }

  #start() {
    this.#stop();
    this.#view = undefined;
    const secret = secretIn(location.hash);
    // A secret in the address would be in the history, and on the screen for anyone to read.
    if (location.hash) history.replaceState(null, "", location.pathname);
    this.#begin(secret);
  }

  #stop() {
    this.#events?.stop();
    this.#events = undefined;
    clearTimeout(this.#renewing);
  }

  /** @param {string | undefined} secret */
  async #begin(secret) {
    const content = h("div");
    this.className = "page stack";
    this.replaceChildren(h("h1", { tabindex: "-1" }, t("live.page")), content);
    /** @returns {Promise<LiveView | undefined>} */
    const read = () => enterView(this.app.api, "live", secret ? { token: secret } : undefined);
    await this.show(content, read, (view) => (view ? this.#lay(view) : this.#gone()));
  }

  /** @param {LiveView} view */
  #lay(view) {
    this.className = "place-page trip-ride live-page";
    this.#parts = laidOut();
    this.#way = [];
    this.#hasMap = false;
    this.replaceChildren(this.#parts.mapPart, this.#parts.body);
    this.#take(view);
    this.#listen();
  }

  #listen() {
    this.#events?.stop();
    const events = new Events("/live-view/events", ["presence", "live", "resync"]);
    this.#events = events;
    events.addEventListener("presence", (event) => {
      this.#heard(JSON.parse(/** @type {MessageEvent} */ (event).data));
    });
    for (const name of ["live", "resync"]) events.addEventListener(name, () => this.#read());
    // A stream that broke off may be one whose link is over.
    events.addEventListener("link", () => events.link === "offline" && this.#read());
    events.start();
  }

  async #read() {
    try {
      const view = await this.app.api.get("/live-view", this.signal);
      if (this.#view) this.#take(view);
    } catch (error) {
      if (isOver(error)) this.#gone();
      // A hub that is away: what is shown grows old, and says so.
    }
  }

  /** @param {import("../lib/hub/shapes.js").Presence} presence */
  #heard(presence) {
    if (this.#view) this.#take({ ...this.#view, presence });
  }

  /** @param {LiveView} view */
  #take(view) {
    const parts = this.#parts;
    if (!parts) return;
    this.#view = view;
    this.#heardAt = hubNow();
    const { presence } = view;
    // A level below exact has no line either.
    if (!presence?.fix) this.#clearWay();
    const person = personOf(view, this.#heardAt);
    const place = placement(person);
    this.classList.toggle("is-mapless", !place);
    if (place && !this.#hasMap) {
      this.#hasMap = true;
      parts.map.begin({ longitude: place.point[0], latitude: place.point[1] });
    }
    parts.map.person(person);
    this.#tick();
    if (presence?.fix) this.#readWay();
    clearTimeout(this.#renewing);
    const wait = renewIn(view, hubNow());
    if (wait !== undefined) this.#renewing = setTimeout(() => this.#renew(), wait);
  }

  /** Another hour, where the link has one. */
  async #renew() {
    try {
      this.#take(await this.app.api.post("/live-views", {}));
      this.#listen();
    } catch (error) {
      if (isOver(error)) this.#gone();
    }
  }

  #clearWay() {
    if (this.#way.length === 0) return;
    this.#way = [];
    this.#parts?.map.way([]);
  }

  async #readWay() {
    if (this.#isReadingWay) return;
    this.#isReadingWay = true;
    try {
      let after = this.#way.at(-1)?.at;
      do {
        const query = after ? `?after=${encodeURIComponent(after)}` : "";
        /** @type {{items: TripPosition[], next?: string}} */
        const { items, next } = await this.app.api.get(`/live-view/positions${query}`, this.signal);
        if (!this.#view?.presence?.fix) return;
        if (items.length > 0) this.#draw(items);
        after = next;
      } while (after);
    } catch {
      // The line is no news; it comes with the next answer.
    } finally {
      this.#isReadingWay = false;
    }
  }

  /** @param {TripPosition[]} items */
  #draw(items) {
    this.#way.push(...items);
    this.#parts?.map.way(this.#way);
  }

  #tick() {
    const [view, parts] = [this.#view, this.#parts];
    if (!view || !parts) return undefined;
    const now = hubNow();
    if (Date.parse(view.endsAt) <= now) return this.#gone();
    parts.summary.drawPerson(personOf(view, this.#heardAt), true, now);
    setText(parts.until, t("live.until", { time: momentWords(view.endsAt, now) }));
    const { motion, batteryPercent } = view.presence ?? {};
    const percent = batteryPercent === undefined ? undefined : number(Math.round(batteryPercent));
    setText(parts.more, motion && percent ? t("live.motion", { motion: motionWords(motion), percent }) : "");
    return undefined;
  }

  #gone() {
    this.#stop();
    [this.#view, this.#parts] = [undefined, undefined];
    this.className = "page stack";
    const heading = h("h1", { tabindex: "-1" }, t("live.page"));
    const words = stateView("empty", { title: t("live.gone"), words: t("live.goneWords") });
    this.replaceChildren(heading, words);
  }
}

customElements.define("live-page", LivePage);

/** The map, and beneath it who is shown, how they move, and when the link ends. */
function laidOut() {
  const map = /** @type {import("../elements/route-map.js").RouteMap} */ (document.createElement("route-map"));
  const summary = /** @type {import("../elements/person-summary.js").PersonSummary} */ (document.createElement("person-summary"));
  const [more, until] = [h("p", { class: "quiet" }), h("p", { class: "quiet" })];
  const mapPart = h("div", { class: "trip-map" }, map);
  return { map, summary, more, until, mapPart, body: h("div", { class: "form place-form" }, summary, more, until) };
}
