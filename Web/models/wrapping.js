// @ts-check

/**
 * A text in lines that fit, broken between words; a word that fits on no line is broken within, and what is too much for
 * all lines ends in an ellipsis.
 *
 * @param {string} text
 * @param {number} width
 * @param {number} linesMax
 * @param {(text: string) => number} measure
 * @returns {string[]}
 */
export function wrapped(text, width, linesMax, measure) {
  const words = text.split(/\s+/).filter(Boolean).flatMap((word) => pieces(word, width, measure));
  /** @type {string[]} */
  const lines = [];
  for (const word of words) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && measure(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  if (lines.length <= linesMax) return lines;
  return [...lines.slice(0, linesMax - 1), shortened(lines.slice(linesMax - 1).join(" "), width, measure)];
}

/**
 * @param {string} word
 * @param {number} width
 * @param {(text: string) => number} measure
 */
function pieces(word, width, measure) {
  if (measure(word) <= width) return [word];
  /** @type {string[]} */
  const parts = [""];
  for (const letter of word) {
    const longer = parts[parts.length - 1] + letter;
    if (measure(longer) <= width || parts[parts.length - 1] === "") parts[parts.length - 1] = longer;
    else parts.push(letter);
  }
  return parts;
}

/**
 * @param {string} text
 * @param {number} width
 * @param {(text: string) => number} measure
 */
function shortened(text, width, measure) {
  let letters = Array.from(text);
  while (letters.length > 1 && measure(`${letters.join("")}…`) > width) letters = letters.slice(0, -1);
  return letters.length < Array.from(text).length ? `${letters.join("").trimEnd()}…` : text;
}
