// @ts-check

/**
 * The page's heartbeat: calls back once a second while the page can be seen, so that ages grow and what is stale goes
 * grey without any news (safety F51). A hidden tab costs nothing; when it is seen again, all are called at once.
 */
class Ticker {
  /** @type {Set<() => void>} */
  #callbacks = new Set();
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;

  constructor() {
    globalThis.document?.addEventListener("visibilitychange", () => this.#update());
  }

  /**
   * @param {() => void} callback
   * @param {AbortSignal} signal  ends it
   */
  each(callback, signal) {
    this.#callbacks.add(callback);
    signal.addEventListener("abort", () => {
      this.#callbacks.delete(callback);
      this.#update();
    });
    this.#update();
  }

  #update() {
    const isNeeded = this.#callbacks.size > 0 && document.visibilityState === "visible";
    if (isNeeded && this.#timer === undefined) {
      this.#tick();
      this.#timer = setInterval(() => this.#tick(), 1000);
    } else if (!isNeeded && this.#timer !== undefined) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
  }

  #tick() {
    for (const callback of this.#callbacks) callback();
  }
}

export const ticker = new Ticker();
