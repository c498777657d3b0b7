// @ts-check
import { openLinks, sharedWith } from "../../models/sharing.js";
import { h } from "./dom.js";
import { hubNow } from "../hub/hub-clock.js";
import { openSheet } from "./sheet.js";
import { loadStyles } from "./styles.js";
import { allTexts, t } from "../words/text.js";

/** Said once in each session of a browser: it forgets this with its tab. */
const told = "hearth.childTold";

/**
 * Tells a child, each time it begins to use the page, who can see it and how well, in words for its age (safety F43).
 *
 * Nothing is said while nobody sees anything.
 *
 * @param {import("./page.js").App} app
 */
export async function tellChild({ family, router }) {
  if (family.me?.role !== "child" || sessionStorage.getItem(told) === family.me.id) return;
  const now = hubNow();
  const seers = [...sharedWith(family.connections.seers, now), ...openLinks(family.liveLinks, now)];
  if (seers.length === 0) return;
  await Promise.all([allTexts(), loadStyles(["sheet", "account"])]);
  const rows = seers.map((seer) => {
    const name = h("span", { class: "row-name" }, h("bdi", {}, seer.name));
    const words = h("span", { class: "row-words" }, t(`childWord.${seer.precision ?? "off"}`));
    return h("li", { class: "row" }, h("span", { class: "grow" }, name, words));
  });
  const close = h("button", { class: "button", type: "button" }, t("childWord.close"));
  const change = h("button", { class: "button quiet-button", type: "button" }, t("childWord.change"));
  const list = h("ul", { class: "list" }, ...rows);
  const actions = h("div", { class: "actions" }, close, change);
  const sheet = openSheet(t("childWord.title"), [list, h("p", {}, t("childWord.words")), actions]);
  sessionStorage.setItem(told, family.me.id);
  close.addEventListener("click", sheet.close);
  change.addEventListener("click", () => {
    sheet.close();
    router.go("/account");
  });
}
