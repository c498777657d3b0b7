// @ts-check

/** While a trip runs the hub hears of the page so often (F11). */
export const beatMilliseconds = 30_000;
/** One that was not heard is sent again sooner: whether the hub is away is to be known soon. */
export const againMilliseconds = 5_000;
/** Longer than this no answer is waited for. */
export const patienceMilliseconds = 8_000;
/** So many in a row make a hub that cannot be reached (F7). */
const missesMax = 2;

/** What heartbeats say of the hub. */
export class Heartbeats {
  #misses = 0;
  #heardAt;

  /** @param {number} now  since 1970 */
  constructor(now) {
    this.#heardAt = now;
  }

  /** Whether the hub counts as away. */
  get isAway() {
    return this.#misses >= missesMax;
  }

  /** When the hub was last heard. */
  get heardAt() {
    return this.#heardAt;
  }

  /** @param {number} now */
  heard(now) {
    this.#misses = 0;
    this.#heardAt = now;
  }

  missed() {
    this.#misses += 1;
  }

  /** How long until the next. */
  get waitMilliseconds() {
    return this.#misses > 0 ? againMilliseconds : beatMilliseconds;
  }
}
