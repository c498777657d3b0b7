// @ts-check

/**
 * @typedef {object} Rider  what rides on one hand, in units of the clock (its face is 400 wide)
 * @property {number} angleDegrees
 * @property {number} labelWidth
 * @property {number} labelHeight
 *
 * @typedef {object} Seat
 * @property {number} reach  how far from the middle of the clock the picture sits
 * @property {boolean} hasLabel  whether there is room for the name below the picture
 *
 * @typedef {{x: number, y: number}} Point
 * @typedef {{left: number, top: number, right: number, bottom: number}} Box
 */

/** Pictures and names stay within this: beyond it stand the words of the slots. */
const edge = 134;
/** Around the brass in the middle nothing sits. */
const reachMin = 34;
const bossRadius = 7;
const step = 3;
const gap = 2.5;
/** Radii of the pictures, the best first. */
const radii = [17, 15.5, 14, 12.5, 11.5, 10.5, 9, 8, 7, 6, 5];

/**
 * Finds every picture a seat on its hand, as far out as there is room, so that pictures and names never cover each
 * other: first with all names, in a crowd with smaller pictures and with as many names as there is room for.
 *
 * @param {Rider[]} riders
 * @returns {{radius: number, seats: Seat[]}}  the radius of every picture, and the seats in the order of the riders
 */
export function takeSeats(riders) {
  if (riders.length === 0) return { radius: radii[0], seats: [] };
  /** @type {{radius: number, seats: Seat[], labels: number} | undefined} */
  let best;
  for (const radius of radii) {
    // Names matter more than large pictures, but not more than pictures that can be told apart.
    if (best && (best.labels === riders.length || radius < 10)) return best;
    const seats = bestSeats(riders, radius);
    const labels = seats ? countLabels(seats) : 0;
    if (seats && labels > (best?.labels ?? -1)) best = { radius, seats, labels };
  }
  // So many that some pictures must share: the blades still show every one.
  const seats = riders.map((_, index) => ({ reach: edge - 7 - 12 * (index % 6), hasLabel: false }));
  return best ?? { radius: 5, seats };
}

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
 * Whether the name stands above its picture: on the lower part of the face, so that the picture can sit at the tip.
 *
 * @param {number} angleDegrees
 */
export function isLabelAbove(angleDegrees) {
  return angleDegrees > 118 && angleDegrees < 242;
}

/**
 * @param {Point} centre
 * @param {Rider} rider
 * @param {number} radius
 * @returns {Box}
 */
export function labelBox(centre, rider, radius) {
  const top = isLabelAbove(rider.angleDegrees) ? centre.y - radius - 2 - rider.labelHeight : centre.y + radius + 2;
  const half = rider.labelWidth / 2;
  return { left: centre.x - half, right: centre.x + half, top, bottom: top + rider.labelHeight };
}

/**
 * The best seats, of some orders in which the riders may choose: those with the most names, then those farthest out.
 *
 * @param {Rider[]} riders
 * @param {number} radius
 * @returns {Seat[] | undefined}
 */
function bestSeats(riders, radius) {
  /** @type {Seat[] | undefined} */
  let best;
  let bestWorth = 0;
  for (const order of orders(riders)) {
    const seats = seatInOrder(riders, order, radius);
    const worth = seats ? seats.reduce((sum, seat) => sum + seat.reach, 1000 * countLabels(seats)) : 0;
    if (worth > bestWorth) [best, bestWorth] = [seats, worth];
  }
  return best;
}

/** @param {Seat[]} seats */
function countLabels(seats) {
  return seats.filter((seat) => seat.hasLabel).length;
}

/**
 * @param {Rider[]} riders
 * @returns {number[][]}
 */
function orders(riders) {
  // A fan at the top begins on the left side of it.
  const turned = riders.map(({ angleDegrees }) => (angleDegrees > 330 ? angleDegrees - 360 : angleDegrees));
  const along = riders.map((_, index) => index).sort((left, right) => turned[left] - turned[right]);
  const back = [...along].reverse();
  const outsideIn = along.map((_, index) => (index % 2 === 0 ? along[index / 2] : back[(index - 1) / 2]));
  const each = [0, 1, 2].flatMap((part) => along.filter((_, index) => index % 3 === part));
  const other = [0, 1].flatMap((part) => along.filter((_, index) => index % 2 === part));
  return [other, each, outsideIn, [...outsideIn].reverse(), along, back, ...shuffles(along)];
}

/**
 * Some more orders, the same for the same hands, so that a clock looks the same each time it is drawn.
 *
 * @param {number[]} along
 * @returns {number[][]}
 */
function shuffles(along) {
  if (along.length < 4) return [];
  let state = 1;
  return Array.from({ length: along.length > 8 ? 16 : 60 }, () => {
    const order = [...along];
    for (let index = order.length - 1; index > 0; index -= 1) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      const other = Math.floor((state / 2 ** 32) * (index + 1));
      [order[index], order[other]] = [order[other], order[index]];
    }
    return order;
  });
}

/**
 * @param {Rider[]} riders
 * @param {number[]} order
 * @param {number} radius
 * @returns {Seat[] | undefined}
 */
function seatInOrder(riders, order, radius) {
  /** @type {Point[]} */
  const points = [];
  /** @type {Box[]} */
  const boxes = [];
  /** @type {Seat[]} */
  const seats = new Array(riders.length);
  for (const index of order) {
    const seat = freeSeat(riders[index], radius, points, boxes);
    if (!seat) return undefined;
    const point = pointAt(riders[index].angleDegrees, seat.reach);
    points.push(point);
    if (seat.hasLabel) boxes.push(labelBox(point, riders[index], radius));
    seats[index] = seat;
  }
  return seats;
}

/**
 * @param {Rider} rider
 * @param {number} radius
 * @param {Point[]} points
 * @param {Box[]} boxes
 * @returns {Seat | undefined}
 */
function freeSeat(rider, radius, points, boxes) {
  for (const hasLabel of [true, false]) {
    for (let reach = edge - radius - gap; reach >= reachMin; reach -= step) {
      const point = pointAt(rider.angleDegrees, reach);
      const box = hasLabel ? labelBox(point, rider, radius) : undefined;
      if (isFree(point, box, radius, points, boxes)) return { reach, hasLabel };
    }
  }
  return undefined;
}

/**
 * @param {Point} point
 * @param {Box | undefined} box
 * @param {number} radius
 * @param {Point[]} points
 * @param {Box[]} boxes
 */
function isFree(point, box, radius, points, boxes) {
  if (points.some((other) => Math.hypot(other.x - point.x, other.y - point.y) < 2 * radius + gap)) return false;
  if (boxes.some((other) => touches(other, point, radius))) return false;
  if (!box) return true;
  const isClear = isWithin(box) && !touches(box, { x: 0, y: 0 }, bossRadius);
  return isClear && !points.some((other) => touches(box, other, radius)) && !boxes.some((other) => overlap(box, other));
}

/** @param {Box} box */
function isWithin({ left, right, top, bottom }) {
  return Math.hypot(Math.max(-left, right), Math.max(-top, bottom)) <= edge;
}

/**
 * @param {Box} box
 * @param {Point} point
 * @param {number} radius
 */
function touches({ left, right, top, bottom }, point, radius) {
  const x = Math.max(left - point.x, 0, point.x - right);
  const y = Math.max(top - point.y, 0, point.y - bottom);
  return Math.hypot(x, y) < radius + gap / 2;
}

/**
 * @param {Box} one
 * @param {Box} other
 */
function overlap(one, other) {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
