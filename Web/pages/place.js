// @ts-check
import { familyActions, familyHead } from "../elements/family-place-panel.js";
import { PlaceForm } from "../elements/place-form.js";
import { PlaceWhere } from "../elements/place-where.js";
import { stateView } from "../lib/dom/state-view.js";
import { Refusal } from "../lib/hub/api.js";
import { button } from "../lib/dom/button.js";
import { h, set } from "../lib/dom/dom.js";
import { readPlaces } from "../stores/family-places.js";
import { takeChosenPlace } from "../stores/shared.js";
import { icon } from "../lib/dom/icons.js";
import { newID } from "../lib/hub/ids.js";
import { errorWords, Page, part } from "../lib/dom/page.js";
import { confirmed } from "../lib/dom/sheet.js";
import { switchRow } from "../lib/dom/switch.js";
import { t } from "../lib/words/text.js";
import { placeSlots } from "../models/clock.js";
import { followerOf, isPending } from "../models/family-place.js";
import { changes } from "../models/place.js";
import { labelWords } from "../models/words.js";

/**
 * @typedef {import("../stores/family-places.js").AllPlaces} AllPlaces
 * @typedef {import("../lib/hub/shapes.js").FamilyPlace} FamilyPlace
 * @typedef {import("../lib/hub/shapes.js").Place} Place
 * @typedef {import("../models/place.js").Spot} Spot
 */

/** @type {Record<string, import("../lib/words/text.js").Key>} */
const missingWords = {
  point: "place.missingPoint",
  radiusMetres: "place.missingRadius",
  label: "place.missingLabel",
  description: "place.missingDescription",
};

/** Sets a place, mine or my family's: where, how far round, which slot of the clock, and what it is in words. */
export class PlacePage extends Page {
  #why = h("p", { class: "hint", id: "place-why", role: "status" });
  #wrong = h("p", { class: "wrong", role: "alert" });
  /** The same element while the page loads and after, so that whoever was led to it stays there. */
  #heading = h("h1", { tabindex: "-1" }, t("place.page"));
  #save = h("button", { class: "button", type: "submit", "aria-describedby": "place-why" }, t("common.save"));
  #id = newID();
  #familyID = newID();
  /**
   * The place as the hub has it; absent for a new one.
   *
   * @type {Place | undefined}
   */
  #before;
  /**
   * Where it belongs to the family: the same, with what I may do.
   *
   * @type {FamilyPlace | undefined}
   */
  #family;
  /** Whether it is to be given to the family. */
  #isToShare = false;
  /** @type {PlaceWhere | undefined} */
  #where;
  /** @type {PlaceForm | undefined} */
  #form;

