// @ts-check
import { h } from "../lib/dom/dom.js";
import { Refusal, Unreachable } from "../lib/hub/api.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { errorWords } from "../lib/dom/page.js";
import { openSheet } from "../lib/dom/sheet.js";
import { loadStyles } from "../lib/dom/styles.js";
import { t } from "../lib/words/text.js";
import "./pin-pad.js";

/** @typedef {import("./pin-pad.js").PINPad} PINPad */

/**
 * Shows on a pad why a PIN was not taken.
 *
 * @param {PINPad} pad
 * @param {unknown} error  as the request rejected
 */
export function pinTaken(pad, error) {
  if (error instanceof Unreachable) return pad.say(t("pin.away"));
  if (error instanceof Refusal && error.code === "pinLocked") return pad.lock(hubNow() + error.retryAfterSeconds * 1_000);
  if (error instanceof Refusal && error.code === "wrongPin") return pad.refuse(t("pin.wrong"));
  return pad.refuse(errorWords(error));
}

/**
 * Asks for the PIN in a sheet, and does with it what takes one; wrong ones are asked again.
 *
 * @param {{title: string, words: string}} about
 * @param {(pin: string) => Promise<unknown>} work
 * @param {AbortSignal} [signal]  closes it
 * @returns {Promise<boolean>}  whether it was done
 */
export async function withPIN({ title, words }, work, signal) {
  await loadStyles(["sheet", "pin"]);
  return new Promise((answer) => {
    let isDone = false;
    const pad = /** @type {PINPad} */ (document.createElement("pin-pad"));
    pad.addEventListener("enter", async (event) => {
      pad.waiting = true;
      pad.say(t("pin.trying"));
      try {
        await work(/** @type {CustomEvent} */ (event).detail);
        isDone = true;
        sheet.close();
      } catch (error) {
        if (error instanceof Unreachable) pad.refuse(errorWords(error));
        else pinTaken(pad, error);
      } finally {
        pad.waiting = false;
      }
    });
    const sheet = openSheet(title, [h("p", {}, words), pad], { signal, closed: () => answer(isDone) });
    pad.focus();
  });
}
