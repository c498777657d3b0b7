// @ts-check

/**
 * @typedef {object} OwnFix  one position of this page, as POST /fixes takes it
 * @property {string} at
 * @property {number} latitude
 * @property {number} longitude
 * @property {number} [accuracyMetres]
 * @property {number} [altitudeMetres]
 * @property {number} [speedMetresPerSecond]
 * @property {number} [courseDegrees]
 * @property {number} [batteryPercent]
 *
 * @typedef {object} Position  what the browser says
 * @property {number} timestamp  milliseconds since 1970
 * @property {{latitude: number, longitude: number, accuracy: number, altitude: number | null,
 *             speed: number | null, heading: number | null}} coords
 */

/** Somebody on the way is told of once a second, somebody who stays once in half a minute. */
export const movingMilliseconds = 1_000;
export const stillMilliseconds = 30_000;
/** Whoever may have moved is told of at once, and then a second time: the hub takes no far jump for true on one word. */
export const secondMilliseconds = 4_000;
/** Browsers are not exact. */
const secondMillisecondsMin = 3_500;
/** On a trip also somebody who stays is; browsers are not exact, so that less is enough. */
export const hurriedMilliseconds = 5_000;
export const hurriedMillisecondsMin = 4_000;
/** Slower than this is standing: what a receiver measures of a still phone. */
const stillSpeedMax = 0.5;
/** What waits while the hub is away; the oldest go first when there are more. */
export const waitingMax = 500;

/** The positions that wait to be sent: not too many a second, not too many at all, the oldest first. */
export class FixQueue {
  /** @type {OwnFix[]} */
  #waiting = [];
  /** @type {OwnFix | undefined} */
  #last;
  /** Whether the last position that came was a new one, or came too soon to tell: another is to follow. */
  isUnconfirmed = false;
  /** How often somebody who stays is told of. */
  stillMilliseconds = stillMilliseconds;

  /** How many wait. */
  get length() {
    return this.#waiting.length;
  }

  /**
   * Takes a position unless it comes too soon after the last that was taken.
   *
   * @param {OwnFix} fix
   * @returns {boolean}  whether it was taken
   */
  offer(fix) {
    const passed = this.#last ? Date.parse(fix.at) - Date.parse(this.#last.at) : Infinity;
    const way = this.#last ? wayBetween(this.#last, fix) : "none";
    const wait = way === "plain" ? movingMilliseconds : secondMillisecondsMin;
    if (passed < (way !== "none" || this.isUnconfirmed ? wait : this.stillMilliseconds)) {
      this.isUnconfirmed ||= passed > 0 && way !== "none";
      return false;
    }
    this.isUnconfirmed = way !== "none";
    this.#last = fix;
    this.#waiting.push(fix);
    if (this.#waiting.length > waitingMax) this.#waiting.shift();
    return true;
  }

  /**
   * The oldest that wait; they stay until they are said to be done.
   *
   * @param {number} max
   */
  oldest(max) {
    return this.#waiting.slice(0, max);
  }

  /**
   * Forgets what was sent; what was pushed out meanwhile is gone already.
   *
   * @param {OwnFix[]} sent
   */
  done(sent) {
    const gone = new Set(sent);
    this.#waiting = this.#waiting.filter((fix) => !gone.has(fix));
  }

  /** Forgets everything. */
  clear() {
    this.#waiting = [];
    this.#last = undefined;
    this.isUnconfirmed = false;
  }
}

/**
 * What the browser says of the position, as the hub takes it: figures that it does not know are left out.
 *
 * @param {Position} position
 * @param {number} [batteryPercent]
 * @returns {OwnFix}
 */
export function fixOf(position, batteryPercent) {
  const { latitude, longitude, accuracy, altitude, speed, heading } = position.coords;
  /** @type {OwnFix} */
  const fix = { at: new Date(position.timestamp).toISOString(), latitude, longitude };
  const figures = {
    accuracyMetres: accuracy,
    altitudeMetres: altitude,
    speedMetresPerSecond: speed,
    courseDegrees: heading,
    batteryPercent,
  };
  for (const [name, value] of Object.entries(figures)) {
    if (typeof value === "number" && Number.isFinite(value)) Object.assign(fix, { [name]: value });
  }
  return fix;
}

/**
 * Whether somebody came along: plainly, by their speed or further than the two positions may err; perhaps, further
 * than the newer one errs; or not.
 *
 * @param {OwnFix} before
 * @param {OwnFix} fix
 * @returns {"plain" | "likely" | "none"}
 */
function wayBetween(before, fix) {
  const [was, is] = [before.accuracyMetres ?? 0, fix.accuracyMetres ?? 0];
  const metres = metresBetween(before, fix);
  const isFast = fix.speedMetresPerSecond !== undefined && fix.speedMetresPerSecond > stillSpeedMax;
  if (isFast || (fix.speedMetresPerSecond === undefined && metres > Math.max(10, was + is))) return "plain";
  return metres > Math.max(10, is) ? "likely" : "none";
}

/**
 * Good for the few metres between two positions in a row, where the globe is flat; over an ocean it is merely far.
 *
 * @param {OwnFix} from
 * @param {OwnFix} to
 */
function metresBetween(from, to) {
  const metresPerDegree = 111_195;
  const north = (to.latitude - from.latitude) * metresPerDegree;
  const east = (to.longitude - from.longitude) * metresPerDegree * Math.cos((from.latitude * Math.PI) / 180);
  return Math.hypot(north, east);
}
