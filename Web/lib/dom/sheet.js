// @ts-check
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { keepAboveKeyboard } from "./keyboard.js";
import { layers } from "./layers.js";
import { t } from "../words/text.js";

/**
 * @typedef {object} Sheet
 * @property {HTMLDialogElement} dialog
 * @property {(words: string) => void} say  a short word within the sheet; the page's own cannot be heard through it
 * @property {() => void} close
 */

let count = 0;

/**
 * Opens a sheet over the page: from below on a phone, in the middle of a wide screen. Escape, a step back, the button
 * at its head and a tap beside it close it, and what opened it has the keyboard again.
 *
 * @param {string} title
 * @param {Node[]} content
 * @param {{signal?: AbortSignal, closed?: () => void}} [more]  what closes it from outside, and what follows
 * @returns {Sheet}
 */
export function openSheet(title, content, more = {}) {
  count += 1;
  const id = `sheet-${count}`;
  const words = h("p", { class: "small quiet", role: "status" });
  // The step back is taken first: a browser tells of the closing when it likes, and another sheet may open before that.
  const close = () => {
    left();
    dialog.close();
  };
  const heading = h("h2", { id, tabindex: "-1", autofocus: true }, title);
  const button = h("button", { class: "button icon-button", type: "button", "aria-label": t("common.close") });
  button.append(icon("close"));
  const head = h("div", { class: "sheet-head" }, heading, button);
  const body = h("div", { class: "stack" }, head, ...content, words);
  // Over a page about safety it is there at once.
  const dialog = h("dialog", { class: layers.isKept ? "sheet is-rising" : "sheet", "aria-labelledby": id }, body);
  const leaving = new AbortController();
  const opener = /** @type {HTMLElement | null} */ (document.activeElement);
  const { key } = opener?.dataset ?? {};
  button.addEventListener("click", close);
  dialog.addEventListener("click", (event) => event.target === dialog && close());
  const left = layers.open(close);
  dialog.addEventListener("close", () => {
    left();
    leaving.abort();
    dialog.remove();
    // The list below may have been drawn anew meanwhile: its row is another element with the same key.
    const back = opener?.isConnected ? opener : key && document.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (back instanceof HTMLElement) back.focus({ preventScroll: true });
    more.closed?.();
  });
  more.signal?.addEventListener("abort", close);
  document.body.append(dialog);
  dialog.showModal();
  keepAboveKeyboard(dialog, leaving.signal);
  return { dialog, close, say: (text) => words.replaceChildren(text) };
}

/**
 * Asks before something that cannot be undone; true where it is to be done.
 *
 * @param {{title: string, words: string, action: string}} question  the action in the words of its button
 * @param {AbortSignal} [signal]  closes it unanswered
 * @returns {Promise<boolean>}
 */
export function confirmed({ title, words, action }, signal) {
  return new Promise((answer) => {
    let isWanted = false;
    const act = () => {
      isWanted = true;
      sheet.close();
    };
    const leave = { click: () => sheet.close() };
    const buttons = h(
      "div",
      { class: "actions" },
      h("button", { class: "button danger-button", type: "button", on: { click: act } }, action),
      h("button", { class: "button quiet-button", type: "button", on: leave }, t("common.cancel")),
    );
    const sheet = openSheet(title, [h("p", {}, words), buttons], { signal, closed: () => answer(isWanted) });
    sheet.dialog.setAttribute("role", "alertdialog");
  });
}
