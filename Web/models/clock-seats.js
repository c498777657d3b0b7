// @ts-check
import { gap, labelBox, liesOn, overlap, pointAt, touches } from "./clock-boxes.js";

/**
 * @typedef {object} Rider  what rides on one hand, in units of the clock (its face is 400 wide)
 * @property {number} angleDegrees
 * @property {number} labelWidth
 * @property {number} labelHeight
 *
 * @typedef {object} Seat
 * @property {number} reach  how far from the middle of the clock the picture sits
 * @property {boolean} hasLabel  whether there is room for the name beside the picture
 * @property {Side} side  on which the name stands
 * @property {boolean} isClear  whether the name lies on no hand, which a crowd cannot always have
 *
 * @typedef {import("./clock-boxes.js").Side} Side
 * @typedef {import("./clock-boxes.js").Point} Point
 * @typedef {import("./clock-boxes.js").Box} Box
 */

/** Pictures and names stay within this: beyond it stand the words of the slots. */
const edge = 134;
/** Around the brass in the middle nothing sits. */
const reachMin = 34;
/** A hand is not made shorter than this for the sake of its name. */
const clearReachMin = 62;
const bossRadius = 7;
const step = 3;
/** Radii of the pictures, the best first. */
const radii = [17, 15.5, 14, 12.5, 11.5, 10.5, 9, 8, 7, 6, 5];

/**
 * Finds every picture a seat on its hand, as far out as there is room, so that pictures and names never cover each
 * other, and names no hand: first with all names, in a crowd with smaller pictures and with as many names as there is
 * room for, if need be on a hand.
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
    const isWhole = best && best.labels >= riders.length;
    if (best && (best.labels === 2 * riders.length || (isWhole && radius < 12) || radius < 10)) return best;
    const seats = bestSeats(riders, radius);
    const labels = seats ? countLabels(seats) : 0;
    if (seats && labels > (best?.labels ?? -1)) best = { radius, seats, labels };
  }
  // So many that some pictures must share: the blades still show every one.
  const seats = riders.map((_, index) => ({ ...seatWithout, reach: edge - 7 - 12 * (index % 6) }));
  return best ?? { radius: 5, seats };
}

/** @type {Seat} */
const seatWithout = { reach: 0, hasLabel: false, side: "below", isClear: true };

/**
 * The sides on which a name may stand, the best first: towards the rim, where no hand goes on; then across the hand.
 *
 * @param {number} angleDegrees
 * @returns {Side[]}
 */
function sidesOf(angleDegrees) {
  const { x, y } = pointAt(angleDegrees, 1);
  /** @type {Side} */
  const upright = y > 0.5 ? "above" : "below";
  /** @type {Side} */
  const outward = y < 0 ? "above" : "below";
  /** @type {Side[]} */
  const beside = x < 0 ? ["left", "right"] : ["right", "left"];
  return Math.abs(y) > 0.6 ? [...beside, outward, upright] : [upright, outward, ...beside];
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

/**
 * How many names there are, those that lie on no hand twice.
 *
 * @param {Seat[]} seats
 */
function countLabels(seats) {
  return seats.reduce((sum, { hasLabel, isClear }) => sum + (hasLabel ? (isClear ? 2 : 1) : 0), 0);
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
  return Array.from({ length: along.length > 8 ? 8 : 48 }, () => {
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
  // A hand without a seat may still reach all the way.
  const blades = riders.map(({ angleDegrees }) => ({ angleDegrees, reach: edge - radius - gap }));
  for (const index of order) {
    const seat = freeSeat(riders[index], radius, { points, boxes, others: blades.filter((_, at) => at !== index) });
    if (!seat) return undefined;
    const point = pointAt(riders[index].angleDegrees, seat.reach);
    points.push(point);
    if (seat.hasLabel) boxes.push(labelBox(point, riders[index], radius, seat.side));
    blades[index].reach = seat.reach;
    seats[index] = seat;
  }
  return seats;
}

/**
 * @typedef {object} Taken  what has its place already
 * @property {Point[]} points
 * @property {Box[]} boxes
 * @property {{angleDegrees: number, reach: number}[]} others  the other hands
 */

/**
 * The seat farthest out: with its name on no hand, else with its name, else without.
 *
 * @param {Rider} rider
 * @param {number} radius
 * @param {Taken} taken
 * @returns {Seat | undefined}
 */
function freeSeat(rider, radius, taken) {
  const { angleDegrees } = rider;
  const sides = sidesOf(angleDegrees);
  /** @type {Seat | undefined} */
  let named;
  /** @type {Seat | undefined} */
  let plain;
  for (let reach = edge - radius - gap; reach >= reachMin; reach -= step) {
    const point = pointAt(angleDegrees, reach);
    if (!isFree(point, undefined, radius, taken)) continue;
    plain ??= { ...seatWithout, reach };
    for (const side of sides) {
      const box = labelBox(point, rider, radius, side);
      if (!isFree(point, box, radius, taken)) continue;
      const blades = [...taken.others, { angleDegrees, reach }];
      const isClear = !blades.some((blade) => liesOn(box, blade.angleDegrees, blade.reach));
      if (isClear && reach >= clearReachMin) return { reach, hasLabel: true, side, isClear };
      named ??= { reach, hasLabel: true, side, isClear };
    }
  }
  return named ?? plain;
}

/**
 * @param {Point} point
 * @param {Box | undefined} box
 * @param {number} radius
 * @param {Taken} taken
 */
function isFree(point, box, radius, { points, boxes }) {
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
