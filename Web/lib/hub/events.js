// @ts-check

/** @typedef {"connecting" | "live" | "offline"} Link */

/** A stream that says nothing for so long is dead: the hub sends proof of life each 15 seconds. */
const silenceMilliseconds = 40_000;
const retryMillisecondsMax = 30_000;

/** What the stream of somebody who is logged in tells. */
const memberNames = ["presence", "clock", "notice", "trip", "alarm", "wallet", "mission", "place", "device", "resync"];

/**
 * The hub's event stream, kept open: comes back by itself after a break, from where it broke off.
 *
 * Sends `link` whenever the state of the link changes, `lost` each time it breaks or cannot be had, `open` each time the
 * stream begins, and the hub's events under their own names as `MessageEvent`s.
 */
export class Events extends EventTarget {
  /** @type {Link} */
  link = "connecting";
  /** When the hub was last heard, in milliseconds since 1970; 0 for never. */
  heardAt = 0;

  /** @type {EventSource | undefined} */
  #source;
  #lastID = "";
  #retries = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #isStopped = true;
  #path;
  #names;

  /**
   * @param {string} [path]  below the API's root
   * @param {string[]} [names]  of the events that it tells
   */
  constructor(path = "/events", names = memberNames) {
    super();
    this.#path = path;
    this.#names = names;
  }

  /**
   * Opens the stream.
   *
   * @param {number} [heardAt]  when the hub was heard before, where it is away
   */
  start(heardAt = 0) {
    this.#isStopped = false;
    this.heardAt ||= heardAt;
    addEventListener("online", this.#retryNow);
    addEventListener("offline", this.#lose);
    document.addEventListener("visibilitychange", this.#wake);
    this.#open();
  }

  /** Closes it for good. */
  stop() {
    this.#isStopped = true;
    removeEventListener("online", this.#retryNow);
    removeEventListener("offline", this.#lose);
    document.removeEventListener("visibilitychange", this.#wake);
    clearTimeout(this.#timer);
    this.#source?.close();
  }

  #open() {
    clearTimeout(this.#timer);
    this.#source?.close();
    const query = this.#lastID ? `?lastEventId=${encodeURIComponent(this.#lastID)}` : "";
    const source = new EventSource(`/api/v1${this.#path}${query}`);
    this.#source = source;
    source.onopen = () => {
      this.#retries = 0;
      this.#hear();
      this.#setLink("live");
      this.dispatchEvent(new Event("open"));
    };
    source.onerror = () => this.#lose();
    source.addEventListener("beat", this.#hear);
    for (const name of this.#names) source.addEventListener(name, (event) => this.#receive(name, event));
    this.#expectNews();
  }

  /**
   * @param {string} name
   * @param {MessageEvent} event
   */
  #receive(name, event) {
    this.#hear();
    if (event.lastEventId) this.#lastID = event.lastEventId;
    if (name === "resync") this.#lastID = "";
    this.dispatchEvent(new MessageEvent(name, { data: event.data }));
  }

  #hear = () => {
    this.heardAt = Date.now();
    this.#expectNews();
  };

  #expectNews() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#lose, silenceMilliseconds);
  }

  /** The stream broke: wait a little longer each time, with some chance in it, and open it again. */
  #lose = () => {
    if (this.#isStopped) return;
    this.#source?.close();
    this.#setLink("offline");
    this.dispatchEvent(new Event("lost"));
    clearTimeout(this.#timer);
    const wait = Math.min(retryMillisecondsMax, 500 * 2 ** this.#retries);
    this.#retries += 1;
    this.#timer = setTimeout(() => this.#open(), wait * (0.75 + Math.random() / 2));
  };

  #retryNow = () => {
    this.#retries = 0;
    this.#open();
  };

  /** A page that slept does not trust its stream. */
  #wake = () => {
    if (document.visibilityState === "visible" && Date.now() - this.heardAt > silenceMilliseconds) this.#retryNow();
  };

  /** @param {Link} link */
  #setLink(link) {
    if (this.link === link) return;
    this.link = link;
    this.dispatchEvent(new Event("link"));
  }
}
