// @ts-check
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "../words/text.js";

/**
 * @typedef {"loading" | "empty" | "error" | "offline"} Kind
 * @typedef {{title: string, words: string, action?: {text: string, perform: () => void}}} Words
 */

/** @type {Record<Exclude<Kind, "loading">, import("./icons.js").IconName>} */
const pictures = { empty: "hearth", error: "caution", offline: "offline" };

/**
 * What stands where nothing can be shown yet: a skeleton of what comes, or plain words and the one thing to do.
 *
 * @param {Kind} kind
 * @param {Words} [words]  needed for all but loading
 */
export function stateView(kind, words) {
  if (kind === "loading" || !words) {
    return h(
      "div",
      { class: "state state-loading", role: "status" },
      h("span", { class: "visually-hidden" }, t("state.loading")),
      ...["", "", ""].map(() => h("div", { class: "skeleton", "aria-hidden": "true" })),
    );
  }
  const { title, words: text, action } = words;
  return h(
    "div",
    { class: `state state-${kind}`, role: kind === "empty" ? undefined : "alert" },
    icon(pictures[kind]),
    h("h2", {}, title),
    h("p", {}, text),
    action && h("button", { class: "button", type: "button", on: { click: action.perform } }, action.text),
  );
}
