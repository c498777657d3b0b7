// @ts-check

/**
 * @typedef {{id: string, x: number, y: number}} Spot  where somebody's picture would lie, in pixels
 * @typedef {{x: number, y: number, crowd: number}} Shift  how far it is moved; how many stand there together
 */

/** Pictures nearer than this part of their size are moved apart. */
const nearPart = 0.8;

/**
 * Moves pictures that would hide each other apart: those that touch stand in a ring around their middle, in the order
 * of their ids, so that nobody changes places when somebody moves a little.
 *
 * @param {Spot[]} spots
 * @param {number} size  how wide a picture is, with the room around it
 * @returns {Map<string, Shift>}
 */
export function fanOut(spots, size) {
  let groups = crowds(spots, size);
  for (;;) {
    const shifts = new Map(groups.flatMap((crowd) => ring(crowd, size)));
    const merged = merge(groups, shifts, size);
    if (!merged) return shifts;
    groups = merged;
  }
}

/**
 * @param {Spot[]} crowd
 * @param {number} size
 * @returns {[string, Shift][]}
 */
function ring(crowd, size) {
  const count = crowd.length;
  if (count === 1) return [[crowd[0].id, { x: 0, y: 0, crowd: 1 }]];
  const middle = { x: mean(crowd.map(({ x }) => x)), y: mean(crowd.map(({ y }) => y)) };
  const radius = size / 2 / Math.sin(Math.PI / count);
  // Two stand side by side, three with one on top.
  const start = count === 2 ? Math.PI : -Math.PI / 2;
  return crowd.map(({ id, x, y }, index) => {
    const angle = start + (2 * Math.PI * index) / count;
    const [dx, dy] = [radius * Math.cos(angle), radius * Math.sin(angle)];
    return [id, { x: whole(middle.x + dx - x), y: whole(middle.y + dy - y), crowd: count }];
  });
}

/**
 * The groups with two of them made one, where a ring has come to lie on somebody else; undefined where none has.
 *
 * @param {Spot[][]} groups
 * @param {Map<string, Shift>} shifts
 * @param {number} size
 */
function merge(groups, shifts, size) {
  const place = (/** @type {Spot} */ { id, x, y }) => {
    const shift = shifts.get(id);
    return { x: x + (shift?.x ?? 0), y: y + (shift?.y ?? 0) };
  };
  for (const [index, group] of groups.entries()) {
    const other = groups.slice(index + 1).find((later) =>
      later.some((spot) => group.some((mine) => distance(place(spot), place(mine)) < size * nearPart)),
    );
    if (!other) continue;
    return [...groups.filter((each) => each !== group && each !== other), [...group, ...other].sort(byID)];
  }
  return undefined;
}

/**
 * Those who touch, directly or through others between them.
 *
 * @param {Spot[]} spots
 * @param {number} size
 */
function crowds(spots, size) {
  const left = [...spots].sort(byID);
  /** @type {Spot[][]} */
  const found = [];
  for (let first = left.shift(); first; first = left.shift()) {
    const crowd = [first];
    for (const member of crowd) {
      const near = left.filter(({ x, y }) => distance({ x, y }, member) < size * nearPart);
      for (const spot of near) left.splice(left.indexOf(spot), 1);
      crowd.push(...near);
    }
    found.push(crowd.sort(byID));
  }
  return found;
}

/**
 * @param {{x: number, y: number}} one
 * @param {{x: number, y: number}} other
 */
function distance(one, other) {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

/**
 * @param {Spot} one
 * @param {Spot} other
 */
function byID(one, other) {
  return one.id < other.id ? -1 : 1;
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
