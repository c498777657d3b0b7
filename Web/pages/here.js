// @ts-check
import { forgetCard } from "../elements/mission-cards.js";
import { openGuestPlace } from "../elements/guest-place-sheet.js";
import "../elements/undo-bar.js";
import { button } from "../lib/dom/button.js";
import { h } from "../lib/dom/dom.js";
import { GuestPresence } from "../stores/guest-presence.js";
import { icon } from "../lib/dom/icons.js";
import { labelIcon } from "../lib/dom/label-icon.js";
import { Page } from "../lib/dom/page.js";
import { redraw } from "../lib/dom/saving.js";
import { switchRow } from "../lib/dom/switch.js";
import { number, t } from "../lib/words/text.js";
import { ticker } from "../lib/dom/ticker.js";
import { hereWords, pointWords } from "../models/guest-here.js";
import { metresBetween, placeAt } from "../models/place.js";
import { ageWords, distanceWords, momentWords, motionName, motionWords } from "../models/words.js";

/** @typedef {import("../stores/guest-places.js").GuestPlace} GuestPlace */

/** As many as a list on one page bears. */
const placesMax = 50;

/** Where somebody without an account is: found in this page, and told to nobody. */
export class HerePage extends Page {
  /** @type {GuestPresence} */
  #guest = /** @type {any} */ (undefined);
  #switch = h("div", { class: "stack" });
  #switchWords = h("p", { class: "hint", role: "status" });
  #where = h("p", { class: "row-name", role: "status" });
  #facts = h("div", { class: "stack" });
  #places = h("div", { class: "stack" });
  #undo = /** @type {import("../elements/undo-bar.js").UndoBar} */ (document.createElement("undo-bar"));
  /** What is drawn of each part, so that a second draws only what differs. @type {Map<Element, string>} */
  #drawn = new Map();

