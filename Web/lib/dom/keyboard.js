// @ts-check
import { coveredPixels, hasNumberKeyboard } from "../../models/keyboard.js";

/** A tap on one of these does something of its own. */
const controls = "a, button, input, label, select, summary, textarea, code-boxes, [role=option]";

/**
 * Keeps a sheet above the phone's keyboard, which covers the foot of a page without making it smaller.
 *
 * @param {HTMLDialogElement} sheet
 * @param {AbortSignal} signal  when it is closed
 */
export function keepAboveKeyboard(sheet, signal) {
  const view = window.visualViewport;
  if (!view) return;
  const fit = () => {
    const pixels = coveredPixels(view, document.documentElement.clientHeight);
    sheet.style.setProperty("--keyboard", `${pixels}px`);
    return pixels > 0;
  };
  const resized = () => {
    const field = document.activeElement;
    if (fit() && field && field !== sheet && sheet.contains(field)) field.scrollIntoView({ block: "nearest" });
  };
  view.addEventListener("resize", resized, { signal });
  view.addEventListener("scroll", fit, { signal });
  fit();
}

/** Puts the number keyboard away when what was typed is sent, and on a tap beside the fields. */
export function closeNumberKeyboards() {
  const touch = matchMedia("(pointer: coarse)");
  const close = () => {
    const field = document.activeElement;
    // Elsewhere there is nothing to put away, and whoever types would lose their place.
    if (touch.matches && field instanceof HTMLInputElement && hasNumberKeyboard(field)) field.blur();
  };
  // Before the form judges what was typed: it may lead back to the field.
  document.addEventListener("submit", close, { capture: true });
  document.addEventListener("pointerup", ({ pointerType, target }) => {
    if (pointerType === "touch" && !(target instanceof Element && target.closest(controls))) close();
  });
}
