// @ts-check
import { isRiding } from "../lib/device/ride.js";
import { leaveNothing } from "../lib/hub/leave-nothing.js";
import { h } from "../lib/dom/dom.js";
import { icon } from "../lib/dom/icons.js";
import { confirmed } from "../lib/dom/sheet.js";
import { loadStyles } from "../lib/dom/styles.js";
import { t } from "../lib/words/text.js";

/** A page of another site that anybody may have open; it hears nothing of where the visitor came from. */
export const neutralPage = "https://www.wikipedia.org/";

/**
 * The way out of a page that somebody else had better not see: one tap leads to another site, and no step back leads
 * here again (safety F33). It asks once where a trip would lose its signal with the page.
 */
export function quickExit() {
  const leave = async () => {
    if (isRiding() && !(await isToEnd())) return;
    document.body.replaceChildren();
    leaveNothing();
    // An app on the home screen opens another site above itself: what it shows below is the clock.
    history.replaceState(null, "", "/clock");
    location.replace(neutralPage);
  };
  const button = h("button", { class: "button quiet-button quick-exit", type: "button", on: { click: leave } });
  // Where there is no room for its words it has them all the same.
  button.setAttribute("aria-label", t("exit.leave"));
  button.append(icon("hide"), h("span", {}, t("exit.leave")));
  return button;
}

async function isToEnd() {
  await loadStyles(["sheet"]);
  return confirmed({ title: t("exit.rideTitle"), words: t("exit.rideWords"), action: t("exit.leave") });
}
