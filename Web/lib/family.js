// @ts-check
import { gather, withHand } from "../models/people.js";
import { hubNow } from "./hub-clock.js";

/**
 * @typedef {import("./api.js").API} API
 * @typedef {import("./events.js").Events} Events
 * @typedef {import("../models/people.js").Person} Person
 * @typedef {import("./shapes.js").Shown} Shown
 * @typedef {import("./shapes.js").Clock} Clock
 * @typedef {import("./shapes.js").Connections} Connections
 * @typedef {import("./shapes.js").Me} Me
 * @typedef {import("./shapes.js").Presence} Presence
 */

/**
 * What the page knows of the family, kept true by the event stream.
 *
 * Sends `people` when who is there, or how they are called, changed; `presence` (detail: the member's id) when one
 * person's presence did; `clock` when hands or slots did. It lives in memory alone: nothing about anybody is kept
 * in the browser (security S22).
 */
export class Family extends EventTarget {
  /** @type {Me | undefined} */
  me;
  /** @type {Map<string, Person>} */
  people = new Map();
  /** @type {Connections} */
  connections = { seen: [], seers: [] };
  /** @type {Clock | undefined} */
  clock;
  /**
   * Whom Home shows where its address does not say it.
   *
   * @type {Shown}
   */
  shown = { kind: "self" };
  /** How often another person was chosen to be shown. */
  #choices = 0;
  /** @type {Promise<void> | undefined} */
  #loading;
  /** @type {Promise<void> | undefined} */
  #catchingUp;
  #isStale = false;
  #hasStream = false;

  /**
   * @param {API} api
   * @param {Events} events
   */
  constructor(api, events) {
    super();
    this.api = api;
    this.events = events;
    events.addEventListener("presence", (event) => this.#presence(JSON.parse(/** @type {MessageEvent} */ (event).data)));
    events.addEventListener("clock", (event) => this.#hand(JSON.parse(/** @type {MessageEvent} */ (event).data)));
    events.addEventListener("notice", () => this.refresh());
    events.addEventListener("resync", () => this.refresh());
    events.addEventListener("open", () => {
      // A stream that comes back tells presence from where it broke off, not who came, went or was renamed meanwhile;
      // the first one begins right after all was read.
      if (this.#hasStream) this.#unknownMember();
      this.#hasStream = true;
    });
  }

  /** Whether everything was read once. */
  get isLoaded() {
    return this.me !== undefined;
  }

  /** Reads everything, once; a second call waits for the first. Rejects as `API` does, and may then be tried again. */
  load() {
    this.#loading ??= this.#read().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  /**
   * Reads everything anew where the page may be behind; what fails is tried again when the stream comes back. Resolves
   * when what was true at the call has been read, or could not be.
   */
  refresh() {
    this.#isStale = true;
    this.#catchingUp ??= this.#catchUp().finally(() => {
      this.#catchingUp = undefined;
    });
    return this.#catchingUp;
  }

  /**
   * Remembers whom Home shows, here at once and on the hub for another time.
   *
   * @param {Shown} shown
   */
  async show(shown) {
    this.#choices += 1;
    this.shown = shown;
    await this.api.put("/me/shown", shown);
  }

  async #catchUp() {
    try {
      while (this.#isStale) {
        // A reading that is under way began before what has to be read.
        await this.#loading;
        this.#isStale = false;
        await this.load();
      }
    } catch {
      // The banner says that the hub is away, and the next `open` of the stream leads here again.
    }
  }

  async #read() {
    const choices = this.#choices;
    const [me, connections, presence, clock, shown] = await Promise.all([
      this.api.get("/me"),
      this.api.get("/connections"),
      this.api.get("/presence"),
      this.api.get("/clock"),
      this.api.get("/me/shown"),
    ]);
    this.me = me;
    this.connections = connections;
    this.people = gather(me, connections.seen, presence.items, hubNow());
    this.clock = clock;
    // An answer from before a choice does not undo it.
    if (choices === this.#choices) this.shown = shown;
    for (const name of ["people", "clock"]) this.dispatchEvent(new Event(name));
  }

  /** @param {Presence} presence */
  #presence(presence) {
    const person = this.people.get(presence.member);
    if (!person) return this.#unknownMember();
    person.presence = presence;
    person.heardAt = hubNow();
    this.dispatchEvent(new CustomEvent("presence", { detail: presence.member }));
  }

  /** @param {import("./shapes.js").Hand} hand */
  #hand(hand) {
    if (!this.clock) return;
    const moved = withHand(this.clock, hand);
    if (!moved) return this.#unknownMember();
    this.clock = moved;
    this.dispatchEvent(new Event("clock"));
  }

  #unknownMember() {
    if (this.isLoaded) this.refresh();
  }
}
