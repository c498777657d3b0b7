// @ts-check
import "./route-map.js";
import { alarmSound } from "../lib/device/alarm-sound.js";
import { Refusal } from "../lib/hub/api.js";
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { icon } from "../lib/dom/icons.js";
import { newID } from "../lib/hub/ids.js";
import { errorWords, Part, part } from "../lib/dom/page.js";
import { keepRide } from "../lib/device/ride.js";
import { safetyOf } from "../stores/safety.js";
import { takeChosenPlace } from "../stores/shared.js";
import { ShakeWatch } from "../lib/device/shake-watch.js";
import { t } from "../lib/words/text.js";
import { pointOf } from "../models/place.js";
import { plannedProtection, watchers } from "../models/trip.js";
import { distanceWords, durationWords } from "../models/words.js";
import { CompanionChoice } from "./companion-choice.js";
import { DrillPanel } from "./drill-panel.js";
import { HelpPanel, sosButton } from "./help-panel.js";
import { MyDeputies } from "./my-deputies.js";
import { setFirstPIN } from "./my-pins.js";
import { nameOf } from "./place-search.js";
import { RouteEnds, ways } from "./route-ends.js";
import { TripArrival } from "./trip-arrival.js";
import { TripOptions } from "./trip-options.js";
import { protectionWords } from "./trip-protection.js";
import { recentButtons } from "./trip-recent.js";
import { tripLists } from "./trip-lists.js";

/**
 * @typedef {import("../lib/hub/shapes.js").Place} Place
 * @typedef {import("../lib/hub/trip-shapes.js").Drill} Drill
 * @typedef {import("../lib/hub/trip-shapes.js").TripEntry} TripEntry
 * @typedef {import("../models/route.js").Route} Route
 * @typedef {{places: Place[], drills: Drill[], trips: TripEntry[]}} Known
 */

/** A trip before it begins: where to, and who watches over it; the rest is put away until it is wanted. */
export class TripPlan extends Part {
  /** The page's heading, which those who listen hear first. */
  heading = h("h1", { tabindex: "-1" }, t("trip.plan"));
  /** @type {Known} */
  known = { places: [], drills: [], trips: [] };

  #map = /** @type {import("./route-map.js").RouteMap} */ (document.createElement("route-map"));
  #search = /** @type {import("./place-search.js").PlaceSearch} */ (document.createElement("place-search"));
  #summary = h("p", { class: "route-summary", role: "status" });
  #wrong = h("p", { class: "wrong", role: "alert", id: "trip-wrong" });
  #arrival = new TripArrival(() => this.#drawTimes());
  #protection = h("div");
  #button = h("button", { class: "button", type: "submit" }, t("trip.start"));
  #companions = new CompanionChoice(() => this.#chose());
  #drills = part(DrillPanel, /** @type {any} */ (undefined), { isTitled: true, members: () => this.#tested });
  /** @type {RouteEnds} */
  #ends = /** @type {any} */ (undefined);
  /** @type {TripOptions} */
  #options = /** @type {any} */ (undefined);
  /** @type {Route | undefined} */
  #route;
  #wayAsked = "";
  /** The same for every try, so that a trip begins once. */
  #id = newID();

