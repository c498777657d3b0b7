// @ts-check
import { hubNow } from "../lib/hub/hub-clock.js";
import "./day-strip.js";
import { Refusal, Unreachable } from "../lib/hub/api.js";
import { h } from "../lib/dom/dom.js";
import { icon } from "../lib/dom/icons.js";
import { t } from "../lib/words/text.js";
import { activities, bars, localDay } from "../models/day.js";
import { placement } from "../models/standing.js";
import { distanceWords, durationWords, motionWords } from "../models/words.js";

/**
 * @typedef {import("../lib/hub/api.js").API} API
 * @typedef {import("../lib/hub/shapes.js").Day} Day
 * @typedef {import("../models/people.js").Person} Person
 * @typedef {import("./day-strip.js").DayStrip} DayStrip
 */

/** News of one person does not read their day again more often than this. */
const freshMilliseconds = 60_000;
const patienceMilliseconds = 150;

/** Somebody's movements today: distance and time for each kind, and the day as a strip. */
export class MotionPanel extends HTMLElement {
  #content = h("div", { class: "motion-content" });
  /** The way to one's own days before this one. */
  #days = h("a", { class: "button quiet-button", href: "/history", hidden: true }, t("day.more"));
  /** @type {Person | undefined} */
  #person;
  #readAt = 0;
  #reading = new AbortController();

  connectedCallback() {
    this.replaceChildren(h("h2", {}, t("day.title")), this.#content, this.#days);
  }

  disconnectedCallback() {
    this.#reading.abort();
  }

  /**
   * Shows somebody's day; reads it where it is another person's, or has become old.
   *
   * @param {API} api
   * @param {Person} person
   */
  show(api, person) {
    const isOther = this.#person?.id !== person.id;
    this.#person = person;
    this.#days.hidden = !person.isMe;
    if (isOther || hubNow() - this.#readAt >= freshMilliseconds) this.#read(api, person, isOther);
  }

  /**
   * @param {API} api
   * @param {Person} person
   * @param {boolean} isOther
   */
  async #read(api, person, isOther) {
    this.#reading.abort();
    this.#reading = new AbortController();
    const { signal } = this.#reading;
    this.#readAt = hubNow();
    const bounds = localDay(this.#readAt);
    if (isOther) this.#content.replaceChildren();
    const timer = setTimeout(() => isOther && this.#content.replaceChildren(skeleton()), patienceMilliseconds);
    try {
      const day = await api.get(`/members/${person.id}/day${bounds.query}`, signal);
      if (!signal.aborted) this.#draw(day, bounds);
    } catch (error) {
      // What was read before is better than a complaint; it is read again in a minute.
      if (!signal.aborted && isOther) this.#content.replaceChildren(quiet(wordsFor(error, person)));
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * @param {Day} day
   * @param {{start: number, end: number}} bounds
   */
  #draw(day, bounds) {
    const found = bars(day, bounds);
    const moved = activities(day);
    const strip = /** @type {DayStrip} */ (document.createElement("day-strip"));
    strip.draw(found, (hubNow() - bounds.start) / (bounds.end - bounds.start));
    const list = moved.map(({ motion, distanceMetres, seconds }) =>
      h(
        "li",
        { "data-motion": motion },
        icon(motion),
        h("span", { class: "grow" }, motionWords(motion)),
        h("span", {}, distanceWords(distanceMetres)),
        h("span", { class: "quiet" }, durationWords(seconds)),
      ),
    );
    const words = moved.length > 0 ? h("ul", { class: "motion-list" }, ...list) : quiet(t("day.empty"));
    this.#content.replaceChildren(...(found.length > 0 ? [words, strip] : [words]));
  }
}

function skeleton() {
  return h("div", { class: "skeleton motion-skeleton", role: "status", "aria-label": t("state.loading") });
}

/** @param {string} text */
function quiet(text) {
  return h("p", { class: "quiet small" }, text);
}

/**
 * Who shares less than their exact position is no error: it is said as what they chose.
 *
 * @param {unknown} error
 * @param {Person} person
 */
function wordsFor(error, person) {
  if (error instanceof Unreachable) return t("day.away");
  if (!(error instanceof Refusal) || (error.status !== 403 && error.status !== 404)) return t("day.failed");
  if (person.isMe) return t("day.empty");
  const place = placement(person);
  if (place?.kind === "fix") return t("day.private", { name: person.name });
  if (place?.kind === "cell") return t("day.privateCell", { name: person.name });
  const isPlaceOnly = person.presence?.state === "place" || person.presence?.state === "travelling";
  return isPlaceOnly ? t("day.privatePlace", { name: person.name }) : t("day.private", { name: person.name });
}

customElements.define("motion-panel", MotionPanel);
