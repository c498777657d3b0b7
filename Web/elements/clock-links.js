// @ts-check
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { icon } from "../lib/dom/icons.js";
import { errorWords } from "../lib/dom/page.js";
import { withProof } from "../lib/hub/prove.js";
import { switchRow } from "../lib/dom/switch.js";
import { t } from "../lib/words/text.js";
import { momentWords } from "../models/words.js";

/**
 * @typedef {import("../lib/dom/page.js").App} App
 *
 * @typedef {object} ClockLink
 * @property {string} id
 * @property {string} createdAt
 * @property {boolean} map
 * @property {boolean} missions
 * @property {string} [page]  only when the link is made
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
  const wish = { map: false, missions: false };
  const mapWords = h("p", { class: "hint" }, t("chooser.wallMapWords"));
  const parts = h(
    "div",
    { class: "card stack" },
    switchRow({ label: t("chooser.wallMap"), isOn: false, words: mapWords, changed: (isOn) => (wish.map = isOn) }),
    switchRow({ label: t("chooser.wallMissions"), isOn: false, changed: (isOn) => (wish.missions = isOn) }),
  );

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
      const post = () => app.api.post("/clock/links", wish);
      fresh.replaceChildren(...issued(await withProof(app, post), say));
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
  return h("section", { class: "section" }, h("h2", {}, t("chooser.wall")), words, list, parts, fresh, wrong, actions);
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
    h(
      "span",
      { class: "grow" },
      h("span", { class: "row-name" }, t("chooser.linkMade", { time })),
      h("span", { class: "row-words" }, shownWords(link)),
    ),
    button,
  );
}

/**
 * What a link shows, in words.
 *
 * @param {ClockLink} link
 */
function shownWords({ map, missions }) {
  if (map && missions) return t("chooser.showsAll");
  if (map) return t("chooser.showsMap");
  return t(missions ? "chooser.showsMissions" : "chooser.showsClock");
}

/**
 * @param {ClockLink} link
 * @param {(words: string) => void} say
 */
function issued(link, say) {
  return [
    h("p", { class: "small", role: "status" }, t("chooser.linkOnce")),
    address("wall-page", t("chooser.linkPage"), link.page ?? "", say),
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
