// @ts-check
import { isAppleTab } from "../lib/hub/apple-tab.js";
import { button } from "../lib/dom/button.js";
import { h } from "../lib/dom/dom.js";
import { isSeen } from "../lib/device/finished.js";
import { forgetDevice } from "../lib/hub/forget-device.js";
import { forgetGuest } from "../stores/guest-kept.js";
import { guestCount, moveGuestIn } from "../stores/guest-move.js";
import { keepPlaces } from "../stores/guest-places.js";
import { icon } from "../lib/dom/icons.js";
import { missionIcon } from "../lib/dom/mission-icons.js";
import { save } from "../lib/dom/saving.js";
import { confirmed } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { ticker } from "../lib/dom/ticker.js";
import { clockDigits, elapsedMilliseconds } from "../models/focus.js";
import { goldDigits, purse } from "../models/gold.js";

/**
 * @typedef {import("../stores/missions.js").MissionList} MissionList
 * @typedef {import("../lib/dom/page.js").App} App
 */

/** The digits of the card that is drawn now: one tick of the clock for however many were drawn before. */
let tick = new AbortController();

/**
 * What runs now, or what has just come of it and was not looked at yet; the way to its page.
 *
 * @param {MissionList} list
 * @param {AbortSignal} signal
 */
export function nowCard(list, signal) {
  tick.abort();
  const { countdown, latest } = list.focus;
  if (countdown) {
    const digits = h("span", { class: "now-digits" });
    const left = () => countdown.plannedMilliseconds - elapsedMilliseconds(countdown, list.now());
    const draw = () => (digits.textContent = clockDigits(left()));
    tick = new AbortController();
    signal.addEventListener("abort", () => tick.abort());
    ticker.each(draw, tick.signal);
    draw();
    const words = t(countdown.state === "paused" ? "missions.pausedNow" : "missions.runsNow");
    return card(countdown.mission, countdown.title, words, digits);
  }
  const isNews = latest && (latest.state === "finished" || latest.state === "stopped") && !isSeen(latest.id);
  const mission = isNews && list.missions.find(({ id }) => id === latest.mission);
  return mission && latest ? card(mission.id, mission.title, t("missions.finishedNow"), icon("forward")) : undefined;
}

/**
 * @param {string} mission
 * @param {string} title
 * @param {string} words
 * @param {Node} end
 */
function card(mission, title, words, end) {
  return h(
    "a",
    { class: "card now-card", href: `/missions/${mission}/countdown`, "data-key": "now", "data-moves": `ring ${mission}` },
    icon("clock"),
    twoLines(h("bdi", {}, title), words),
    end,
  );
}

/**
 * My gold, and how many days in a row something was finished; the way to what it buys.
 *
 * @param {MissionList} list
 */
export function goldCard(list) {
  const { gold, streak } = list.focus;
  if (!gold) return undefined;
  const days = streak?.days ?? 0;
  const inARow = days > 0 ? t("streak.days", { count: days }) : t("gold.earn");
  const words = gold.owed !== "0" ? t("gold.owed", { amount: goldDigits(gold.owed) }) : inARow;
  const amount = h("span", { class: "gold-amount" }, ...goldParts(purse(gold).shown));
  return h(
    "a",
    { class: "card gold-card", href: "/store", "data-key": "store" },
    missionIcon("gold"),
    h("span", { class: "grow" }, amount, h("span", { class: "row-words" }, words)),
    h("span", { class: "to-store" }, t("store.page"), icon("forward")),
  );
}

/**
 * The way to what is settled about missions.
 *
 * @param {MissionList} list
 */
export function rulesRow(list) {
  const key = list.isAdult ? "rules.row" : "rules.streak";
  const words = twoLines(t(key), t(`${key}Words.short`));
  const link = h("a", { class: "row", href: "/missions/rules" }, missionIcon("rules"), words, icon("forward"));
  return h("ul", { class: "list" }, h("li", {}, link));
}

/**
 * An amount of gold with its unit, which is smaller.
 *
 * @param {string} amount
 */
export function goldParts(amount) {
  return [goldDigits(amount), " ", h("span", { class: "gold-unit" }, t("gold.unit"))];
}

/**
 * @param {Node | string} name
 * @param {string} words
 */
function twoLines(name, words) {
  return h("span", { class: "grow" }, h("span", { class: "row-name" }, name), h("span", { class: "row-words" }, words));
}

/**
 * What a guest is told: that this is here alone, and what an account would add; and the ways on.
 *
 * @param {AbortSignal} signal
 */
export function guestCard(signal) {
  const here = h("a", { class: "row", href: "/here", "data-key": "here" }, icon("here"), twoLines(t("here.page"), t("here.row")));
  here.append(icon("forward"));
  const about = h(
    "section",
    { class: "card stack" },
    h("div", {}, h("h2", {}, t("guest.title")), h("p", { class: "quiet" }, t("guest.words"))),
    isAppleTab() && h("p", { class: "hint" }, t("guest.deleted")),
    h(
      "div",
      { class: "actions" },
      h("a", { class: "button quiet-button", href: "/register" }, t("register.page")),
      h("a", { class: "button quiet-button", href: "/welcome" }, t("welcome.logIn")),
    ),
  );
  return h("div", { class: "stack" }, h("ul", { class: "list" }, h("li", {}, here)), about, forgetCard(signal));
}

/**
 * The way to leave nothing of a guest on a device.
 *
 * @param {AbortSignal} signal
 */
export function forgetCard(signal) {
  const question = { title: t("forget.title"), words: t("forget.words"), action: t("forget.act") };
  const forget = async () => void ((await confirmed(question, signal)) && forgetDevice());
  return button(t("forget.all"), forget, { style: "danger-button", key: "forget" });
}

/**
 * What somebody without an account left on this device: mine, or not.
 *
 * @param {App} app
 * @param {MissionList} list
 * @param {AbortSignal} signal
 */
export function guestListCard(app, list, signal) {
  const { missions, others, places } = guestCount();
  if (missions + others + places === 0) return undefined;
  const take = async () => {
    let left = 0;
    const perform = async () => void (left = await moveGuestIn(app.api, { isAsked: true }));
    const isDone = await save(perform, { say: app.say, done: "" });
    if (isDone) app.say(t(left > 0 ? "guest.someLeft" : "guest.moved"));
    await list.refresh().catch(() => undefined);
  };
  const question = { title: t("guest.dropTitle"), words: t("guest.dropWords"), action: t("guest.drop") };
  const drop = async () => {
    if (!(await confirmed(question, signal))) return;
    forgetGuest();
    keepPlaces([]);
    await list.refresh().catch(() => undefined);
  };
  const parts = [
    missions > 0 ? t("guest.missions", { count: missions }) : "",
    others > 0 ? t("guest.others", { count: others }) : "",
    places > 0 ? t("guest.places", { count: places }) : "",
  ];
  const words = [parts.filter(Boolean).join(" · "), t("guest.hereWords")];
  return h(
    "section",
    { class: "card stack" },
    h("div", {}, h("h2", {}, t("guest.here")), ...words.map((text) => h("p", { class: "quiet" }, text))),
    h(
      "div",
      { class: "actions" },
      button(t("guest.take"), take, { key: "take-guest" }),
      button(t("guest.drop"), drop, { style: "quiet-button", key: "drop-guest" }),
    ),
  );
}
