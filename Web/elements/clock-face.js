// @ts-check
import { s } from "../lib/dom/dom.js";
import { slotKind } from "../models/clock.js";
import { pointAt, textWidth } from "../models/clock-boxes.js";
import { slotWords } from "../models/clock-words.js";

/** @typedef {import("../models/clock.js").SlotKind} SlotKind */

/** @type {Record<SlotKind, string>} Lines within 11 units around 0, 0. */
const pictograms = {
  home: "M-9 0L0 -8L9 0M-6.5 -2V8H6.5V-2M-2 8V2.5H2V8",
  work: "M-9 -4H9V8H-9ZM-4 -4V-8H4V-4M-9 1.5H9",
  school: "M-11 -2L0 -7L11 -2L0 3ZM-6 1V6Q0 10 6 6V1M11 -2V4",
  place: "M0 10C-5 4 -7 1 -7 -2A7 7 0 0 1 7 -2C7 1 5 4 0 10ZM0 -4.5A2.4 2.4 0 1 0 0.1 -4.5Z",
  travelling: "M-8 8L0 -9L8 8L0 4Z",
  unknown: "M-4.5 -4A4.5 4.5 0 1 1 0 1V3M0 8V8.1",
  lost: "M-10 -3A14 14 0 0 1 10 -3M-5.5 2A8 8 0 0 1 5.5 2M0 7.5V7.6M-9 -9L9 10",
  danger: "M0 -9L10 8H-10ZM0 -3V2.5M0 5.4V5.5",
};

const wordsRadius = 152;
const pictogramRadius = 173;
const bandInner = 138;
const bandOuter = 186;
const wordsSizeMax = 15;
const wordsSizeMin = 8;

/** Drawings that stand in one page may not share the names of their parts. */
let drawings = 0;

/**
 * The face of a clock without its hands: rim, slots, pictograms and words; 400 units wide, the middle at 0, 0.
 *
 * @param {string[]} slots
 */
export function clockFace(slots) {
  drawings += 1;
  const name = `clock${drawings}`;
  return s(
    "svg",
    { class: "clock-face", viewBox: "-196 -196 392 392", "aria-hidden": "true" },
    gradients(name),
    s("circle", { r: 196, class: "clock-edge" }),
    s("circle", { r: 192, class: "clock-rim", stroke: `url(#${name}-brass)` }),
    s("circle", { r: 195.4, class: "clock-glint" }),
    s("circle", { r: 187, fill: `url(#${name}-face)` }),
    s("circle", { r: 187, class: "clock-groove" }),
    s("circle", { r: bandInner, class: "clock-inner", stroke: `url(#${name}-brass)` }),
    ...slots.map((label, index) => slotMark(name, label, index, slots.length)),
    maker(),
  );
}

/** The brass in the middle, which all hands turn round. */
export function clockBoss() {
  drawings += 1;
  const name = `boss${drawings}`;
  return s(
    "svg",
    { class: "clock-boss", viewBox: "-16 -16 32 32", "aria-hidden": "true" },
    s(
      "defs",
      {},
      s(
        "radialGradient",
        { id: name, cx: "0.36", cy: "0.3", r: "0.8" },
        ...stops(["brass-shine", "brass-light", "brass", "brass-dark"]),
      ),
    ),
    s("circle", { r: 13, fill: `url(#${name})` }),
    s("circle", { r: 12.4, class: "clock-boss-edge" }),
    s("circle", { r: 4, class: "clock-boss-pin" }),
  );
}

/** @param {string} name */
function gradients(name) {
  return s(
    "defs",
    {},
    s(
      "linearGradient",
      { id: `${name}-brass`, x1: 0, y1: 0, x2: 1, y2: 1 },
      ...stops(["brass-shine", "brass-light", "brass", "brass-dark", "brass", "brass-light"]),
    ),
    s(
      "radialGradient",
      { id: `${name}-face`, cx: "0.42", cy: "0.36", r: "0.72" },
      ...stops(["face-light", "face", "face-dark"]),
    ),
  );
}

/** @param {string[]} names  classes of tokens, evenly from the first to the last */
function stops(names) {
  return names.map((name, index) => s("stop", { offset: index / (names.length - 1), class: `stop-${name}` }));
}

/** The small flame that says whose clock it is. */
function maker() {
  const flame =
    "M0 -9c.6 3.2 5 5.2 5 10a5 5 0 0 1-10 0c0-2.2 1-3.6 2.2-4.8C-2.5 -2 -1.7 -1 -.8 -.7 -1.3 -3.5 -1 -7 0 -9Z";
  return s("path", { class: "clock-maker", d: flame, transform: "translate(0 52)" });
}

/**
 * @param {string} name
 * @param {string} label
 * @param {number} index
 * @param {number} count
 */
