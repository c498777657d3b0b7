// @ts-check

/**
 * @typedef {Record<string, string | number | boolean | null | undefined>} Attributes
 * @typedef {Node | string | null | undefined | false} Child
 * @typedef {{[type: string]: (event: any) => void}} Listeners
 */

/**
 * Makes an element: attributes by their names in HTML, `on` for listeners, then what stands inside.
 *
 * True is an attribute without a value; false, null and undefined are none. Text is always text, never markup.
 *
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes & {on?: never} | {on?: Listeners, [attribute: string]: any}} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function h(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  fill(element, attributes, children);
  return element;
}

/**
 * The same for the elements of a drawing.
 *
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {{on?: Listeners, [attribute: string]: any}} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[Name]}
 */
export function s(name, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  fill(element, attributes, children);
  return element;
}

/**
 * Sets attributes, taking away those that are false, null or undefined.
 *
 * @param {Element} element
 * @param {{[attribute: string]: any}} attributes
 */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * Sets a text where it is another: a screen reader does not read the same twice.
 *
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Resolves when what stands in the page now has been painted; in a hidden tab, once that is looked at.
 *
 * @returns {Promise<void>}
 */
export function painted() {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))));
}

/**
 * @param {Element} element
 * @param {{on?: Listeners, [attribute: string]: any}} attributes
 * @param {Child[]} children
 */
function fill(element, attributes, children) {
  const { on, ...rest } = attributes;
  set(element, rest);
  for (const [type, listener] of Object.entries(on ?? {})) element.addEventListener(type, listener);
  element.append(...children.filter(isThere));
}

/**
 * @param {Child} child
 * @returns {child is Node | string}
 */
function isThere(child) {
  return child !== null && child !== undefined && child !== false && child !== "";
}
