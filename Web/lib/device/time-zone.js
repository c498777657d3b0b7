// @ts-check

/** The time zone that this device lives by, as the time zone database calls it; undefined where it does not say. */
export function deviceTimeZone() {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || undefined;
}

/**
 * The time zones to choose from, the chosen one among them.
 *
 * @param {string | undefined} chosen
 * @returns {string[]}
 */
export function timeZones(chosen) {
  // Older browsers do not list them: then there is what the device says, and what was chosen.
  const known = /** @type {any} */ (Intl).supportedValuesOf?.("timeZone") ?? [];
  const more = [chosen, deviceTimeZone(), "UTC"].filter((zone) => zone !== undefined && !known.includes(zone));
  return [.../** @type {string[]} */ (known), ...new Set(/** @type {string[]} */ (more))].sort();
}
