// @ts-check
import { hubTime } from "../models/standing.js";
import { tailMilliseconds, withSteps } from "../models/tails.js";
import { hubNow } from "../lib/hub/hub-clock.js";

/**
 * @typedef {import("../lib/hub/api.js").API} API
 * @typedef {import("../models/people.js").Person} Person
 * @typedef {import("../models/tails.js").Step} Step
 */

/** One fix a second for the whole of a tail, and some. */
const fixesMax = 1_000;

/** The ways of the last minutes of those who show their exact position: read once, then grown by what is heard. */
export class Tails {
  /** @type {Map<string, Step[]>} */
  #tails = new Map();
  /** @type {Set<string>} */
  #read = new Set();

  /**
   * @param {API} api
   * @param {AbortSignal} signal
   * @param {(person: Person, steps: Step[], hubTime: number) => void} changed
   */
  constructor(api, signal, changed) {
    this.api = api;
    this.signal = signal;
    this.changed = changed;
  }

  /**
   * Draws the tails of those shown, reading those that were not read yet.
   *
   * @param {Person[]} people
   */
  show(people) {
    for (const person of people) {
      if (!person.presence?.fix) continue;
      this.grow(person);
      if (!this.#read.has(person.id)) this.#fetch(person);
    }
  }

  /** After a break of the stream there may be fixes that nobody told. */
  forget() {
    this.#read.clear();
  }

  /**
   * Adds what is newest of somebody, and lets the rest fade.
   *
   * @param {Person} person
   */
  grow(person) {
    const fix = person.presence?.fix;
    const steps = fix ? [{ at: Date.parse(fix.at), point: point(fix) }] : [];
    this.#add(person, steps);
  }

  /** @param {Person} person */
  async #fetch(person) {
    this.#read.add(person.id);
    const from = new Date(hubTime(person, hubNow()) - tailMilliseconds).toISOString();
    try {
      const { fixes } = await this.api.get(`/members/${person.id}/track?from=${from}&limit=${fixesMax}`, this.signal);
      /** @type {import("../lib/hub/shapes.js").TrackFix[]} */
      const items = fixes;
      this.#add(
        person,
        items.map((fix) => ({ at: Date.parse(fix.at), point: point(fix), isSuspicious: fix.suspicious })),
      );
    } catch {
      // A tail is an extra: without it the position stands alone, and the next opening asks again.
      this.#read.delete(person.id);
    }
  }

  /**
   * @param {Person} person
   * @param {Step[]} steps
   */
  #add(person, steps) {
    const now = hubTime(person, hubNow());
    const tail = withSteps(this.#tails.get(person.id) ?? [], steps, now);
    this.#tails.set(person.id, tail);
    if (!this.signal.aborted) this.changed(person, tail, now);
  }
}

/**
 * @param {{latitude: number, longitude: number}} fix
 * @returns {import("../lib/dom/maplibre.js").LonLat}
 */
function point({ latitude, longitude }) {
  return [longitude, latitude];
}
