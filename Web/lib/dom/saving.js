// @ts-check
import { errorWords } from "./page.js";
import { presses } from "./presses.js";
import { t } from "../words/text.js";

/**
 * Drawings that wait for the end of a press, the newest of each part, with what they are to replace.
 *
 * @type {Map<Element, {children: Node[], instead: Node[], then: (() => void)[]}>}
 */
const waiting = new Map();

/**
 * Saves a change at once: says that it is saved, or what is wrong after the page shows again what holds.
 *
 * @param {() => Promise<unknown>} perform
 * @param {{say: (words: string) => void, undo?: () => void, complain?: (words: string) => void, done?: string}} how
 *   `complain` takes what is wrong to its own place; `done` is said instead of "Saved"
 * @returns {Promise<boolean>}  whether it was saved
 */
export async function save(perform, { say, undo, complain = say, done }) {
  try {
    await perform();
  } catch (error) {
    undo?.();
    complain(errorWords(error));
    return false;
  }
  say(done ?? t("common.saved"));
  return true;
}

/**
 * Draws a part of the page anew, so that whoever stands on one of its buttons still stands there: a button of the same
 * `data-key` gets the keyboard back. While something in it is pressed it stays as it is until the click has been heard,
 * which would otherwise be lost with the button.
 *
 * @param {Element} container
 * @param {...Node} children
 */
export function redraw(container, ...children) {
  if (presses.isIn(container)) {
    const then = waiting.get(container)?.then ?? [];
    waiting.set(container, { children, instead: [...container.childNodes], then });
    return;
  }
  const then = waiting.get(container)?.then ?? [];
  waiting.delete(container);
  draw(container, children);
  for (const act of then) act();
}

/**
 * Does something with what `redraw` has drawn last: now, or once that is in the page.
 *
 * @param {Element} container
 * @param {() => void} act
 */
export function whenDrawn(container, act) {
  const drawing = waiting.get(container);
  if (drawing) drawing.then.push(act);
  else act();
}

presses.addEventListener("end", () => {
  for (const [container, { children, instead, then }] of [...waiting]) {
    if (presses.isIn(container)) continue;
    waiting.delete(container);
    // What somebody else has put there since, or taken away, is newer.
    const isAsItWas = instead.length ? instead.some((node) => node.parentNode === container) : !container.hasChildNodes();
    if (!isAsItWas) continue;
    draw(container, children);
    for (const act of then) act();
  }
});

/**
 * @param {Element} container
 * @param {Node[]} children
 */
function draw(container, children) {
  const active = document.activeElement;
  const key = active instanceof HTMLElement && container.contains(active) ? active.dataset.key : undefined;
  container.replaceChildren(...children);
  const again = key && container.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
}