  open() {
    this.className = "place-page route-page trip-plan";
    const { app } = this;
    const safety = safetyOf(app);
    this.#drills.app = app;
    this.#ends = new RouteEnds(this.known.places, { to: takeChosenPlace() }, () => this.#changed(), [...ways, "transit"]);
    const { from, modes } = this.#ends.fields;
    const folded = [from, modes, this.#arrival.folded];
    const { mine } = safety;
    this.#options = new TripOptions(mine?.protection.source ?? "timerOnly", mine?.phones ?? [], folded, () => this.#drawTimes());
    this.#companions.draw(app.family.connections, this.known.drills);
    this.#search.app = app;
    this.#search.near = () => this.#here ?? this.#ends.spot("to") ?? this.known.places[0];
    this.replaceChildren(h("div", { class: "place-where" }, this.#search, this.#map), this.#form());
    this.#listen();
    this.#ends.here = this.#here;
    this.#map.begin(this.#here ?? this.known.places[0]);
    this.#changed();
    this.#drawPINs();
  }

  #form() {
    const submit = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      this.#start();
    };
    return h(
      "form",
      { class: "form place-form", novalidate: true, on: { submit } },
      this.heading,
      this.#ends.fields.to,
      recentButtons(this.known.trips, ({ destination, mode }) => this.#ends.goAgain(destination, mode)),
      this.#summary,
      this.#arrival.asked,
      this.#arrival.words,
      this.#companions.element,
      this.#options.element,
      this.#protection,
      part(MyDeputies, this.app, { isOffer: true }),
      part(HelpPanel, this.app),
      this.#drills,
      ...tripLists(safetyOf(this.app).trips, this.known.trips),
      h("div", {}, h("a", { class: "button quiet-button", href: "/follow" }, icon("people"), t("follow.page"))),
      h("p", { class: "hint" }, t("route.attribution")),
      // Help is there at any time, also without a trip and before there is a PIN (C4).
      h("div", { class: "trip-bar" }, this.#wrong, sosButton(this.app), this.#button),
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
    const moved = () => {
      this.#ends.here = this.#here;
      if (!this.#route) this.#changed();
      this.#mark();
      this.#sayFolded();
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

  /** Says the choices where they are folded. */
  #sayFolded() {
    this.#options.say(this.#ends.words("from"), t(`route.mode.${this.#ends.mode}`));
  }

  /** An end or the mode was chosen. */
  #changed() {
    this.#mark();
    this.#sayFolded();
    const [from, to] = [this.#ends.spot("from"), this.#ends.spot("to")];
    const start = this.#ends.startsHere ? "here" : from;
    const key = from && to ? JSON.stringify([start, to.latitude, to.longitude, this.#ends.mode]) : "";
    if (key && key === this.#wayAsked) return;
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
    this.#summary.textContent = t("route.looking");
    try {
      const route = await this.app.api.post("/routes", { from: pointOf(from), to: pointOf(to), mode: this.#ends.mode });
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
    this.#arrival.tell(this.#isStraight ? undefined : route?.durationSeconds, this.#ends.spot("to") !== undefined);
    this.#drawTimes();
  }

  get #isStraight() {
    return this.#route?.engine === "straightLine" || this.#route?.durationSeconds === undefined;
  }

  #drawTimes() {
    this.#arrival.draw(this.#options.minutes, this.#ends.spot("to") !== undefined);
    this.#sayFolded();
    this.#drawProtection();
  }

  /** Those of the chosen who watch over me already: a test goes to nobody else. */
  get #tested() {
    const known = watchers(this.app.family.connections, safetyOf(this.app).mine?.notReached ?? [], hubNow());
    return this.#companions.chosen.filter((member) => known.includes(member));
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
    this.#protection.replaceChildren(protectionWords(planned, { isOnTrip: false, now: hubNow() }));
  }

  /** Without a PIN nobody sets out: it is what ends a trip. */
  #drawPINs() {
    const { mine } = safetyOf(this.app);
    this.#companions.reach(mine?.unreachable ?? [], mine?.notTexted ?? []);
    this.#button.hidden = mine !== undefined && !mine.pinsSet;
    const place = this.querySelector(".trip-bar");
    const before = place?.querySelector(".trip-pins");
    if (!mine || mine.pinsSet) return void before?.remove();
    if (before || !place) return undefined;
    const press = h("button", { class: "button", type: "button", on: { click: () => this.#setPIN() } }, icon("lock"));
    press.append(t("trip.pinFirst"));
    return place.append(h("div", { class: "trip-pins" }, h("p", { class: "small" }, t("trip.pinFirstWords")), press));
  }

  #setPIN() {
    const follow = async () => {
      await safetyOf(this.app).refresh();
      this.#drawPINs();
      this.#button.focus({ preventScroll: true });
    };
    setFirstPIN(this.app, this.signal, follow);
  }

  async #start() {
    const to = this.#ends.spot("to");
    const expectedAt = this.#arrival.at;
    const missing = !to ? "trip.destinationMissing" : expectedAt === undefined ? "trip.expectedMissing" : undefined;
    this.#wrong.textContent = missing ? t(missing) : "";
    this.#arrival.complain(missing === "trip.expectedMissing");
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
    return {
      id: this.#id,
      destination: { name, ...pointOf(to) },
      origin: from && pointOf(from),
      mode: this.#ends.mode,
      companions: this.#companions.chosen,
      dueAt: this.#arrival.isTyped || this.#isStraight ? new Date(expectedAt + grace * 60_000).toISOString() : undefined,
      source: this.#options.source,
      device: this.#options.source === "phoneApp" ? this.#options.device : undefined,
      graceMinutes: grace,
      answerMinutes: answer,
      silenceMinutes: silence,
    };
  }
}

customElements.define("trip-plan", TripPlan);
