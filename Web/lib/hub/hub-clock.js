// @ts-check

/** What the hub's answers say of its time beside this device's clock, in milliseconds. */
let ahead = 0;

/** Less than this is the time an answer takes, not a wrong clock. */
const jitterMilliseconds = 700;

/**
 * Takes note of the hub's time, as each of its answers says it.
 *
 * @param {string | null} time  RFC 3339
 * @param {number} [now]
 */
export function hearHubTime(time, now = Date.now()) {
  const heard = time ? Date.parse(time) - now : Number.NaN;
  if (Math.abs(heard - ahead) > jitterMilliseconds) ahead = heard;
}

/** How far the hub's clock is ahead of this device's, in milliseconds. */
export function hubAhead() {
  return ahead;
}

/**
 * The time by the hub's clock, in milliseconds since 1970: whatever the hub says of times is compared with this, so that
 * a device whose clock is wrong shows no wrong ages.
 */
export function hubNow() {
  return Date.now() + ahead;
}
