// @ts-check

const key = "hearth.stayAwake";

/**
 * Keeps the screen on while the page shares its position and its owner wants that too.
 *
 * Sends `state` when the screen begins or ceases to be kept on: a browser takes it back when the page is hidden or the
 * battery is low, and it is asked again when the page is seen.
 */
export class StayAwake extends EventTarget {
  #isAllowed = false;
  #wanted;
  /** @type {{release: () => Promise<void>, addEventListener: (type: string, heard: () => void) => void} | undefined} */
  #lock;

  /** @param {() => boolean} [wanted]  whether it is, in place of what this device remembers */
  constructor(wanted = () => globalThis.localStorage?.getItem(key) === "on") {
    super();
    this.#wanted = wanted;
    globalThis.document?.addEventListener("visibilitychange", () => this.#update());
  }

  /** Whether this browser offers it; it does over HTTPS alone. */
  get isOffered() {
    return "wakeLock" in (globalThis.navigator ?? {});
  }

  /** Whether it is wanted. */
  get isWanted() {
    return this.#wanted();
  }

  /** Whether the screen is kept on now. */
  get isOn() {
    return this.#lock !== undefined;
  }

  /** @param {boolean} isWanted */
  want(isWanted) {
    if (isWanted) localStorage.setItem(key, "on");
    else localStorage.removeItem(key);
    this.#update();
  }

  /** From now on it may, where it is wanted. */
  allow() {
    this.#isAllowed = true;
    this.#update();
  }

  /** From now on it may not. */
  forbid() {
    this.#isAllowed = false;
    this.#update();
  }

  async #update() {
    const isNeeded = this.#isAllowed && this.isWanted && this.isOffered && document.visibilityState === "visible";
    if (!isNeeded) return this.#release();
    if (this.#lock) return;
    try {
      const lock = await /** @type {any} */ (navigator).wakeLock.request("screen");
      if (!this.#isAllowed || !this.isWanted || this.#lock) return lock.release();
      this.#lock = lock;
      lock.addEventListener("release", () => {
        if (this.#lock === lock) this.#lock = undefined;
        this.dispatchEvent(new Event("state"));
      });
    } catch {
      // The browser keeps its screen as it likes: with a low battery, for one.
    }
    this.dispatchEvent(new Event("state"));
  }

  #release() {
    const lock = this.#lock;
    this.#lock = undefined;
    lock?.release();
  }
}
