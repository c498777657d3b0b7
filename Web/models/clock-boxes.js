// @ts-check

/**
 * What lies where on the face of a clock, in its units, from its middle.
 *
 * @typedef {"below" | "above" | "right" | "left"} Side
 * @typedef {{x: number, y: number}} Point
 * @typedef {{left: number, top: number, right: number, bottom: number}} Box
 */

/** How far a hand reaches behind the middle, and how wide it is. */
const tail = 29;
const bladeWidth = 4;
/** Pictures and names keep so far apart. */
export const gap = 2.5;

/**
 * About how wide a text is, in heights of its letters: enough to keep texts apart before they are drawn.
 *
 * @param {string} text
 */
export function textWidth(text) {
  let width = 0;
  for (const letter of text) width += letterWidth(letter);
  return width;
}

/** @param {string} letter */
function letterWidth(letter) {
  if (/[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]|\p{Extended_Pictographic}/u.test(letter)) return 1.05;
  if (/[iljtfI.,:;'|() -]/u.test(letter)) return 0.36;
  return /[\p{Lu}mw@%]/u.test(letter) ? 0.75 : 0.6;
}

/**
 * The point at a distance from the middle of the clock, in a direction clockwise from the top.
 *
 * @param {number} angleDegrees
 * @param {number} reach
 * @returns {Point}
 */
export function pointAt(angleDegrees, reach) {
  const angle = (angleDegrees * Math.PI) / 180;
  return { x: reach * Math.sin(angle), y: -reach * Math.cos(angle) };
}

/**
 * The box of a name beside a picture.
 *
 * @param {Point} centre
 * @param {{labelWidth: number, labelHeight: number}} rider
 * @param {number} radius
 * @param {Side} [side]
 * @returns {Box}
 */
export function labelBox({ x, y }, { labelWidth, labelHeight }, radius, side = "below") {
  const away = radius + 2;
  if (side === "left" || side === "right") {
    const left = side === "right" ? x + away : x - away - labelWidth;
    return { left, right: left + labelWidth, top: y - labelHeight / 2, bottom: y + labelHeight / 2 };
  }
  const top = side === "below" ? y + away : y - away - labelHeight;
  return { left: x - labelWidth / 2, right: x + labelWidth / 2, top, bottom: top + labelHeight };
}

/**
 * Whether a hand lies under a box.
 *
 * @param {Box} box
 * @param {number} angleDegrees
 * @param {number} reach
 */
export function liesOn({ left, right, top, bottom }, angleDegrees, reach) {
  const way = pointAt(angleDegrees, 1);
  const room = bladeWidth / 2;
  let [from, to] = [-tail, reach];
  for (const [step, low, high] of [[way.x, left - room, right + room], [way.y, top - room, bottom + room]]) {
    if (Math.abs(step) < 1e-9) {
      if (low > 0 || high < 0) return false;
      continue;
    }
    const [one, other] = [low / step, high / step];
    from = Math.max(from, Math.min(one, other));
    to = Math.min(to, Math.max(one, other));
  }
  return from < to;
}

/**
 * @param {Box} box
 * @param {Point} point
 * @param {number} radius
 */
export function touches({ left, right, top, bottom }, point, radius) {
  const x = Math.max(left - point.x, 0, point.x - right);
  const y = Math.max(top - point.y, 0, point.y - bottom);
  return Math.hypot(x, y) < radius + gap / 2;
}

/**
 * @param {Box} one
 * @param {Box} other
 */
export function overlap(one, other) {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
