// @ts-check

/**
 * @typedef {{x: number | null, y: number | null, z: number | null} | null} Felt
 * @typedef {{timeStamp: number, acceleration: Felt, accelerationIncludingGravity: Felt}} Motion
 */

/**
 * Whether gravity has to be taken out of what the phone feels, as it says nothing without it; undefined where it feels
 * nothing at all.
 *
 * @param {Motion} motion
 * @returns {boolean | undefined}
 */
export function hasGravity({ acceleration, accelerationIncludingGravity }) {
  if (isFelt(acceleration)) return false;
  return isFelt(accelerationIncludingGravity) ? true : undefined;
}

/**
 * One sample as the detector takes it: its time, then three parts.
 *
 * @param {Motion} motion
 * @param {boolean} withGravity
 * @returns {number[]}  none where the phone felt nothing
 */
export function sampleOf({ timeStamp, acceleration, accelerationIncludingGravity }, withGravity) {
  const felt = withGravity ? accelerationIncludingGravity : acceleration;
  return isFelt(felt) ? [timeStamp, felt.x, felt.y, felt.z] : [];
}

/**
 * @param {Felt} felt
 * @returns {felt is {x: number, y: number, z: number}}
 */
function isFelt(felt) {
  return typeof felt?.x === "number" && typeof felt.y === "number" && typeof felt.z === "number";
}
