// @ts-check
import { h } from "../lib/dom.js";
import { hubNow } from "../lib/hub-clock.js";
import { icon } from "../lib/icons.js";
import { errorWords } from "../lib/page.js";
import { t } from "../lib/text.js";
import { momentWords } from "../models/words.js";

/**
 * @typedef {import("../lib/page.js").App} App
 *
 * @typedef {object} ClockLink
 * @property {string} id
 * @property {string} createdAt
 * @property {string} [svg]  only when the link is made
 * @property {string} [json]  only when the link is made
 */

/**
 * The links that show my clock on a wall display: what they are, those there are, and a new one, shown once.
 *
 * @param {App} app
 * @param {AbortSignal} signal
 * @param {(words: string) => void} say
 */
export function wallLinks(app, signal, say) {
  const list = h("ul", { class: "list", role: "list", hidden: true });
  const fresh = h("div", { class: "stack" });
  const wrong = h("p", { class: "wrong", role: "alert" });
  const button = h("button", { class: "button quiet-button", type: "button" }, t("chooser.newLink"));

  const attempt = async (/** @type {() => Promise<void>} */ perform) => {
    wrong.textContent = "";
    try {
      await perform();
    } catch (error) {
      if (!signal.aborted) wrong.textContent = errorWords(error);
    }
  };
  const read = async () => {
    /** @type {{items: ClockLink[]}} */
    const { items } = await app.api.get("/clock/links", signal);
    list.hidden = items.length === 0;
    list.replaceChildren(...items.map((link) => linkRow(link, () => attempt(() => end(link)))));
  };
  const end = async (/** @type {ClockLink} */ link) => {
    await app.api.delete(`/clock/links/${link.id}`);
    fresh.replaceChildren();
    say(t("chooser.linkEnded"));
    await read();
    button.focus();
  };
  const make = async () => {
    button.disabled = true;
    try {
      fresh.replaceChildren(...issued(await app.api.post("/clock/links", {}), say));
      await read();
      fresh.querySelector("input")?.focus();
    } finally {
      button.disabled = false;
    }
  };
  button.addEventListener("click", () => attempt(make));
  attempt(read);
  const words = h("p", { class: "quiet small" }, t("chooser.wallWords"));
  const actions = h("div", { class: "actions" }, button);
  return h("section", { class: "section" }, h("h2", {}, t("chooser.wall")), words, list, fresh, wrong, actions);
}

/**
 * @param {ClockLink} link
 * @param {() => void} end
 */
function linkRow(link, end) {
  const time = momentWords(link.createdAt, hubNow());
  const button = h(
    "button",
    {
      class: "button quiet-button",
      type: "button",
      "aria-label": t("chooser.endLinkOf", { time }),
      on: { click: end },
    },
    t("chooser.endLink"),
  );
  return h(
    "li",
    { class: "row" },
    icon("clock"),
    h("span", { class: "grow" }, t("chooser.linkMade", { time })),
    button,
  );
}

/**
 * @param {ClockLink} link
 * @param {(words: string) => void} say
 */
function issued(link, say) {
  return [
    h("p", { class: "small", role: "status" }, t("chooser.linkOnce")),
    address("wall-drawing", t("chooser.linkDrawing"), link.svg ?? "", say),
    address("wall-data", t("chooser.linkData"), link.json ?? "", say),
  ];
}

/**
 * @param {string} id
 * @param {string} label
 * @param {string} url
 * @param {(words: string) => void} say
 */
function address(id, label, url, say) {
  const input = h("input", { class: "input", id, readonly: true, dir: "ltr" });
  input.value = url;
  input.addEventListener("focus", () => input.select());
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      say(t("common.copied"));
    } catch {
      // A browser that keeps its clipboard to itself: what is selected can be copied by hand.
      input.select();
    }
  };
  const button = h(
    "button",
    { class: "button quiet-button", type: "button", on: { click: copy } },
    icon("copy"),
    t("common.copy"),
  );
  return h("div", { class: "field" }, h("label", { for: id }, label), h("div", { class: "input-row" }, input, button));
}
