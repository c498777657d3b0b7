// @ts-check

/**
 * How much of the page's foot a phone's keyboard covers, in pixels of the page.
 *
 * @param {{height: number, offsetTop: number, scale: number}} view  what is seen of the page
 * @param {number} pageHeight
 */
export function coveredPixels({ height, offsetTop, scale }, pageHeight) {
  // Whoever has drawn the page larger sees less of it too, and of that nothing is covered.
  const seen = scale > 1 ? height * scale : offsetTop + height;
  return Math.max(0, Math.round(pageHeight - seen));
}

/**
 * Whether a phone shows its keyboard of digits for a field, which has no key of its own to put it away.
 *
 * @param {{type: string, inputMode: string}} field
 */
export function hasNumberKeyboard({ type, inputMode }) {
  return inputMode === "" ? type === "tel" || type === "number" : ["tel", "numeric", "decimal"].includes(inputMode);
}