  open() {
    this.className = "place-page";
    const content = h("div", { class: "page" }, this.#heading);
    this.replaceChildren(content);
    const body = h("div");
    content.append(body);
    this.show(body, () => readPlaces(this.app, this.signal), (all) => this.#draw(all));
    this.app.events.addEventListener("place", () => this.#compare(), { signal: this.signal });
  }

  /** @param {AllPlaces} all */
  #draw({ places, shared, members }) {
    const { id } = /** @type {Record<string, string>} */ (this.params);
    this.#family = shared.find((place) => place.id === id || place.following?.place === id);
    const own = this.#family ? followerOf(this.#family, places) : places.find((place) => place.id === id);
    this.#before = this.#family ?? own;
    if (!this.#before && id !== "new") return this.#drawGone();
    const wanted = new URLSearchParams(location.search).get("label") ?? undefined;
    const isFixed = this.#family?.mayChange === false;
    const where = part(PlaceWhere, this.app, { isFixed });
    const form = new PlaceForm(this.#labels(places), this.#before ?? { label: wanted }, () => this.#changed(), () => where.look());
    [this.#where, this.#form] = [where, form];
    const isHeard = document.activeElement === this.#heading;
    this.#heading.textContent = this.#title(wanted);
    this.replaceChildren(where, this.#fields(form, own, members));
    if (isHeard) this.#heading.focus({ preventScroll: true });
    if (isFixed) form.lock();
    where.addEventListener("move", () => this.#changed());
    where.addEventListener("find", (event) => form.suggest(/** @type {CustomEvent} */ (event).detail));
    // What I accepted is drawn beside what it is now, where the two differ.
    const isShown = (/** @type {Place} */ place) => place !== own || (this.#family !== undefined && isPending(this.#family));
    where.begin({ spot: this.#before, others: places.filter(isShown), ...this.#centre(places) });
    this.#changed();
    const given = this.#before ? undefined : takeChosenPlace();
    if (given) where.choose({ kind: "shared", ...given });
    return undefined;
  }

  /**
   * All that is written, and what can be done.
   *
   * @param {PlaceForm} form
   * @param {Place | undefined} own  my own, which may follow one of the family's
   * @param {import("../lib/hub/shapes.js").FamilyMember[]} members
   */
  #fields(form, own, members) {
    const family = this.#family;
    const shown = family && { place: family, own, members, signal: this.signal, ...this.#steps() };
    const isFixed = family?.mayChange === false;
    const actions = h("div", { class: "actions" }, this.#save, own && !family && this.#deleteButton());
    const way = own && h("a", { class: "button quiet-button", href: `/route#place=${own.id}` }, icon("course"), t("route.toPlace"));
    return h(
      "form",
      { class: "form place-form", novalidate: true, on: { submit: (event) => this.#submit(event) } },
      this.#heading,
      shown && familyHead(this.app, shown),
      ...form.elements,
      isFixed ? h("p", { class: "hint" }, t("familyPlaces.notYours")) : !family && this.#shareRow(),
      this.#wrong,
      h("div", { class: "place-actions" }, !isFixed && actions, this.#why, shown && familyActions(this.app, shown), way),
    );
  }

  #drawGone() {
    const action = { text: t("myClock.page"), perform: () => void this.app.router.go("/my-clock", { replace: true }) };
    this.replaceChildren(this.#heading,
      stateView("empty", { title: t("place.gone"), words: t("myClock.placesWords"), action }));
  }

  /** @param {string | undefined} wanted */
  #title(wanted) {
    if (this.#family?.mayChange === false) return labelWords(this.#family.label);
    if (this.#before) return t("place.titleEdit", { label: labelWords(this.#before.label) });
    return wanted ? t("place.titleOf", { label: labelWords(wanted) }) : t("place.titleNew");
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

  /** The way to give the place to the family, which Save goes. */
  #shareRow() {
    const words = h("p", { class: "hint" }, t("familyPlaces.shareWords"));
    const changed = (/** @type {boolean} */ isOn) => (this.#isToShare = isOn);
    return switchRow({ label: t("familyPlaces.share"), isOn: false, words, changed });
  }

  /** Where what is done about a place of the family leads. */
  #steps() {
    const { router } = this.app;
    return {
      read: () => void router.go(location.pathname, { replace: true }),
      leave: () => void router.go("/my-clock"),
    };
  }

  /** Places changed somewhere: says so where it is this one, as what is typed here stays. */
  async #compare() {
    const family = this.#family;
    if (!family || this.#save.disabled) return;
    try {
      const { items } = await this.app.api.get("/family-places", this.signal);
      const now = /** @type {FamilyPlace[]} */ (items).find(({ id }) => id === family.id);
      if (now?.version !== family.version && !this.signal.aborted && !this.#save.disabled) this.#sayStale();
    } catch {
      // The hub refuses a change that comes too late, and says the same.
    }
  }

  #sayStale() {
    const again = button(t("familyPlaces.reload"), this.#steps().read, { style: "quiet-button" });
    this.#wrong.replaceChildren(t("familyPlaces.stale"), " ", again);
  }

  /** The form was filled in further: draws the circle and says what is missing. */
  #changed() {
    if (!this.#form || !this.#where) return;
    this.#where.radiusMetres = this.#form.values.radiusMetres;
    const gap = this.#form.missing(this.#where.spot);
    set(this.#save, { "aria-disabled": gap ? "true" : false });
    const words = gap ? t(missingWords[gap]) : "";
    if (this.#why.textContent !== words) this.#why.textContent = words;
  }

  /** @param {SubmitEvent} event */
  async #submit(event) {
    event.preventDefault();
    const spot = this.#where?.spot;
    const form = this.#form;
    this.#wrong.textContent = "";
    const gap = form?.missing(spot);
    if (!form || !spot || gap) {
      if (gap && gap !== "point") form?.complain(gap, t(missingWords[gap]));
      else this.#where?.scrollIntoView({ block: "nearest" });
      return;
    }
    this.#save.disabled = true;
    try {
      await this.#send({ ...form.values, latitude: spot.latitude, longitude: spot.longitude });
      this.app.say(t("place.saved", { label: labelWords(form.values.label) }));
      await this.app.router.go("/my-clock");
    } catch (error) {
      if (error instanceof Refusal && error.code === "changedMeanwhile") return void this.#sayStale();
      const field = error instanceof Refusal ? error.field ?? "" : "";
      if (!form.complain(field, errorWords(error))) this.#wrong.textContent = errorWords(error);
    } finally {
      this.#save.disabled = false;
    }
  }

  /** @param {Omit<Place, "id">} place */
  async #send(place) {
    const { api, family } = this.app;
    if (this.#family) {
      const { id, version } = this.#family;
      await api.patch(`/family-places/${id}`, { version, ...changes(this.#family, place) });
    } else {
      // The same id each time: a retry of what the hub has already done is no second place.
      if (this.#before) await api.patch(`/places/${this.#before.id}`, changes(this.#before, place));
      else await this.#add(place);
      if (this.#isToShare) await api.post("/family-places", { id: this.#familyID, place: this.#before?.id ?? this.#id });
    }
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
      words: t("place.deleteWords", { label: labelWords(label), description }),
      action: t("common.delete"),
    };
    if (!(await confirmed(question, this.signal))) return;
    try {
      await this.app.api.delete(`/places/${id}`);
      this.app.say(t("place.deleted", { label: labelWords(label), description }));
      await this.app.family.refresh();
      await this.app.router.go("/my-clock");
    } catch (error) {
      this.#wrong.textContent = errorWords(error);
    }
  }
}

customElements.define("place-page", PlacePage);
