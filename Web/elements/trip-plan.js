// @ts-check
import "./route-map.js";
import { alarmSound } from "../lib/alarm-sound.js";
import { Refusal } from "../lib/api.js";
import { h, set } from "../lib/dom.js";
import { hubNow } from "../lib/hub-clock.js";
import { icon } from "../lib/icons.js";
import { newID } from "../lib/ids.js";
import { errorWords, Part, part } from "../lib/page.js";
import { keepRide } from "../lib/ride.js";
import { safetyOf } from "../lib/safety.js";
import { ShakeWatch } from "../lib/shake-watch.js";
import { t, timeOfDay } from "../lib/text.js";
import { namedSpotIn } from "../models/route.js";
import { nextTime, plannedProtection, wallTime } from "../models/trip.js";
import { distanceWords, durationWords } from "../models/words.js";
import { CompanionChoice } from "./companion-choice.js";
import { DrillPanel } from "./drill-panel.js";
import { HelpPanel, sosButton } from "./help-panel.js";
import { nameOf } from "./place-search.js";
import { quickExit } from "./quick-exit.js";
import { RouteEnds, ways } from "./route-ends.js";
import { TripOptions } from "./trip-options.js";
import { protectionWords } from "./trip-protection.js";
import { tripLists } from "./trip-lists.js";

/**
 * @typedef {import("../lib/shapes.js").Place} Place
 * @typedef {import("../lib/trip-shapes.js").Drill} Drill
 * @typedef {import("../lib/trip-shapes.js").TripEntry} TripEntry
 * @typedef {import("../models/route.js").Route} Route
 * @typedef {{places: Place[], drills: Drill[], trips: TripEntry[]}} Known
 */

/** A trip before it begins: where to, how, until when, and who watches over it. */
export class TripPlan extends Part {
  /** The page's heading, which those who listen hear first. */
  heading = h("h1", { tabindex: "-1" }, t("trip.plan"));
  /** @type {Known} */
  known = { places: [], drills: [], trips: [] };

