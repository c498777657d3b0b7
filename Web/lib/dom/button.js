// @ts-check
import { h } from "./dom.js";
import { icon } from "./icons.js";

/**
 * A button that does something on this page.
 *
 * @param {string} words
 * @param {() => void} click
 * @param {{style?: string, key?: string, picture?: import("./icons.js").IconName}} [more]  the style is the main one where
 *   none is named; a key keeps the keyboard on it when its part is drawn anew
 */
export function button(words, click, more = {}) {
  const { style = "", key, picture } = more;
  const element = h("button", { class: `button ${style}`.trim(), type: "button", "data-key": key, on: { click } });
  if (picture) element.append(icon(picture));
  element.append(words);
  return element;
}
