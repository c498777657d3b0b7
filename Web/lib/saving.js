// @ts-check
import { errorWords } from "./page.js";
import { t } from "./text.js";

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
 * `data-key` gets the keyboard back.
 *
 * @param {Element} container
 * @param {...Node} children
 */
export function redraw(container, ...children) {
  const active = document.activeElement;
  const key = active instanceof HTMLElement && container.contains(active) ? active.dataset.key : undefined;
  container.replaceChildren(...children);
  const again = key && container.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (again instanceof HTMLElement) again.focus({ preventScroll: true });
}
