// @ts-check

/**
 * @typedef {import("../lib/dom/maplibre.js").LonLat} LonLat
 * @typedef {{at: number, point: LonLat, isSuspicious?: boolean}} Step  a fix of a tail; milliseconds since 1970
 * @typedef {{points: LonLat[], strength: number, isDashed: boolean}} Piece  1 for now, 0 for the end of the tail
 */

/** How much of somebody's way is drawn behind them. */
export const tailMilliseconds = 15 * 60_000;
/** Who was silent for longer may have been anywhere meanwhile: no line is drawn over it. */
const gapMilliseconds = 5 * 60_000;
/** The tail fades in so many steps. */
const bands = 8;

/**
 * A tail with one more step, in order of time and without what has become too old.
 *
 * @param {Step[]} tail
 * @param {Step[]} steps
 * @param {number} now
 * @returns {Step[]}
 */
export function withSteps(tail, steps, now) {
  const known = new Map([...tail, ...steps].map((step) => [step.at, step]));
  const young = [...known.values()].filter((step) => now - step.at <= tailMilliseconds);
  return young.sort((left, right) => left.at - right.at);
}

/**
 * A tail as lines to draw: weaker with age, broken where nothing was heard, dashed where the way cannot be true
 * (safety F54).
 *
 * @param {Step[]} tail  oldest first
 * @param {number} now
 * @returns {Piece[]}
 */
export function pieces(tail, now) {
  /** @type {Piece[]} */
  const drawn = [];
  /** @type {Piece | undefined} */
  let open;
  for (const [index, step] of tail.entries()) {
    const before = tail[index - 1];
    if (!before || step.at - before.at > gapMilliseconds) {
      open = undefined;
      continue;
    }
    const strength = strengthAt(step.at, now);
    const isDashed = Boolean(step.isSuspicious || before.isSuspicious);
    if (!open || open.strength !== strength || open.isDashed !== isDashed) {
      open = { points: [before.point], strength, isDashed };
      drawn.push(open);
    }
    open.points.push(step.point);
  }
  return drawn.filter(({ strength }) => strength > 0);
}

/**
 * @param {number} at
 * @param {number} now
 */
function strengthAt(at, now) {
  const part = 1 - Math.max(0, now - at) / tailMilliseconds;
  return Math.ceil(Math.max(0, part) * bands) / bands;
}
