// @ts-check

/** @typedef {import("../lib/hub/shapes.js").HiddenHours} HiddenHours */

/**
 * The hours that are set against one viewer.
 *
 * @param {HiddenHours[]} all
 * @param {string} viewer
 */
export function hiddenFor(all, viewer) {
  return all.filter((hours) => hours.viewer === viewer);
}

/**
 * All hours with those of one viewer replaced.
 *
 * @param {HiddenHours[]} all
 * @param {string} viewer
 * @param {Omit<HiddenHours, "viewer">[]} changed
 * @returns {HiddenHours[]}
 */
export function withHours(all, viewer, changed) {
  return [...all.filter((hours) => hours.viewer !== viewer), ...changed.map((hours) => ({ ...hours, viewer }))];
}

/**
 * A minute of the day as a field for times holds it.
 *
 * @param {number} minute
 */
export function timeOfMinute(minute) {
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

/**
 * The minute of the day that a field for times holds; midnight where it holds none.
 *
 * @param {string} time  such as 18:30
 */
export function minuteOf(time) {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  const minute = hours * 60 + minutes;
  return Number.isInteger(minute) && minute >= 0 && minute < 1_440 ? minute : 0;
}
