// @ts-check

/**
 * @typedef {{id: string, x: number, y: number}} Spot  where somebody's picture would lie, in pixels
 * @typedef {{x: number, y: number, crowd: number}} Shift  how far it is moved; how many stand there together
 */

/**
 * Moves pictures that would hide each other apart: those that touch stand in a ring around their middle, in the order
 * of their ids, so that nobody changes places when somebody moves a little.
 *
 * @param {Spot[]} spots
 * @param {number} size  how wide a picture is, with the room around it
 * @returns {Map<string, Shift>}
 */
export function fanOut(spots, size) {
  /** @type {Map<string, Shift>} */
  const shifts = new Map();
  for (const crowd of crowds(spots, size)) {
    const count = crowd.length;
    if (count === 1) {
      shifts.set(crowd[0].id, { x: 0, y: 0, crowd: 1 });
      continue;
    }
    const middle = { x: mean(crowd.map(({ x }) => x)), y: mean(crowd.map(({ y }) => y)) };
    const radius = size / 2 / Math.sin(Math.PI / count);
    // Two stand side by side, three with one on top.
    const start = count === 2 ? Math.PI : -Math.PI / 2;
    for (const [index, { id, x, y }] of crowd.entries()) {
      const angle = start + (2 * Math.PI * index) / count;
      const [dx, dy] = [radius * Math.cos(angle), radius * Math.sin(angle)];
      shifts.set(id, { x: whole(middle.x + dx - x), y: whole(middle.y + dy - y), crowd: count });
    }
  }
  return shifts;
}

/**
 * Those who touch, directly or through others between them.
 *
 * @param {Spot[]} spots
 * @param {number} size
 */
function crowds(spots, size) {
  const left = [...spots].sort((one, other) => (one.id < other.id ? -1 : 1));
  /** @type {Spot[][]} */
  const found = [];
  for (let first = left.shift(); first; first = left.shift()) {
    const crowd = [first];
    for (const member of crowd) {
      const near = left.filter(({ x, y }) => Math.hypot(x - member.x, y - member.y) < size * 0.8);
      for (const spot of near) left.splice(left.indexOf(spot), 1);
      crowd.push(...near);
    }
    found.push(crowd.sort((one, other) => (one.id < other.id ? -1 : 1)));
  }
  return found;
}

/** @param {number[]} values */
function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** @param {number} value */
function whole(value) {
  // Not minus nothing, which a style would show.
  return Math.round(value) + 0;
}
