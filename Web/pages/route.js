// @ts-check
import "../elements/route-map.js";
import { nameOf } from "../elements/place-search.js";
import { RouteEnds } from "../elements/route-ends.js";
import { Refusal } from "../lib/hub/api.js";
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { errorWords, Page } from "../lib/dom/page.js";
import { RouteProgress } from "../lib/device/route-progress.js";
import { rules } from "../lib/device/rules.js";
import { t, timeOfDay } from "../lib/words/text.js";
import { ticker } from "../lib/dom/ticker.js";
import { pointOf } from "../models/place.js";
import { nameIn, nextStep, spotIn } from "../models/route.js";
import { ageWords, distanceWords, durationWords } from "../models/words.js";

/**
 * @typedef {import("../lib/hub/shapes.js").Place} Place
 * @typedef {import("../models/route.js").Route} Route
 * @typedef {import("../lib/device/route-progress.js").RouteReading} RouteReading
 */

/** So far from the line somebody is on another way. */
const offMetres = 60;

/** A way from one point to another, and how much of it is left while I go. */
export class RoutePage extends Page {
  #map = /** @type {import("../elements/route-map.js").RouteMap} */ (document.createElement("route-map"));
  #search = /** @type {import("../elements/place-search.js").PlaceSearch} */ (document.createElement("place-search"));
  #heading = h("h1", { tabindex: "-1" }, t("route.page"));
  #hint = h("p", { class: "place-said small", role: "status" }, t("route.mapHint"));
  #summary = h("p", { class: "route-summary", role: "status" });
  #left = h("div", { class: "route-left" });
  #wrong = h("p", { class: "wrong", role: "alert" });
  #steps = h("section", { class: "route-steps" });
  /** @type {RouteEnds | undefined} */
  #ends;
  /** @type {Route | undefined} */
  #route;
  /** @type {RouteProgress | undefined} */
  #progress;
  /** @type {RouteReading | undefined} */
  #reading;
  #asked = "";
  #count = 0;
  /** Whom I want to go to, until they are known. */
  #wanted = nameIn(location.hash, "member");

