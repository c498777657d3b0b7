// @ts-check

/**
 * @typedef {import("../lib/hub/shapes.js").Device} Device
 * @typedef {import("../lib/hub/shapes.js").Presence} Presence
 * @typedef {import("../lib/hub/shapes.js").Me} Me
 */

/** A position and a sign of life within this time belong together. */
const togetherMilliseconds = 60_000;

/**
 * What keeps a phone from reporting to an address: it means the phone itself, or it is not encrypted.
 *
 * @param {string} address
 * @returns {"thisMachine" | "plain" | undefined}
 */
export function unreachable(address) {
  const { protocol, hostname } = new URL(address);
  if (hostname === "localhost" || hostname.endsWith(".localhost")) return "thisMachine";
  if (/^127\./u.test(hostname) || hostname === "[::1]") return "thisMachine";
  return protocol === "https:" ? undefined : "plain";
}

/**
 * The battery of a device, where my newest position came in when the device was heard last; the hub knows it for
 * people, so that for a device heard at another time it is not known.
 *
 * @param {Device} device
 * @param {Presence | undefined} presence  my own
 * @returns {number | undefined}
 */
export function batteryOf(device, presence) {
  const fix = presence?.fix;
  if (!fix || !device.heardAt) return undefined;
  const apart = Math.abs(Date.parse(device.heardAt) - Date.parse(fix.at));
  return apart <= togetherMilliseconds ? fix.batteryPercent : undefined;
}

/**
 * Whether a device is a car, a pet or a thing; not a Traccar server that forwards trackers.
 *
 * @param {Device} device
 */
export function isThing({ follows, trackers }) {
  return !follows && !trackers;
}

/**
 * The first part of a name, for "Anna's phone".
 *
 * @param {string} name
 */
export function firstName(name) {
  return name.trim().split(/\s+/u)[0] ?? "";
}
