// @ts-check
import { isRunning } from "../models/trip.js";
import { nearKey } from "../models/around.js";

/**
 * @typedef {import("../lib/hub/api.js").API} API
 * @typedef {import("../lib/hub/events.js").Events} Events
 * @typedef {import("../models/people.js").Person} Person
 * @typedef {import("../models/people.js").Journey} Journey
 */

/** How often the rest of the way is asked for while a person is on their way. */
const journeyMilliseconds = 30_000;

/** What else is known of those on the page: the town they are near, and where a trip that I may watch leads them. */
export class Around {
  /**
   * Towns by the square they were asked for; empty where none is near, or the hub does not answer just now.
   *
   * @type {Map<string, string>}
   */
  #towns = new Map();
  /** @type {Map<string, Journey>} */
  #journeys = new Map();
  #askedAt = -Infinity;

  /**
   * @param {API} api
   * @param {Events} events
   * @param {string} me
   * @param {AbortSignal} signal
   * @param {() => void} changed
   */
  constructor(api, events, me, signal, changed) {
    this.api = api;
    this.me = me;
    this.signal = signal;
    this.changed = changed;
    events.addEventListener("trip", () => (this.#askedAt = -Infinity), { signal });
  }

  /**
   * Adds what is known to each of them, and asks for the rest.
   *
   * @param {Person[]} people
   * @param {number} now
   */
  tell(people, now) {
    for (const person of people) {
      person.journey = this.#journeys.get(person.id);
      const key = nearKey(person);
      person.near = key && this.#towns.get(key);
      if (key && !this.#towns.has(key)) this.#askTown(key);
    }
    const isOnTheWay = this.#journeys.size > 0;
    if (this.#askedAt === -Infinity || (isOnTheWay && now - this.#askedAt > journeyMilliseconds)) this.#askJourneys(now);
  }

  /** @param {string} key */
  async #askTown(key) {
    this.#towns.set(key, "");
    const [latitude, longitude] = key.split(" ").map(Number);
    try {
      const { area } = await this.api.post("/reverse", { at: { latitude, longitude } });
      if (!area || this.signal.aborted) return;
      this.#towns.set(key, area);
      this.changed();
    } catch {
      // Without a name it is an unnamed place; the same square is not asked for twice.
    }
  }

  /** @param {number} now */
  async #askJourneys(now) {
    this.#askedAt = now;
    try {
      const [watched, own] = await Promise.all([this.api.get("/companion-trips", this.signal), this.api.get("/trips", this.signal)]);
      const mine = own.items.find(isRunning);
      /** @type {import("../lib/hub/trip-shapes.js").Trip | undefined} */
      const trip = mine && (await this.api.get(`/trips/${mine.id}`, this.signal));
      this.#journeys.clear();
      for (const each of watched.items) if (each.sight === "live" && isRunning(each)) this.#journeys.set(each.member, each);
      if (trip && isRunning(trip)) this.#journeys.set(this.me, trip);
      this.changed();
    } catch {
      // The hub is away, as the banner says; asked again with the next word of a trip.
    }
  }
}