  open() {
    this.className = "place-page route-page";
    const body = h("div", { class: "page" }, this.#heading);
    this.replaceChildren(body);
    const content = h("div");
    body.append(content);
    this.show(content, () => this.app.api.get("/places", this.signal), ({ items }) => this.#draw(items));
  }

  /** @param {Place[]} places */
  #draw(places) {
    const place = nameIn(location.hash, "place");
    const picked = { from: spotIn(location.hash, "from"), to: spotIn(location.hash, "to"), place };
    const ends = new RouteEnds(places, picked, () => this.#changed());
    this.#ends = ends;
    const isHeard = document.activeElement === this.#heading;
    const attribution = h("p", { class: "hint" }, t("route.attribution"));
    const form = h("div", { class: "form place-form" }, this.#heading, ends.element, this.#wrong, this.#summary,
      this.#left, this.#steps, attribution);
    this.#search.app = this.app;
    const bar = h("div", { class: "place-bar" }, this.#hint);
    this.replaceChildren(h("div", { class: "place-where" }, this.#search, this.#map, bar), form);
    if (isHeard) this.#heading.focus({ preventScroll: true });
    this.#search.near = () => this.#here ?? ends.spot("from") ?? ends.spot("to") ?? places[0];
    this.#search.addEventListener("choose", (event) => {
      const { name, latitude, longitude } = /** @type {CustomEvent} */ (event).detail;
      ends.pick({ latitude, longitude, name });
    });
    this.#map.addEventListener("pick", (event) => this.#pick(ends, /** @type {CustomEvent} */ (event).detail));
    this.#map.addEventListener("missing", () => this.#hint.replaceChildren(t("route.missingMap")));
    this.app.family.addEventListener("presence", () => this.#moved(), { signal: this.signal });
    this.app.family.addEventListener("people", () => this.#moved(), { signal: this.signal });
    ticker.each(() => this.#drawLeft(), this.signal);
    ends.here = this.#here;
    this.#map.begin(this.#here ?? picked.to ?? places[0]);
    this.#goToMember();
    this.#changed();
  }

  /**
   * A point of the map was tapped: it is an end at once, and has its name when that is known.
   *
   * @param {RouteEnds} ends
   * @param {import("../models/place.js").Spot} spot
   */
  async #pick(ends, spot) {
    ends.pick(spot);
    const name = await nameOf(this.app.api, spot);
    if (name && !this.signal.aborted) ends.name(spot, name);
  }

  /** Where somebody is now: the way there does not follow them. */
  #goToMember() {
    const person = this.app.family.people.get(this.#wanted ?? "");
    const fix = person?.presence?.fix;
    if (!person || !fix) return;
    this.#wanted = undefined;
    this.#ends?.goTo({ latitude: fix.latitude, longitude: fix.longitude, name: person.name });
  }

  /** My own newest fix. */
  get #here() {
    const { me, people } = this.app.family;
    return (me && people.get(me.id)?.presence?.fix) || undefined;
  }

  /** An end or the mode was chosen: finds the way where both ends are known. */
  #changed() {
    const ends = this.#ends;
    if (!ends) return;
    const [from, to] = [ends.spot("from"), ends.spot("to")];
    this.#search.label = t(ends.asked === "from" ? "search.labelFrom" : "search.labelTo");
    this.#hint.textContent = t(ends.asked === "from" ? "route.mapHintFrom" : "route.mapHint");
    this.#map.mark({ start: ends.startsHere ? undefined : from, end: to, me: this.#here });
    this.#wrong.textContent = to && !from ? t("route.needsHere") : "";
    if (!from || !to) {
      this.#asked = "";
      return this.#show(undefined);
    }
    // Where I am changes with each fix; the way is found from where I was when I asked.
    const key = JSON.stringify([ends.startsHere ? "here" : from, to.latitude, to.longitude, ends.mode]);
    if (key === this.#asked) return;
    this.#asked = key;
    this.#find(from, to, ends.mode);
  }

  /**
   * @param {import("../models/place.js").Spot} from
   * @param {import("../models/place.js").Spot} to
   * @param {import("../models/route.js").Mode} mode
   */
  async #find(from, to, mode) {
    this.#count += 1;
    const count = this.#count;
    this.#summary.textContent = t("route.looking");
    try {
      const route = await this.app.api.post("/routes", { from: pointOf(from), to: pointOf(to), mode });
      if (count === this.#count && !this.signal.aborted) await this.#show(route);
    } catch (error) {
      if (count !== this.#count || this.signal.aborted) return;
      await this.#show(undefined);
      // What the hub refused it would refuse again; a hub that was away may be back at the next fix.
      if (!(error instanceof Refusal)) this.#asked = "";
      this.#wrong.textContent = errorWords(error);
    }
  }

  /** @param {Route | undefined} route */
  async #show(route) {
    this.#route = route;
    this.#reading = undefined;
    this.#progress = undefined;
    this.#map.draw(route, 0);
    this.#summary.replaceChildren(...(route ? summary(route) : []));
    this.#steps.replaceChildren(...(route ? stepList(route) : []));
    this.#drawLeft();
    if (!route || !this.#ends?.startsHere) return;
    try {
      const core = await rules();
      if (this.#route !== route) return;
      this.#progress = new RouteProgress(core, route.line, route.engine === "straightLine" ? [] : route.steps);
      this.#moved();
    } catch {
      // Without the rules the way is shown, and what is left of it is not.
    }
  }

  /** A fix of my own came in. */
  #moved() {
    const ends = this.#ends;
    const fix = this.#here;
    if (!ends) return;
    ends.here = fix;
    this.#goToMember();
    if (!this.#route) return void this.#changed();
    this.#map.mark({ start: ends.startsHere ? undefined : ends.spot("from"), end: ends.spot("to"), me: fix });
    if (!this.#progress || !fix) return undefined;
    const atMs = Date.parse(fix.at);
    this.#reading = this.#progress.take({ ...fix, atMs });
    const { travelledMetres, remainingMetres } = this.#reading;
    this.#map.draw(this.#route, travelledMetres / Math.max(1, travelledMetres + remainingMetres));
    return this.#drawLeft();
  }

  /** What is left, and how old that is (F56). */
  #drawLeft() {
    const reading = this.#reading;
    if (!reading || !this.#route) return void this.#left.replaceChildren();
    const { remainingMetres, remainingSeconds, hasArrived, offRouteMetres, atMs } = reading;
    const distance = distanceWords(remainingMetres);
    const words = hasArrived
      ? t("route.arrived")
      : remainingSeconds === null
        ? t("route.leftStraight", { distance })
        : t("route.left", { distance, duration: durationWords(remainingSeconds) });
    const age = (hubNow() - atMs) / 1000;
    const time = timeOfDay(new Date(atMs));
    const ageText = age < 60 ? t("route.leftAge", { time }) : t("route.leftAgeOld", { time, age: ageWords(age) });
    const isOff = !hasArrived && offRouteMetres > offMetres;
    const next = hasArrived || isOff ? undefined : nextStep(this.#route.steps, remainingMetres);
    /** @type {HTMLElement[]} */
    const drawing = [h("p", { class: age < 300 ? "route-left-words" : "route-left-words is-stale" }, words)];
    if (next) drawing.push(h("p", {}, `${distanceWords(next.metres)}: ${next.step.text}`));
    drawing.push(h("p", { class: "hint" }, ageText));
    if (isOff) {
      drawing.push(h("p", { class: "wrong" }, t("route.off", { distance: distanceWords(offRouteMetres) })));
      drawing.push(this.#againButton());
    }
    const text = drawing.map((child) => child.textContent).join("\n");
    if (text === [...this.#left.children].map((child) => child.textContent).join("\n")) return undefined;
    return this.#left.replaceChildren(...drawing);
  }

  #againButton() {
    const again = () => {
      this.#asked = "";
      this.#changed();
    };
    return h("button", { class: "button quiet-button", type: "button", on: { click: again } }, t("route.again"));
  }
}

customElements.define("route-page", RoutePage);

/** @param {Route} route */
function summary(route) {
  const distance = distanceWords(route.distanceMetres);
  if (route.engine === "straightLine" || route.durationSeconds === undefined) {
    return [h("strong", {}, t("route.straight", { distance })), h("span", { class: "hint" }, t("route.straightWords"))];
  }
  return [h("strong", {}, t("route.summary", { distance, duration: durationWords(route.durationSeconds) }))];
}

/** @param {Route} route */
function stepList({ steps }) {
  if (steps.length === 0) return [];
  const rows = steps.map(({ text, distanceMetres }) =>
    h("li", {}, h("span", {}, text), distanceMetres > 0 && h("span", { class: "hint" }, distanceWords(distanceMetres))),
  );
  return [h("h2", {}, t("route.steps")), h("ol", {}, ...rows)];
}
