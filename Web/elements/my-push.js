// @ts-check
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { icon } from "../lib/dom/icons.js";
import { errorWords, Part } from "../lib/dom/page.js";
import { pushAbilities, startPush, stopPush } from "../lib/hub/push.js";
import { redraw, save } from "../lib/dom/saving.js";
import { t } from "../lib/words/text.js";
import { pushState } from "../models/push.js";
import { ageWords } from "../models/words.js";

/** @typedef {import("../models/push.js").PushState} PushState */

/** Messages to this browser while its page is closed: whether they come, and a way to see it. */
export class MyPush extends Part {
  #content = h("div", { class: "card stack" });
  /** @type {import("../lib/hub/shapes.js").PushStanding[]} */
  #items = [];

  open() {
    this.className = "section";
    this.replaceChildren(h("h2", {}, t("push.title")), this.#content);
    this.show(this.#content, () => this.#read(), () => this.#draw());
    this.app.events.addEventListener("notice", () => this.#refresh(), { signal: this.signal });
  }

  async #read() {
    this.#items = (await this.app.api.get("/me/push", this.signal)).items;
  }

  async #refresh() {
    try {
      await this.#read();
      this.#draw();
    } catch {
      // It stands as it was; the next change, or another visit, reads it anew.
    }
  }

  #draw() {
    const state = pushState(pushAbilities(), this.#items, hubNow());
    const others = this.#items.filter(({ current }) => !current).length;
    const more = moreWords(state);
    const parts = [
      h("p", { class: "push-state", role: "status", "data-state": state }, icon(icons[state]), this.#words(state)),
      ...(more ? [h("p", { class: "hint" }, more)] : []),
      ...(others > 0 ? [h("p", { class: "hint" }, t("push.others", { count: others }))] : []),
      h("div", { class: "actions" }, ...this.#actions(state)),
    ];
    redraw(this.#content, ...parts);
  }

  /** @param {PushState} state */
  #words(state) {
    const shownAt = this.#items.find(({ current }) => current)?.shownAt;
    const seconds = shownAt && Math.max(0, (hubNow() - Date.parse(shownAt)) / 1_000);
    return h("span", {}, t(`push.${state}`, { age: ageWords(seconds || undefined) }));
  }

  /** @param {PushState} state */
  #actions(state) {
    if (state === "off") return [button("push-on", t("push.turnOn"), "", () => this.#start())];
    if (!["waiting", "works", "stale"].includes(state)) return [];
    return [
      button("push-try", t("push.try"), "quiet-button", () => this.#try()),
      button("push-off", t("push.turnOff"), "quiet-button", () => this.#stop()),
    ];
  }

  async #start() {
    const { say, api } = this.app;
    try {
      const isOn = await startPush(api);
      say(t(isOn ? "push.started" : "push.denied"));
    } catch (error) {
      // Browsers say why in words of their own, if at all: without their maker's service there is no address.
      say(error instanceof DOMException ? t("push.failed") : errorWords(error));
    }
    await this.#refresh();
  }

  async #try() {
    await save(() => this.app.api.post("/me/push/trial", {}), { say: this.app.say, done: t("push.sent") });
  }

  async #stop() {
    await save(() => stopPush(this.app.api), { say: this.app.say, done: t("push.stopped") });
    await this.#refresh();
  }
}

customElements.define("my-push", MyPush);

/** @param {PushState} state */
function moreWords(state) {
  switch (state) {
    case "off":
    case "waiting":
    case "stale":
      return t(`push.${state}Words`);
    default:
      return undefined;
  }
}

/** @type {Record<PushState, import("../lib/dom/icons.js").IconName>} */
const icons = {
  insecure: "caution",
  install: "phone",
  none: "offline",
  denied: "caution",
  off: "offline",
  waiting: "clock",
  works: "check",
  stale: "caution",
};

/**
 * @param {string} key
 * @param {string} words
 * @param {string} more
 * @param {() => void} click
 */
function button(key, words, more, click) {
  return h("button", { class: `button ${more}`.trim(), type: "button", "data-key": key, on: { click } }, words);
}
