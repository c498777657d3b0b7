// @ts-check
import "../elements/place-map.js";
import { PlaceForm } from "../elements/place-form.js";
import { nameOf } from "../elements/place-search.js";
import { stateView } from "../elements/state-view.js";
import { Refusal } from "../lib/api.js";
import { h, set } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { newID } from "../lib/ids.js";
import { errorWords, Page } from "../lib/page.js";
import { confirmed } from "../lib/sheet.js";
import { t } from "../lib/text.js";
import { placeSlots } from "../models/clock.js";
import { changes, direction, metresBetween } from "../models/place.js";
import { nameIn, spotIn } from "../models/route.js";
import { distanceWords } from "../models/words.js";

/**
 * @typedef {import("../lib/shapes.js").Place} Place
 * @typedef {import("../models/place.js").Spot} Spot
 */

/** @type {Record<string, import("../lib/text.js").Key>} */
const missingWords = {
  point: "place.missingPoint",
  radiusMetres: "place.missingRadius",
  label: "place.missingLabel",
  description: "place.missingDescription",
};
const hereMilliseconds = 15_000;
/** The pin rests so long before somebody asks what is there. */
const nameMilliseconds = 400;
/** @typedef {0 | 1 | 2 | 3 | 4 | 5 | 6 | 7} Direction */

/** Sets a place: where, how far round, which slot of the clock, and what it is in words. */
export class PlacePage extends Page {
  #map = /** @type {import("../elements/place-map.js").PlaceMap} */ (document.createElement("place-map"));
  #search = /** @type {import("../elements/place-search.js").PlaceSearch} */ (document.createElement("place-search"));
  #said = h("p", { class: "place-said small", role: "status" }, t("place.mapHint"));
  #why = h("p", { class: "hint", id: "place-why", role: "status" });
  #wrong = h("p", { class: "wrong", role: "alert" });
  /** The same element while the page loads and after, so that whoever was led to it stays there. */
  #heading = h("h1", { tabindex: "-1" }, t("place.page"));
  #save = h("button", { class: "button", type: "submit", "aria-describedby": "place-why" }, t("common.save"));
  #id = newID();
  #naming = 0;
  /**
   * The place as the hub has it; absent for a new one.
   *
   * @type {Place | undefined}
   */
  #before;
  /**
   * Where the pin stood first.
   *
   * @type {Spot | undefined}
   */
  #start;
  /** @type {PlaceForm | undefined} */
  #form;

