// @ts-check

/**
 * @typedef {import("../lib/hub/trip-shapes.js").Emergency} Emergency
 * @typedef {import("../lib/hub/trip-shapes.js").Service} Service
 * @typedef {{service: Service, number: string}} Choice
 */

/**
 * What can be dialled, the numbers for everything first, each number of a service once however many countries have it.
 *
 * @param {Emergency | undefined} emergency
 * @returns {Choice[]}
 */
export function choices(emergency) {
  /** @type {Choice[]} */
  const found = [];
  for (const { service, number } of (emergency?.countries ?? []).flatMap(({ numbers }) => numbers)) {
    if (!found.some((one) => one.service === service && one.number === number)) found.push({ service, number });
  }
  return [...found.filter(({ service }) => service === "any"), ...found.filter(({ service }) => service !== "any")];
}

/**
 * Each country with the numbers to name beside it: the one for everything, or police, ambulance and fire.
 *
 * @param {Emergency | undefined} emergency
 * @returns {{country: string, numbers: string[]}[]}
 */
export function named(emergency) {
  return (emergency?.countries ?? []).map(({ country, numbers }) => {
    const forAll = numbers.filter(({ service }) => service === "any");
    return { country, numbers: (forAll.length > 0 ? forAll : numbers).map(({ number }) => number) };
  });
}

/** After so long a position no longer says where somebody is, as on the hub. */
const positionMilliseconds = 600_000;

/**
 * An answer as it counts now: one from a position says after ten minutes that it is the last one known.
 *
 * @param {Emergency} emergency
 * @param {number} at  when the hub gave it, by this page's clock
 * @param {number} now
 * @returns {Emergency}
 */
export function aged(emergency, at, now) {
  const isOld = emergency.source === "position" && Math.abs(now - at) > positionMilliseconds;
  return isOld ? { ...emergency, source: "lastPosition" } : emergency;
}

/**
 * An answer that was kept for when the hub is away; undefined for what is none.
 *
 * @param {string | null} text
 * @param {number} now
 * @returns {Emergency | undefined}
 */
export function keptEmergency(text, now) {
  try {
    const { emergency, at } = JSON.parse(text ?? "{}");
    const isAnswer = Array.isArray(emergency?.countries) && typeof emergency.source === "string" && typeof at === "number";
    return isAnswer ? aged(emergency, at, now) : undefined;
  } catch {
    // Not ours.
    return undefined;
  }
}
