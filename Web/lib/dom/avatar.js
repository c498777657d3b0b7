// @ts-check
import { initials } from "../../models/people.js";
import { h } from "./dom.js";

/**
 * Somebody's picture, or their first letters on their colour; words beside it say the name.
 *
 * @param {{name: string, colour: number, picture?: string}} person
 * @param {string} [more]  further classes
 */
export function avatar(person, more = "") {
  const letters = initials(person.name);
  const picture = person.picture && h("img", { src: person.picture, alt: "", on: { error: giveUp } });
  return h(
    "span",
    { class: `avatar ${more}`.trim(), "data-colour": person.colour, "aria-hidden": "true", "data-letters": letters },
    picture || letters,
  );
}

/** @param {Event} event */
function giveUp(event) {
  const image = /** @type {HTMLImageElement} */ (event.target);
  const frame = /** @type {HTMLElement | null} */ (image.parentElement);
  image.replaceWith(frame?.dataset.letters ?? "");
}
