// @ts-check

/**
 * @typedef {import("../lib/hub/shapes.js").Connection} Connection
 * @typedef {import("../lib/hub/shapes.js").Precision} Precision
 * @typedef {import("../lib/hub/live-shapes.js").LiveLink} LiveLink
 * @typedef {"hour" | "tonight" | "month" | "date" | "none" | "kept"} Ending  how long somebody is to be shared with
 */

/**
 * What can be shared, from nothing to everything.
 *
 * @type {Precision[]}
 */
export const levels = ["off", "place", "coarse", "exact"];

const hourMilliseconds = 3_600_000;

/**
 * The moment at which an ending ends; undefined where the sharing has no end of its own.
 *
 * Tonight is 23:59 where the page is; a month is 30 days from now.
 *
 * @param {Ending} ending
 * @param {number} now
 * @param {{kept?: string, date?: string}} [given]  the end that stands already, and the one that was typed
 * @returns {string | undefined}
 */
export function endOf(ending, now, given = {}) {
  switch (ending) {
    case "hour":
      return new Date(now + hourMilliseconds).toISOString();
    case "tonight":
      return endOfDay(now).toISOString();
    case "month":
      return new Date(now + 30 * 24 * hourMilliseconds).toISOString();
    case "kept":
      return given.kept;
    case "date":
      return given.date && !Number.isNaN(Date.parse(given.date)) ? new Date(given.date).toISOString() : undefined;
    default:
      return undefined;
  }
}

/**
 * What is wrong with a typed end: nothing typed, or a moment that has passed.
 *
 * @param {string} typed  as a field for day and time holds it
 * @param {number} now
 * @returns {"missing" | "past" | undefined}
 */
export function wrongEnd(typed, now) {
  const end = Date.parse(typed);
  if (Number.isNaN(end)) return "missing";
  return end <= now ? "past" : undefined;
}

/**
 * A moment as a field for day and time holds it, in the time zone where the page is.
 *
 * @param {number} moment
 */
export function fieldTime(moment) {
  const time = new Date(moment);
  const local = new Date(moment - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/**
 * Those who see anything of me now: not those whom I show nothing, nor those whose time has run out.
 *
 * @param {Connection[]} seers
 * @param {number} now
 */
export function sharedWith(seers, now) {
  return seers.filter((seer) => seer.precision !== "off" && !isOver(seer, now));
}

/**
 * The live links that show me now: not those that are over, nor those that wait for an adult.
 *
 * @param {LiveLink[]} links
 * @param {number} now
 */
export function openLinks(links, now) {
  return links.filter(({ expiresAt, waits }) => !waits && Date.parse(expiresAt) > now);
}

/**
 * With how many I share now: each person who sees me, each live link, and the wall displays of my family as one.
 *
 * @param {{connections: {seers: Connection[]}, liveLinks: LiveLink[], isOnWalls: boolean}} family
 * @param {number} now
 */
export function sharingCount({ connections, liveLinks, isOnWalls }, now) {
  return sharedWith(connections.seers, now).length + openLinks(liveLinks, now).length + (isOnWalls ? 1 : 0);
}

/**
 * Whether a connection has run out by itself.
 *
 * @param {Connection} connection
 * @param {number} now
 */
export function isOver(connection, now) {
  return connection.expiresAt !== undefined && Date.parse(connection.expiresAt) <= now;
}

/** @param {number} now */
function endOfDay(now) {
  const end = new Date(now);
  end.setHours(23, 59, 0, 0);
  // In the last minute of a day it is the next one's.
  if (end.getTime() <= now) end.setDate(end.getDate() + 1);
  return end;
}
