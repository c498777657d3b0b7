// @ts-check
import { h } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { t } from "../lib/text.js";

/**
 * The way out of a page that somebody else had better not see: one tap leads to the clock, which hangs in any kitchen,
 * and no step back leads here again (safety F33).
 */
export function quickExit() {
  const leave = () => {
    document.body.replaceChildren();
    location.replace("/clock");
  };
  const button = h("button", { class: "button quiet-button quick-exit", type: "button", on: { click: leave } });
  button.append(icon("close"), t("exit.leave"));
  return button;
}
