// @ts-check

/**
 * @typedef {import("./place.js").Spot} Spot
 *
 * @typedef {object} Share  what another app shared, as it came
 * @property {string} title
 * @property {string} text
 * @property {string} url
 */

/** A share that nobody opened by then is forgotten. */
export const shareMilliseconds = 15 * 60_000;
/** Map apps share far less; what is longer is not read. */
const textMax = 4_000;
const nameMax = 60;

const degrees = String.raw`(-?\d{1,3}(?:\.\d+)?)`;
const pairPattern = new RegExp(String.raw`^\s*(?:loc:)?${degrees}\s*[,~;]\s*\+?${degrees}\s*(?:,|\((.*)\)\s*$|$)`, "u");
const linkPattern = /(?:geo:|https?:\/\/)[^\s<>"']+/giu;
const decimalPattern = /(-?\d{1,2}\.\d{3,})\s*°?\s*([NS])?[\s,;]+(-?\d{1,3}\.\d{3,})\s*°?\s*([EW])?/iu;
const sexagesimalPattern =
  /(\d{1,2})°\s*(\d{1,2})['′’]\s*(\d{1,2}(?:\.\d+)?)["″”]\s*([NS])[\s,]+(\d{1,3})°\s*(\d{1,2})['′’]\s*(\d{1,2}(?:\.\d+)?)["″”]\s*([EW])/iu;

/** Names of a link's fields that hold a point in two parts. */
const twoFields = [["mlat", "mlon"], ["lat", "lon"], ["lat", "lng"], ["latitude", "longitude"]];
/** Names of those that hold one, the place itself before what is merely looked at. */
const oneField = ["coordinate", "pin", "query", "q", "daddr", "destination", "to", "ll", "sll", "center", "cp"];

/**
 * The point that another app shared, and what it is called: from a `geo:` link, a map's link, or coordinates in words. It is
 * only read: no link is followed, and nobody is asked.
 *
 * @param {Share} share
 * @returns {(Spot & {name: string}) | undefined}
 */
export function sharedPlace({ title, text, url }) {
  const words = [url, text, title].join("\n").slice(0, textMax);
  const links = words.match(linkPattern) ?? [];
  const rest = words.replace(linkPattern, " ");
  for (const link of links) {
    const found = link.toLowerCase().startsWith("geo:") ? inGeo(link) : inLink(link);
    if (found) return { ...found, name: found.name || nameOf([title, text]) };
  }
  const spot = inWords(rest);
  return spot && { ...spot, name: nameOf([title, text]) };
}

/**
 * A `geo:` link (RFC 5870), also with the `q` that Android's apps add.
 *
 * @param {string} link
 */
function inGeo(link) {
  const [path, query = ""] = link.slice("geo:".length).split("?");
  const asked = new URLSearchParams(query).get("q") ?? "";
  const named = pair(asked);
  if (named) return named;
  const spot = pair(path.split(";")[0]);
  return spot && { ...spot, name: cut(asked) };
}

/** @param {string} link */
function inLink(link) {
  let url;
  try {
    url = new URL(link);
  } catch {
    return undefined;
  }
  const fields = url.searchParams;
  const path = plain(url.pathname);
  const name = cut(fields.get("name") ?? path.match(/\/place\/([^/@]+)/u)?.[1]?.replaceAll("+", " ") ?? "");
  const spot =
    twoFields.map(([latitude, longitude]) => point(fields.get(latitude), fields.get(longitude))).find(Boolean) ??
    matched(path, /!3d(-?\d+\.\d+)!4d(-?\d+\.\d+)/u) ??
    inFields(fields, url.hostname) ??
    matched(path, /@(-?\d+\.\d+),(-?\d+\.\d+)/u) ??
    matched(path, /\/(-?\d{1,2}\.\d+),[+\s]*(-?\d{1,3}\.\d+)/u) ??
    matched(url.hash, /^#(?:map=)?[\d.]+\/(-?\d+\.\d+)\/(-?\d+\.\d+)/u);
  const called = cut(fields.get("q") ?? "");
  return spot && { ...spot, name: (pair(name) ? "" : name) || (pair(called) ? "" : called) };
}

/**
 * @param {URLSearchParams} fields
 * @param {string} host
 */
function inFields(fields, host) {
  // Yandex writes the longitude first: a place in another country is worse than none.
  if (/(^|\.)yandex\./u.test(host)) return undefined;
  return oneField.map((field) => pair(fields.get(field) ?? "")).find(Boolean);
}

/** @param {string} words */
function inWords(words) {
  const whole = words.match(sexagesimalPattern);
  if (whole) {
    const [latitude, longitude] = [whole.slice(1, 5), whole.slice(5, 9)].map(([degree, minute, second, side]) => {
      return signed(Number(degree) + Number(minute) / 60 + Number(second) / 3_600, side);
    });
    return spotOf(latitude, longitude);
  }
  const found = words.match(decimalPattern);
  return found ? spotOf(signed(Number(found[1]), found[2]), signed(Number(found[3]), found[4])) : undefined;
}

/**
 * @param {number} value
 * @param {string | undefined} side
 */
function signed(value, side) {
  return side && /[sw]/iu.test(side) ? -Math.abs(value) : value;
}

/**
 * Two numbers in one text, with what stands behind them in brackets.
 *
 * @param {string} text
 */
function pair(text) {
  const found = text.match(pairPattern);
  const spot = found && point(found[1], found[2]);
  return spot ? { ...spot, name: cut(found?.[3] ?? "") } : undefined;
}

/**
 * @param {string} text
 * @param {RegExp} pattern
 */
function matched(text, pattern) {
  const found = text.match(pattern);
  return found ? point(found[1], found[2]) : undefined;
}

/**
 * @param {string | null} latitude
 * @param {string | null} longitude
 */
function point(latitude, longitude) {
  return latitude?.trim() && longitude?.trim() ? spotOf(Number(latitude), Number(longitude)) : undefined;
}

/**
 * @param {number} latitude
 * @param {number} longitude
 * @returns {Spot | undefined}
 */
function spotOf(latitude, longitude) {
  const isPoint = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  // Apps that know only a name write nought and nought.
  return isPoint && !(latitude === 0 && longitude === 0) ? { latitude, longitude } : undefined;
}

/**
 * The first line that is a name: neither a link nor coordinates.
 *
 * @param {string[]} texts
 */
function nameOf(texts) {
  const lines = texts.flatMap((text) => text.slice(0, textMax).replace(linkPattern, " ").split("\n")).map(cut);
  return lines.find((line) => /\p{L}/u.test(line) && !decimalPattern.test(line) && !sexagesimalPattern.test(line)) ?? "";
}

/**
 * One line of a shared text, without the signs that turn the text around it, and as long as a name may be.
 *
 * @param {string} text
 */
function cut(text) {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, " ").trim();
  return Array.from(line).slice(0, nameMax).join("").trim();
}

/** @param {string} path */
function plain(path) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
