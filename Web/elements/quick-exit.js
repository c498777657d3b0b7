// @ts-check
import { h } from "../lib/dom/dom.js";
import { icon } from "../lib/dom/icons.js";
import { t } from "../lib/words/text.js";

/** A page of another site that anybody may have open; it hears nothing of where the visitor came from. */
export const neutralPage = "https://www.wikipedia.org/";

/**
 * The way out of a page that somebody else had better not see: one tap leads to another site, and no step back leads
 * here again (safety F33).
 */
export function quickExit() {
  const leave = () => {
    document.body.replaceChildren();
    // An app on the home screen opens another site above itself: what it shows below is the clock.
    history.replaceState(null, "", "/clock");
    location.replace(neutralPage);
  };
  const button = h("button", { class: "button quiet-button quick-exit", type: "button", on: { click: leave } });
  button.append(icon("close"), t("exit.leave"));
  return button;
}
