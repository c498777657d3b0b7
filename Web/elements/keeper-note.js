// @ts-check
import { h } from "../lib/dom/dom.js";
import { openSheet } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";

/**
 * What everybody is told of whoever runs the hub before they share anything (F45), and a way to think about it.
 *
 * @param {AbortSignal} signal  closes the words when the page is left
 */
export function keeperNote(signal) {
  const open = () => {
    const words = [t("keeper.pages"), t("keeper.afraid"), t("keeper.stop"), t("keeper.help")];
    openSheet(t("keeper.title"), words.map((text) => h("p", {}, text)), { signal });
  };
  return h(
    "div",
    { class: "keeper-note" },
    h("p", { class: "quiet small" }, t("keeper.words")),
    h("button", { class: "button quiet-button", type: "button", on: { click: open } }, t("keeper.ask")),
  );
}
