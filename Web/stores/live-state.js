// @ts-check
/** @typedef {import("../lib/dom/page.js").App} App */

/**
 * What the hub says of something, kept true by the event stream while a page is open. Sends `changed`.
 *
 * Whoever extends it says in `read` what is read, and keeps it.
 */
export class LiveState extends EventTarget {
  /** @protected @type {App} */
  app;
  /** @protected @type {AbortSignal} */
  signal;
  /** @type {Promise<void> | undefined} */
  #reading;
  #isStale = false;

  /**
   * @param {App} app
   * @param {AbortSignal} signal  ends it when its page is left
   * @param {string[]} topics  the events after which it is read anew, beside a stream that begins again
   */
  constructor(app, signal, topics) {
    super();
    this.app = app;
    this.signal = signal;
    for (const name of [...topics, "resync", "open"]) {
      app.events.addEventListener(name, () => this.refresh().catch(() => undefined), { signal });
    }
  }

  /**
   * Reads everything; rejects as a request does.
   *
   * @returns {Promise<void>}
   */
  read() {
    return Promise.resolve();
  }

  /** Reads anew and says so; what came while it was reading is read once more. */
  refresh() {
    this.#isStale = true;
    this.#reading ??= this.#catchUp().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  /** Says that what is shown is not what it was. @protected */
  changed() {
    this.dispatchEvent(new Event("changed"));
  }

  async #catchUp() {
    while (this.#isStale && !this.signal.aborted) {
      this.#isStale = false;
      await this.read();
      if (!this.signal.aborted) this.changed();
    }
  }
}