function slotMark(name, label, index, count) {
  const angle = (360 * index) / count;
  const kind = slotKind(label);
  const spot = pointAt(angle, pictogramRadius);
  const dot = pointAt(angle, bandInner);
  const size = Math.min(0.95, 10 / count);
  const line = [pointAt(angle + 180 / count, bandInner + 4), pointAt(angle + 180 / count, bandOuter - 3)];
  return s(
    "g",
    { class: `clock-slot is-${kind}` },
    kind === "danger" && s("path", { class: "clock-wedge", d: wedge(angle, 360 / count) }),
    s("path", { class: "clock-divide", d: `M${line[0].x} ${line[0].y}L${line[1].x} ${line[1].y}` }),
    s("circle", { class: "clock-dot", cx: dot.x, cy: dot.y, r: 2.6 }),
    ...words(`${name}-${index}`, slotWords(label), angle, count),
    s("path", {
      class: "clock-pictogram",
      d: pictograms[kind],
      transform: `translate(${spot.x} ${spot.y}) scale(${size})`,
    }),
  );
}

/**
 * @param {number} angle
 * @param {number} width
 */
function wedge(angle, width) {
  const [from, to] = [angle - width / 2, angle + width / 2];
  const points = [pointAt(from, bandOuter), pointAt(to, bandOuter), pointAt(to, bandInner), pointAt(from, bandInner)];
  const [a, b, c, d] = points.map(({ x, y }) => `${x} ${y}`);
  return `M${a}A${bandOuter} ${bandOuter} 0 0 1 ${b}L${c}A${bandInner} ${bandInner} 0 0 0 ${d}Z`;
}

/**
 * Words along the rim, turned round on the lower half, on two lines where one is too long.
 *
 * @param {string} name
 * @param {string} text
 * @param {number} angle
 * @param {number} count
 */
function words(name, text, angle, count) {
  const room = (0.92 * 2 * Math.PI * wordsRadius) / count;
  const { lines, size } = fitted(text, room);
  const isLow = angle > 95 && angle < 265;
  return lines.flatMap((line, index) => {
    const offset = (index - (lines.length - 1) / 2) * size * 1.05;
    const radius = isLow ? wordsRadius + offset + size * 0.36 : wordsRadius - offset - size * 0.36;
    // Letters that join or run from right to left stay on a straight line, where every browser sets them right.
    if (!/^[\p{Script=Latin}\p{N}\p{P}\p{Zs}\p{S}\p{M}]*$/u.test(line)) {
      const turn = isLow ? angle - 180 : angle;
      const y = isLow ? radius : -radius;
      return [s("text", { class: "clock-words", "font-size": size, transform: `rotate(${turn})`, y }, line)];
    }
    const id = `${name}-${index}`;
    return [
      s("path", { id, d: arc(angle, radius, isLow), fill: "none" }),
      s(
        "text",
        { class: "clock-words", "font-size": size },
        s("textPath", { href: `#${id}`, startOffset: "50%" }, line),
      ),
    ];
  });
}

/**
 * @param {number} angle
 * @param {number} radius
 * @param {boolean} isLow
 */
function arc(angle, radius, isLow) {
  const [from, to] = isLow ? [angle + 85, angle - 85] : [angle - 85, angle + 85];
  const [a, b] = [pointAt(from, radius), pointAt(to, radius)];
  return `M${a.x} ${a.y}A${radius} ${radius} 0 0 ${isLow ? 0 : 1} ${b.x} ${b.y}`;
}

/**
 * A text on one line or two, as large as there is room, and shortened only where it would be too small to read.
 *
 * @param {string} text
 * @param {number} room  units
 */
function fitted(text, room) {
  const whole = Math.min(wordsSizeMax, room / textWidth(text));
  if (whole >= 11.5) return { lines: [text], size: whole };
  const gaps = [...text.matchAll(/[ -]/g)].map((match) => (match.index ?? 0) + 1);
  const halves = gaps.map((gap) => [text.slice(0, gap).trim(), text.slice(gap)]);
  const longest = (/** @type {string[]} */ lines) => Math.max(...lines.map(textWidth));
  const best = halves.sort((left, right) => longest(left) - longest(right))[0];
  const split = best ? Math.min(12.5, room / longest(best)) : 0;
  const [lines, size] = split > whole ? [best, split] : [[text], whole];
  if (size >= wordsSizeMin) return { lines, size };
  return { lines: lines.map((line) => shortened(line, room / wordsSizeMin)), size: wordsSizeMin };
}

/**
 * @param {string} text
 * @param {number} widthMax
 */
function shortened(text, widthMax) {
  if (textWidth(text) <= widthMax) return text;
  const letters = [...text];
  while (letters.length > 1 && textWidth(letters.join("")) + 0.6 > widthMax) letters.pop();
  return `${letters.join("").trim()}…`;
}