  open() {
    this.className = "place-page";
    const content = h("div", { class: "page" }, this.#heading);
    this.replaceChildren(content);
    const body = h("div");
    content.append(body);
    this.show(body, () => this.app.api.get("/places", this.signal), ({ items }) => this.#draw(items));
  }

  /** @param {Place[]} places */
  #draw(places) {
    const { id } = /** @type {Record<string, string>} */ (this.params);
    this.#before = places.find((place) => place.id === id);
    if (!this.#before && id !== "new") return this.#drawGone();
    const wanted = new URLSearchParams(location.search).get("label") ?? undefined;
    this.#start = this.#before;
    const place = this.#before ?? { label: wanted };
    this.#form = new PlaceForm(this.#labels(places), place, () => this.#changed(), () => this.#map.look());
    const isHeard = document.activeElement === this.#heading;
    const actions = h("div", { class: "actions" }, this.#save, this.#before && this.#deleteButton());
    const way = this.#before && h("a", { class: "button quiet-button", href: `/route#place=${id}` }, icon("course"), t("route.toPlace"));
    const form = h(
      "form",
      { class: "form place-form", novalidate: true, on: { submit: (event) => this.#submit(event) } },
      this.#heading,
      ...this.#form.elements,
      this.#wrong,
      h("div", { class: "place-actions" }, actions, this.#why, way),
    );
    const here = h("button", { class: "button quiet-button place-here", type: "button", title: t("place.hereTitle") });
    here.addEventListener("click", () => this.#here(here));
    here.append(icon("here"), t("place.here"));
    this.#heading.textContent = this.#title(wanted);
    const bar = h("div", { class: "place-bar" }, this.#said, here);
    this.#search.app = this.app;
    this.replaceChildren(h("div", { class: "place-where" }, this.#search, this.#map, bar), form);
    if (isHeard) this.#heading.focus({ preventScroll: true });
    this.#map.addEventListener("move", () => this.#moved());
    this.#search.addEventListener("choose", (event) => this.#chosen(/** @type {CustomEvent} */ (event).detail));
    this.#map.addEventListener("missing", () => this.#said.replaceChildren(t("place.missingMap")));
    this.#map.place(this.#before, this.#form.values.radiusMetres);
    this.#map.others(places.filter((place) => place !== this.#before));
    const { centre, isNear } = this.#centre(places);
    this.#search.near = () => this.#map.spot ?? centre;
    this.#map.begin(centre, isNear);
    this.#changed();
    const shared = this.#before ? undefined : spotIn(location.hash, "at");
    if (shared) this.#chosen({ name: nameIn(location.hash, "name") ?? "", kind: "shared", ...shared });
    return undefined;
  }

  #drawGone() {
    const action = { text: t("myClock.page"), perform: () => void this.app.router.go("/my-clock", { replace: true }) };
    this.replaceChildren(this.#heading,
      stateView("empty", { title: t("place.gone"), words: t("myClock.placesWords"), action }));
  }

  /** @param {string | undefined} wanted */
  #title(wanted) {
    if (this.#before) return t("place.titleEdit", { label: this.#before.label });
    return wanted ? t("place.titleOf", { label: wanted }) : t("place.titleNew");
  }

  /** @param {Place[]} places */
  #labels(places) {
    const labels = placeSlots(this.app.family.clock?.slots ?? []);
    for (const { label } of places) {
      if (!labels.some((known) => known.toLowerCase() === label.toLowerCase())) labels.push(label);
    }
    return labels;
  }

  /**
   * What the map shows first: where I am, else where my places are.
   *
   * @param {Place[]} places
   * @returns {{centre?: Spot, isNear: boolean}}
   */
  #centre(places) {
    const { me, people } = this.app.family;
    const fix = me && people.get(me.id)?.presence?.fix;
    return fix ? { centre: fix, isNear: true } : { centre: places[0], isNear: false };
  }

  /** The form was filled in further: draws the circle and says what is missing. */
  #changed() {
    if (!this.#form) return;
    this.#map.place(this.#map.spot, this.#form.values.radiusMetres);
    const gap = this.#form.missing(this.#map.spot);
    set(this.#save, { "aria-disabled": gap ? "true" : false });
    const words = gap ? t(missingWords[gap]) : "";
    if (this.#why.textContent !== words) this.#why.textContent = words;
  }

  #moved() {
    const spot = this.#map.spot;
    if (!spot) return;
    this.#start ??= spot;
    const metres = metresBetween(this.#start, spot);
    const way = /** @type {Direction} */ (direction(this.#start, spot));
    const values = { distance: distanceWords(metres), direction: t(`place.direction.${way}`) };
    this.#said.textContent = metres < 5 ? t("place.set") : t("place.moved", values);
    this.#name(spot);
    this.#changed();
  }

  /**
   * Says what is where the pin was left.
   *
   * @param {Spot} spot
   */
  #name(spot) {
    clearTimeout(this.#naming);
    this.#naming = setTimeout(async () => {
      const words = this.#said.textContent ?? "";
      const name = await nameOf(this.app.api, spot);
      // The pin may have gone on meanwhile, or something else was said.
      if (name && this.#map.spot === spot && this.#said.textContent === words && !this.signal.aborted) {
        this.#said.textContent = t("search.at", { words, name });
      }
    }, nameMilliseconds);
  }

  /**
   * A place was searched for and found: the pin goes there, and its name describes it where nothing does yet.
   *
   * @param {import("../models/search.js").FoundPlace} found
   */
  #chosen({ name, latitude, longitude }) {
    if (!this.#form) return;
    clearTimeout(this.#naming);
    this.#start = { latitude, longitude };
    this.#form.suggest(name);
    this.#map.place(this.#start, this.#form.values.radiusMetres);
    this.#map.look();
    this.#changed();
    this.#said.textContent = t("search.set", { name });
  }

  /** @param {HTMLButtonElement} button */
  #here(button) {
    if (!isSecureContext || !navigator.geolocation) return void this.#said.replaceChildren(t("place.hereInsecure"));
    button.disabled = true;
    this.#said.textContent = t("place.hereLooking");
    const found = (/** @type {GeolocationPosition} */ { coords }) => {
      if (this.signal.aborted || !this.#form) return;
      button.disabled = false;
      this.#start = { latitude: coords.latitude, longitude: coords.longitude };
      this.#map.place(this.#start, this.#form.values.radiusMetres);
      this.#map.look();
      this.#changed();
      this.#said.textContent = t("place.hereFound", { distance: distanceWords(Math.max(10, coords.accuracy)) });
    };
    const failed = (/** @type {GeolocationPositionError} */ error) => {
      button.disabled = false;
      this.#said.textContent = t(error.code === error.PERMISSION_DENIED ? "place.hereRefused" : "place.hereFailed");
    };
    const options = { enableHighAccuracy: true, timeout: hereMilliseconds, maximumAge: 10_000 };
    return navigator.geolocation.getCurrentPosition(found, failed, options);
  }

  /** @param {SubmitEvent} event */
  async #submit(event) {
    event.preventDefault();
    const spot = this.#map.spot;
    const form = this.#form;
    this.#wrong.textContent = "";
    const gap = form?.missing(spot);
    if (!form || !spot || gap) {
      if (gap && gap !== "point") form?.complain(gap, t(missingWords[gap]));
      else this.#map.scrollIntoView({ block: "nearest" });
      return;
    }
    this.#save.disabled = true;
    try {
      await this.#send({ ...form.values, latitude: spot.latitude, longitude: spot.longitude });
      this.app.say(t("place.saved", { label: form.values.label }));
      await this.app.router.go("/my-clock");
    } catch (error) {
      const field = error instanceof Refusal ? error.field ?? "" : "";
      if (!form.complain(field, errorWords(error))) this.#wrong.textContent = errorWords(error);
    } finally {
      this.#save.disabled = false;
    }
  }

  /** @param {Omit<Place, "id">} place */
  async #send(place) {
    const { api, family } = this.app;
    // The same id each time: a retry of what the hub has already done is no second place.
    if (this.#before) await api.patch(`/places/${this.#before.id}`, changes(this.#before, place));
    else await this.#add(place);
    await family.refresh();
  }

  /** @param {Omit<Place, "id">} place */
  async #add(place) {
    try {
      await this.app.api.post("/places", { id: this.#id, ...place });
    } catch (error) {
      // The first try arrived though its answer did not, and the words were changed since: the place is there.
      if (!(error instanceof Refusal && error.status === 409 && error.field === "id")) throw error;
      await this.app.api.patch(`/places/${this.#id}`, place);
    }
  }

  #deleteButton() {
    return h(
      "button",
      { class: "button danger-button", type: "button", on: { click: () => this.#delete() } },
      t("common.delete"),
    );
  }

  async #delete() {
    const place = this.#before;
    if (!place) return;
    const { label, description, id } = place;
    const question = {
      title: t("place.deleteTitle"),
      words: t("place.deleteWords", { label, description }),
      action: t("common.delete"),
    };
    if (!(await confirmed(question, this.signal))) return;
    try {
      await this.app.api.delete(`/places/${id}`);
      this.app.say(t("place.deleted", { label, description }));
      await this.app.family.refresh();
      await this.app.router.go("/my-clock");
    } catch (error) {
      this.#wrong.textContent = errorWords(error);
    }
  }
}

customElements.define("place-page", PlacePage);