  #map = /** @type {import("./route-map.js").RouteMap} */ (document.createElement("route-map"));
  #search = /** @type {import("./place-search.js").PlaceSearch} */ (document.createElement("place-search"));
  #summary = h("p", { class: "route-summary", role: "status" });
  #wrong = h("p", { class: "wrong", role: "alert", id: "trip-wrong" });
  #expected = h("input", { class: "input", id: "trip-expected", type: "time", "aria-errormessage": "trip-wrong" });
  #asked = h("p", { class: "hint", role: "status" });
  #protection = h("div");
  #button = h("button", { class: "button", type: "submit" }, t("trip.start"));
  /** Help is there at any time, also without a trip (C4). */
  #sos = h("div");
  #companions = new CompanionChoice(() => this.#chose());
  #drills = part(DrillPanel, /** @type {any} */ (undefined), {
    isTitled: true,
    members: () => this.#companions.chosen,
  });
  /** @type {RouteEnds} */
  #ends = /** @type {any} */ (undefined);
  /** @type {TripOptions} */
  #options = /** @type {any} */ (undefined);
  /** @type {Route | undefined} */
  #route;
  #wayAsked = "";
  #isTimeTyped = false;
  /** The same for every try, so that a trip begins once. */
  #id = newID();

  open() {
    this.className = "place-page route-page";
    const { app } = this;
    const safety = safetyOf(app);
    this.#drills.app = app;
    const wanted = { to: namedSpotIn(location.hash, "to") };
    this.#ends = new RouteEnds(this.known.places, wanted, () => this.#changed(), [...ways, "transit"]);
    this.#options = new TripOptions(safety.mine?.protection.source ?? "timerOnly", () => this.#drawTimes());
    this.#companions.draw(app.family.connections, this.known.drills);
    this.#search.app = app;
    this.#search.near = () => this.#here ?? this.#ends.spot("to") ?? this.known.places[0];
    const hint = h("div", { class: "place-bar" }, h("p", { class: "place-said small" }, t("trip.mapHint")));
    this.replaceChildren(h("div", { class: "place-where" }, this.#search, this.#map, hint), this.#form());
    this.#listen();
    this.#ends.here = this.#here;
    this.#map.begin(this.#here ?? this.known.places[0]);
    this.#changed();
    this.#drawPINs();
  }

  #form() {
    const label = h("label", { for: "trip-expected" }, t("trip.expected"));
    const expected = h("div", { class: "field" }, label, this.#expected, this.#asked);
    const submit = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      this.#start();
    };
    return h(
      "form",
      { class: "form place-form", novalidate: true, on: { submit } },
      h("div", { class: "trip-head" }, h("div", { class: "grow" }, this.heading), quickExit()),
      h("p", { class: "quiet" }, t("trip.planWords")),
      h("div", {}, h("a", { class: "button quiet-button", href: "/follow" }, icon("people"), t("follow.page"))),
      this.#ends.element,
      this.#summary,
      expected,
      this.#companions.element,
      this.#options.sourceElement,
      this.#options.element,
      this.#protection,
      part(HelpPanel, this.app),
      this.#drills,
      ...tripLists(safetyOf(this.app).trips, this.known.trips),
      h("p", { class: "hint" }, t("route.attribution")),
      h("div", { class: "trip-bar" }, this.#wrong, this.#sos, this.#button),
    );
  }

  #listen() {
    const { signal, app } = this;
    this.#search.addEventListener("choose", (event) => {
      const { name, latitude, longitude } = /** @type {CustomEvent} */ (event).detail;
      this.#ends.pick({ latitude, longitude, name });
    });
    this.#map.addEventListener("pick", async (event) => {
      const spot = /** @type {CustomEvent} */ (event).detail;
      this.#ends.pick(spot);
      const name = await nameOf(app.api, spot);
      if (name && !signal.aborted) this.#ends.name(spot, name);
    });
    this.#expected.addEventListener("input", () => {
      this.#isTimeTyped = true;
      this.#drawTimes();
    });
    const moved = () => {
      this.#ends.here = this.#here;
      if (!this.#route) this.#changed();
      this.#mark();
    };
    app.family.addEventListener("presence", moved, { signal });
    app.family.addEventListener("people", () => this.#companions.draw(app.family.connections, this.known.drills), { signal });
    safetyOf(app).addEventListener("change", () => this.#drawPINs(), { signal });
  }

  /** My own newest fix. */
  get #here() {
    const { me, people } = this.app.family;
    return (me && people.get(me.id)?.presence?.fix) || undefined;
  }

  #mark() {
    const from = this.#ends.startsHere ? undefined : this.#ends.spot("from");
    this.#map.mark({ start: from, end: this.#ends.spot("to"), me: this.#here });
  }

  /** An end or the mode was chosen. */
  #changed() {
    this.#mark();
    const [from, to] = [this.#ends.spot("from"), this.#ends.spot("to")];
    const start = this.#ends.startsHere ? "here" : from;
    const key = from && to ? JSON.stringify([start, to.latitude, to.longitude, this.#ends.mode]) : "";
    if (key === this.#wayAsked) return;
    this.#wayAsked = key;
    if (from && to) this.#find(from, to, key);
    else this.#show(undefined);
  }

  /**
   * @param {import("../models/place.js").Spot} from
   * @param {import("../models/place.js").Spot} to
   * @param {string} key
   */
  async #find(from, to, key) {
    const point = (/** @type {import("../models/place.js").Spot} */ { latitude, longitude }) => ({ latitude, longitude });
    this.#summary.textContent = t("route.looking");
    try {
      const route = await this.app.api.post("/routes", { from: point(from), to: point(to), mode: this.#ends.mode });
      if (key === this.#wayAsked && !this.signal.aborted) this.#show(route);
    } catch (error) {
      if (key !== this.#wayAsked || this.signal.aborted) return;
      this.#show(undefined);
      const isTimeless = error instanceof Refusal && error.code === "noTransit";
      if (isTimeless) return void (this.#summary.textContent = t("trip.noTimetable"));
      if (!(error instanceof Refusal)) this.#wayAsked = "";
      this.#wrong.textContent = errorWords(error);
    }
  }

  /** @param {Route | undefined} route */
  #show(route) {
    this.#route = route;
    this.#map.draw(route, 0);
    const distance = distanceWords(route?.distanceMetres ?? 0);
    const duration = durationWords(route?.durationSeconds ?? 0);
    const words = this.#isStraight ? t("route.straight", { distance }) : t("route.summary", { distance, duration });
    this.#summary.textContent = route ? words : "";
    this.#drawTimes();
  }

  get #isStraight() {
    return this.#route?.engine === "straightLine" || this.#route?.durationSeconds === undefined;
  }

  /** When they expect to arrive, in milliseconds since 1970; undefined where nobody knows. */
  get #expectedAt() {
    if (this.#isTimeTyped) return nextTime(this.#expected.value, hubNow());
    if (!this.#route || this.#isStraight) return undefined;
    return hubNow() + (this.#route.durationSeconds ?? 0) * 1_000;
  }

  #drawTimes() {
    const at = this.#expectedAt;
    if (!this.#isTimeTyped) this.#expected.value = at === undefined ? "" : wallTime(at);
    const { grace, answer } = this.#options.minutes;
    const due = (at ?? 0) + grace * 60_000;
    const time = (/** @type {number} */ moment) => timeOfDay(new Date(moment));
    this.#asked.textContent = at === undefined ? "" : t("trip.asked", { due: time(due), alarm: time(due + answer * 60_000) });
    this.#drawProtection();
  }

  #chose() {
    this.#drills.update();
    this.#drawProtection();
  }

  /** What the hub says of the trip that would be, with what is chosen here. */
  #drawProtection() {
    const protection = safetyOf(this.app).mine?.protection;
    if (!protection) return;
    const planned = plannedProtection(protection, this.#options.source, this.#companions.chosen, this.known.drills, hubNow());
    this.#protection.replaceChildren(protectionWords(planned));
  }

  /** Without a PIN nobody sets out: it is what ends a trip. */
  #drawPINs() {
    const { mine } = safetyOf(this.app);
    this.#companions.reach(mine?.unreachable ?? []);
    this.#button.hidden = mine !== undefined && !mine.pinsSet;
    // Without a PIN nobody could take it back.
    if (this.#button.hidden) this.#sos.replaceChildren();
    else if (this.#sos.childElementCount === 0) this.#sos.append(sosButton(this.app));
    const place = this.querySelector(".trip-bar");
    const before = place?.querySelector(".trip-pins");
    if (!mine || mine.pinsSet) return void before?.remove();
    if (before || !place) return undefined;
    const link = h("a", { class: "button", href: "/security" }, icon("lock"));
    link.append(t("trip.pinFirst"));
    place.append(h("div", { class: "trip-pins stack" }, h("p", {}, t("trip.pinFirstWords")), link));
    return undefined;
  }

  async #start() {
    const to = this.#ends.spot("to");
    const expectedAt = this.#expectedAt;
    const missing = !to ? "trip.destinationMissing" : expectedAt === undefined ? "trip.expectedMissing" : undefined;
    this.#wrong.textContent = missing ? t(missing) : "";
    set(this.#expected, { "aria-invalid": missing === "trip.expectedMissing" ? "true" : false });
    if (missing === "trip.expectedMissing") this.#expected.focus();
    if (!to || expectedAt === undefined) return;
    // This tap is what lets the page sound, and feel.
    alarmSound.unlock();
    const shake = this.#options.shake && (await ShakeWatch.allowed());
    if (this.#options.shake && !shake) this.app.say(t("trip.shakeDenied"));
    this.#button.disabled = true;
    this.#button.textContent = t("trip.starting");
    try {
      // Before the hub's news of it may come: this device is the one on the trip.
      keepRide({ trip: this.#id, shake, sharedBefore: this.app.ownFixes.isOn });
      await this.app.api.post("/trips", this.#request(to, expectedAt));
      await safetyOf(this.app).refresh();
    } catch (error) {
      this.#wrong.textContent = errorWords(error);
    } finally {
      this.#button.disabled = false;
      this.#button.textContent = t("trip.start");
    }
  }

  /**
   * @param {import("../models/place.js").Spot & {name?: string, label?: string}} to
   * @param {number} expectedAt
   */
  #request(to, expectedAt) {
    const { grace, answer, silence } = this.#options.minutes;
    const from = this.#ends.spot("from");
    const name = to.label ?? to.name ?? t("route.picked");
    const isTyped = this.#isTimeTyped || this.#isStraight;
    return {
      id: this.#id,
      destination: { name, latitude: to.latitude, longitude: to.longitude },
      origin: from && { latitude: from.latitude, longitude: from.longitude },
      mode: this.#ends.mode,
      companions: this.#companions.chosen,
      dueAt: isTyped ? new Date(expectedAt + grace * 60_000).toISOString() : undefined,
      source: this.#options.source,
      graceMinutes: grace,
      answerMinutes: answer,
      silenceMinutes: silence,
    };
  }
}

customElements.define("trip-plan", TripPlan);
