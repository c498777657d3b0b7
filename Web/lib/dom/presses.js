// @ts-check

/**
 * A press that lasts longer is no tap any more, or its end was never told: a part of the page must not stand still for it.
 */
const pressMilliseconds = 5_000;
/** A finger's click follows when it has been lifted, by itself. Most presses that are no click are cancelled at once. */
const clickMilliseconds = 350;

/**
 * @typedef {number | "space"} Presser  a pointer's number, or the space bar
 *
 * @typedef {object} Press
 * @property {Node} place  what is pressed
 * @property {boolean} isLifted
 * @property {ReturnType<typeof setTimeout>} timer  ends it where nothing else does
 */

/**
 * What is pressed just now: from the moment that a finger or a button goes down until its click has been heard.
 *
 * A browser gives the click to nobody when what was pressed is not in the page any more. Sends `end`.
 */
class Presses extends EventTarget {
  /** @type {Map<Presser, Press>} */
  #presses = new Map();

  constructor() {
    super();
    addEventListener("pointerdown", (event) => event.button === 0 && this.#begin(event.pointerId, event.target), true);
    addEventListener("pointerup", ({ pointerId }) => this.#lift(pointerId), true);
    addEventListener("pointercancel", ({ pointerId }) => this.#end(pointerId), true);
    addEventListener("keydown", (event) => event.key === " " && !event.repeat && this.#begin("space", event.target), true);
    addEventListener("keyup", (event) => event.key === " " && this.#lift("space"), true);
    addEventListener("click", () => this.#clicked(), true);
    // Another window took the keyboard: what goes up now is told to that one.
    addEventListener("blur", ({ target }) => target === window && this.#endAll());
  }

  /** @param {Element} place */
  isIn(place) {
    return [...this.#presses.values()].some((press) => place.contains(press.place));
  }

  /**
   * @param {Presser} name
   * @param {EventTarget | null} place
   */
  #begin(name, place) {
    const isSecond = this.#forget(name);
    if (place instanceof Node) {
      this.#presses.set(name, { place, isLifted: false, timer: setTimeout(() => this.#end(name), pressMilliseconds) });
    }
    // A second click may be on another part, and the first one's need not wait for it.
    if (isSecond) this.dispatchEvent(new Event("end"));
  }

  /** @param {Presser} name */
  #lift(name) {
    const press = this.#presses.get(name);
    if (!press) return;
    clearTimeout(press.timer);
    press.isLifted = true;
    press.timer = setTimeout(() => this.#end(name), clickMilliseconds);
  }

  /** Those who listen to the click hear it first. */
  #clicked() {
    for (const [name, press] of this.#presses) {
      if (!press.isLifted) continue;
      clearTimeout(press.timer);
      press.timer = setTimeout(() => this.#end(name));
    }
  }

  #endAll() {
    for (const name of [...this.#presses.keys()]) this.#end(name);
  }

  /** @param {Presser} name */
  #end(name) {
    if (this.#forget(name)) this.dispatchEvent(new Event("end"));
  }

  /** @param {Presser} name */
  #forget(name) {
    clearTimeout(this.#presses.get(name)?.timer);
    return this.#presses.delete(name);
  }
}

/** This page's. */
export const presses = new Presses();