  open() {
    this.className = "page missions is-narrow";
    this.#guest = new GuestPresence(this.signal);
    this.#guest.addEventListener("changed", () => this.#draw(), { signal: this.signal });
    const body = h(
      "div",
      { class: "stack" },
      h("section", { class: "card stack" }, this.#switch, this.#switchWords),
      h("section", { class: "stack" }, h("div", { class: "card" }, this.#where), this.#facts),
      h("section", { class: "section" }, h("h2", {}, t("here.places")), h("p", { class: "quiet small" }, t("here.placesWords")), this.#places),
      forgetCard(this.signal),
    );
    this.replaceChildren(h("h1", {}, t("here.page")), body, h("div", { class: "missions-foot" }, this.#undo));
    ticker.each(() => this.#draw(), this.signal);
    this.#draw();
  }

  #draw() {
    const { own, places, hasNoRules, reading } = this.#guest;
    const now = Date.now();
    this.#part(this.#switch, String(own.isOn), () => [this.#switchRow()]);
    this.#say(this.#switchWords, this.#sharingWords());
    this.#say(this.#where, hasNoRules ? t("here.noRules") : hereWords(reading, places, now));
    const facts = this.#factsOf(now);
    this.#part(this.#facts, JSON.stringify(facts), () => [this.#factList(facts)]);
    const here = own.last;
    const drawing = JSON.stringify([places, here && places.map((place) => distanceWords(metresBetween(place, here))), Boolean(here)]);
    this.#part(this.#places, drawing, () => this.#placeRows(places));
  }

  #switchRow() {
    const guest = this.#guest;
    return switchRow({
      label: t("here.switch"),
      isOn: guest.own.isOn,
      key: "here",
      changed: (isOn) => {
        this.#drawn.delete(this.#switch);
        if (isOn) guest.own.start();
        else guest.stop();
      },
    });
  }

  #sharingWords() {
    const { sharing } = this.#guest.own;
    return t(sharing === "on" || sharing === "off" ? `here.${sharing}` : `own.${sharing}`);
  }

  /**
   * How somebody moves, how good and how old the position is, and its two numbers.
   *
   * @param {number} now
   * @returns {[import("../lib/dom/icons.js").IconName, string][]}
   */
  #factsOf(now) {
    const { own, reading, places } = this.#guest;
    /** @type {[import("../lib/dom/icons.js").IconName, string][]} */
    const facts = [];
    const motion = motionName(reading?.motion ?? undefined);
    if (reading?.motion) {
      const since = reading.motionSinceMs === null ? "" : momentWords(new Date(reading.motionSinceMs), now);
      facts.push([motion, since ? t("here.motionSince", { motion: motionWords(motion), time: since }) : motionWords(motion)]);
    }
    const { last } = own;
    if (!last) return facts;
    const age = ageWords(Math.max(0, Math.floor((now - Date.parse(last.at)) / 1_000)));
    const metres = number(Math.ceil(last.accuracyMetres ?? 0));
    facts.push(["here", last.accuracyMetres ? t("here.accurate", { metres, age }) : age]);
    facts.push(["place", pointWords(last)]);
    // Inside the circle and not taken for there yet: the rules want to be sure.
    const around = reading?.state === "place" ? undefined : placeAt(places, last);
    if (around) facts.push(["clock", t("here.soon", { place: around.label })]);
    return facts;
  }

  /** @param {[import("../lib/dom/icons.js").IconName, string][]} facts */
  #factList(facts) {
    const rows = facts.map(([picture, words]) => h("li", { class: "row" }, icon(picture), h("bdi", { class: "grow" }, words)));
    return h("ul", { class: "list", hidden: rows.length === 0 }, ...rows);
  }

  /** @param {GuestPlace[]} places */
  #placeRows(places) {
    const here = this.#guest.own.last;
    const rows = places.map((place) => {
      const radius = t("here.radius", { metres: number(place.radiusMetres) });
      const away = here ? t("here.away", { distance: distanceWords(metresBetween(place, here)) }) : "";
      const words = h("span", { class: "grow" }, h("span", { class: "row-name" }, h("bdi", {}, place.label)),
        h("span", { class: "row-words" }, [radius, away].filter(Boolean).join(" · ")));
      const row = h("button", { class: "row", type: "button", "data-key": place.id, on: { click: () => this.#open(place) } });
      row.append(labelIcon(place.label), words, icon("forward"));
      return h("li", {}, row);
    });
    const add = button(t("here.add"), () => here && this.#open(here), { style: "quiet-button", key: "add-place", picture: "add" });
    const mayAdd = here !== undefined && places.length < placesMax;
    add.disabled = !mayAdd;
    const list = h("ul", { class: "list", hidden: rows.length === 0 }, ...rows);
    return mayAdd ? [list, add] : [list, add, h("p", { class: "hint" }, t(here ? "here.full" : "here.addLater"))];
  }

  /** @param {{latitude: number, longitude: number} | GuestPlace} place */
  #open(place) {
    const others = (/** @type {string} */ id) => this.#guest.places.filter((each) => each.id !== id);
    openGuestPlace(place, {
      signal: this.signal,
      saved: (saved) => {
        const isNew = others(saved.id).length === this.#guest.places.length;
        // Where it stood it stays.
        const places = this.#guest.places.map((each) => (each.id === saved.id ? saved : each));
        this.#guest.setPlaces(isNew ? [...places, saved] : places);
        this.app.say(t("here.saved", { name: saved.label }));
      },
      removed: (removed) => {
        this.#guest.setPlaces(others(removed.id));
        const back = () => this.#guest.setPlaces([...others(removed.id), removed]);
        this.#undo.offer(t("here.removed", { name: removed.label }), back);
      },
    });
  }

  /**
   * @param {HTMLElement} element
   * @param {string} words
   */
  #say(element, words) {
    if (element.textContent !== words) element.textContent = words;
  }

  /**
   * @param {Element} container
   * @param {string} drawing
   * @param {() => Node[]} draw
   */
  #part(container, drawing, draw) {
    if (this.#drawn.get(container) === drawing) return;
    this.#drawn.set(container, drawing);
    redraw(container, ...draw());
  }
}

customElements.define("here-page", HerePage);
