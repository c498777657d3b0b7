// @ts-check
import { gather, grown, withHand } from "../models/people.js";
import { isAway, tooLong } from "../lib/hub/api.js";
import { hearHubTime, hubAhead, hubNow } from "../lib/hub/hub-clock.js";

/**
 * @typedef {import("../lib/hub/api.js").API} API
 * @typedef {import("../lib/hub/events.js").Events} Events
 * @typedef {import("../models/people.js").Person} Person
 * @typedef {import("../lib/hub/shapes.js").Shown} Shown
 * @typedef {import("../lib/hub/shapes.js").Clock} Clock
 * @typedef {import("../lib/hub/shapes.js").Connections} Connections
 * @typedef {import("../lib/hub/shapes.js").Me} Me
 * @typedef {import("../lib/hub/shapes.js").Presence} Presence
 */

/** Under which name it is kept. */
const keptName = "family";

/**
 * What the page knows of the family, kept true by the event stream.
 *
 * Sends `people` when who is there, or how they are called, changed; `presence` (detail: the member's id) when one
 * person's presence did; `clock` when hands or slots did. What it said last is kept for when the hub is away (security
 * S22), and is shown as what it is: from then.
 */
export class Family extends EventTarget {
  /** @type {Me | undefined} */
  me;
  /** @type {Map<string, Person>} */
  people = new Map();
  /** @type {Connections} */
  connections = { seen: [], seers: [] };
  /**
   * My open live links.
   *
   * @type {import("../lib/hub/live-shapes.js").LiveLink[]}
   */
  liveLinks = [];
  /** Whether wall displays of my family may show me on a map; known a little after the rest, which nobody waits for. */
  isOnWalls = false;
  /** @type {Clock | undefined} */
  clock;
  /**
   * Whom Home shows where its address does not say it.
   *
   * @type {Shown}
   */
  shown = { kind: "self" };
  /**
   * When the hub said what is shown, where that was kept from before; undefined once the hub has been read.
   *
   * @type {number | undefined}
   */
  keptAt;
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
   * @param {import("../lib/hub/kept.js").Kept} [kept]
   */
  constructor(api, events, kept) {
    super();
    this.api = api;
    this.events = events;
    this.kept = kept;
    events.addEventListener("presence", (event) => this.#presence(JSON.parse(/** @type {MessageEvent} */ (event).data)));
    events.addEventListener("clock", (event) => this.#hand(JSON.parse(/** @type {MessageEvent} */ (event).data)));
    events.addEventListener("notice", () => this.refresh());
    events.addEventListener("resync", () => this.refresh());
    events.addEventListener("open", () => {
      // A stream tells presence from where it broke off, not who came, went or was renamed meanwhile.
      if (this.#hasStream) this.#unknownMember();
      else this.#lookAgain();
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
   * Reads everything, or what was kept where the hub is away or does not answer soon; then the first stream that opens
   * leads to a reading.
   */
  async open() {
    const last = this.kept?.last(keptName);
    const reading = this.load();
    if (!last) return reading;
    try {
      return await Promise.race([reading, tooLong()]);
    } catch (error) {
      if (!isAway(error)) throw error;
      return this.isLoaded ? undefined : this.#restore(last);
    }
  }

  /** Keeps what is known now, as it is now: to be called while the hub is heard. */
  keep() {
    if (this.isLoaded && this.keptAt === undefined) this.kept?.keep(keptName, () => this.#picture());
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

  /** Reads whether wall displays may show me; rejects as a request does. */
  async readWalls() {
    const { onWalls } = await this.api.get("/me/sharing");
    if (onWalls === this.isOnWalls) return;
    this.isOnWalls = onWalls;
    this.dispatchEvent(new Event("people"));
    this.keep();
  }

  /** Reads everything anew where a consent was changed between the first reading and the first stream. */
  async #lookAgain() {
    const known = JSON.stringify(this.connections);
    try {
      const connections = await this.api.get("/connections");
      if (JSON.stringify(connections) !== known) this.refresh();
    } catch {
      // The hub is away again: the next stream reads everything.
    }
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
    const { me, connections, presence, clock, shown, liveLinks } = await this.api.family();
    this.kept?.begin(me.id);
    this.keptAt = undefined;
    this.me = me;
    this.connections = connections;
    this.liveLinks = liveLinks;
    this.people = gather(me, connections.seen, presence, hubNow());
    this.clock = clock;
    // An answer from before a choice does not undo it.
    if (choices === this.#choices) this.shown = shown;
    for (const name of ["people", "clock"]) this.dispatchEvent(new Event(name));
    this.keep();
  }

  #picture() {
    const { me, connections, liveLinks, isOnWalls, shown, clock, people } = this;
    const now = hubNow();
    const ageOf = (/** @type {string} */ member) => Math.max(0, now - (people.get(member)?.heardAt ?? now)) / 1000;
    const presences = [...people.values()].flatMap(({ id, presence }) => (presence ? grown(presence, ageOf(id)) : []));
    const hands = clock?.hands.map((hand) => grown(hand, ageOf(hand.member)));
    return { me, connections, liveLinks, isOnWalls, shown, presences, clock: clock && { ...clock, hands }, ahead: hubAhead() };
  }

  /** @param {{at: number, value: any}} kept  as `#picture` was */
  #restore({ at, value }) {
    const { me, connections, liveLinks, isOnWalls = false, shown, presences, clock, ahead } = value;
    this.kept?.resume(me.id);
    hearHubTime(new Date(Date.now() + ahead).toISOString());
    Object.assign(this, { me, connections, liveLinks, isOnWalls, shown, clock, keptAt: at });
    this.people = gather(me, connections.seen, presences, at + ahead);
    for (const person of this.people.values()) person.isKept = true;
    this.#hasStream = true;
  }

  /** @param {Presence} presence */
  #presence(presence) {
    const person = this.people.get(presence.member);
    if (!person) return this.#unknownMember();
    person.presence = presence;
    person.heardAt = hubNow();
    person.isKept = false;
    this.keep();
    this.dispatchEvent(new CustomEvent("presence", { detail: presence.member }));
  }

  /** @param {import("../lib/hub/shapes.js").Hand} hand */
  #hand(hand) {
    if (!this.clock) return;
    const moved = withHand(this.clock, hand);
    if (!moved) return this.#unknownMember();
    this.clock = moved;
    this.dispatchEvent(new Event("clock"));
    this.keep();
  }

  #unknownMember() {
    if (this.isLoaded) this.refresh();
  }
}
