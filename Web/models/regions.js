// @ts-check

const mebibyte = 1 << 20;
/** The first piece is small: nobody knows yet how fast the way to the hub is. */
export const firstPieceBytes = mebibyte;
const pieceBytesMax = 8 * mebibyte;
/** A piece that takes longer is too large for a progress that is seen to move. */
const slowMilliseconds = 4_000;
const fastMilliseconds = 1_500;

/**
 * How large the next piece of a file is, by how long the last one took.
 *
 * @param {number} bytes  of the last piece
 * @param {number} milliseconds  that it took
 */
export function nextPieceBytes(bytes, milliseconds) {
  if (milliseconds > slowMilliseconds) return Math.max(mebibyte / 4, Math.floor(bytes / 2));
  return milliseconds < fastMilliseconds ? Math.min(pieceBytesMax, bytes * 2) : bytes;
}

/** @param {string} name */
export function isExtract(name) {
  return /^[A-Za-z0-9_-][A-Za-z0-9._-]*\.osm\.pbf$/.test(name) && name.length <= 100;
}

/** @param {string} name */
export function isRegionName(name) {
  return /^[a-z0-9][a-z0-9-]{0,39}$/.test(name);
}

/**
 * What a region of a file may be called: `liechtenstein-latest.osm.pbf` is of liechtenstein.
 *
 * @param {string} file
 */
export function regionNameOf(file) {
  const stem = file.toLowerCase().replace(/\.osm\.pbf$/, "").replace(/[-_.]?(latest|internal|\d{4,8})$/, "");
  const name = stem.replace(/[^a-z0-9]+/g, "-").slice(0, 40).replace(/^-+|-+$/g, "");
  return name || "home";
}

/**
 * How long something takes that nobody knows well: minutes, and tens of them where it is long.
 *
 * @param {number} seconds
 */
export function roughMinutes(seconds) {
  const minutes = Math.ceil(seconds / 60);
  return minutes > 20 ? 10 * Math.ceil(minutes / 10) : minutes;
}

/**
 * Whether the month is over for which a region's map counts as new.
 *
 * @param {string} importedAt
 * @param {number} now
 */
export function isAMonthOld(importedAt, now) {
  return now - Date.parse(importedAt) > 30 * 86_400_000;
}

/**
 * A size as people say it of files: its unit, and the figure with so many digits behind the point.
 *
 * @param {number} bytes
 * @returns {{key: "size.megabytes" | "size.gigabytes", figure: number, digits: number}}
 */
export function sizeOf(bytes) {
  if (bytes >= 1e9) return { key: "size.gigabytes", figure: bytes / 1e9, digits: 1 };
  return { key: "size.megabytes", figure: bytes / 1e6, digits: bytes < 1e7 ? 1 : 0 };
}
