// @ts-check

/**
 * A language nobody speaks, made of another one: each text a third longer, with long words and some written from right
 * to left, so that a layout that breaks on them is seen before a translator does.
 *
 * @template {Record<string, string | {one: string, other: string}>} Texts
 * @param {Texts} texts
 * @returns {Texts}
 */
export function pseudo(texts) {
  const entries = Object.entries(texts).map(([key, entry], index) => [key, changed(entry, index)]);
  return Object.fromEntries(entries);
}

/**
 * @param {string | {one: string, other: string}} entry
 * @param {number} index
 */
function changed(entry, index) {
  if (typeof entry === "string") return longer(entry, index);
  return { one: longer(entry.one, index), other: longer(entry.other, index) };
}

const accents = new Map(Object.entries({ a: "á", e: "ë", i: "ï", o: "ö", u: "ü", A: "Å", E: "É", O: "Ø", n: "ñ" }));
const rightToLeft = ["שלום", "مرحبا"];

/**
 * @param {string} text
 * @param {number} index
 */
function longer(text, index) {
  // What stands between braces is filled in later and keeps its name.
  const accented = text.replace(/\{\w+\}|./gs, (part) => accents.get(part) ?? part);
  const room = Math.ceil(text.length / 3);
  const tail = index % 5 === 0 ? ` ${rightToLeft[index % 2]}` : room > 3 ? ` ${"~".repeat(Math.min(room, 14))}` : "~";
  return `[${accented}${tail}]`;
}
