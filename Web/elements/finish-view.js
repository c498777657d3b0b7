// @ts-check
import { button } from "../lib/dom/button.js";
import { h, s } from "../lib/dom/dom.js";
import { markSeen } from "../lib/device/finished.js";
import { pictured } from "../lib/dom/mission-icons.js";
import { Part } from "../lib/dom/page.js";
import { save } from "../lib/dom/saving.js";
import { t } from "../lib/words/text.js";
import { tapBack } from "../lib/dom/touch.js";
import { goldWords } from "../models/gold.js";
import { openShare } from "./share-sheet.js";

/**
 * @typedef {import("../stores/missions.js").MissionList} MissionList
 * @typedef {import("../lib/hub/mission-shapes.js").Countdown} Countdown
 * @typedef {import("../models/missions.js").Line} Line
 */

/** What came of a countdown: what was won, the word that it is done where an adult is asked, and a picture to share. */
export class FinishView extends Part {
  /** @type {MissionList} */
  list = /** @type {any} */ (undefined);
  /** @type {Countdown} */
  countdown = /** @type {any} */ (undefined);
  /**
   * What it was for, as it stands; absent where that is gone.
   *
   * @type {Line | undefined}
   */
  line;
  /** Whether it has just ended: whoever listens is told. */
  isFresh = false;
  #wrong = h("p", { class: "wrong", role: "alert" });

  open() {
    const { line, countdown } = this;
    const state = line?.occurrence.state ?? countdown.missionState;
    const title = h("h2", { class: "finish-title", tabindex: "-1" }, this.#title(state));
    this.replaceChildren(
      medal(countdown.state === "finished"),
      h("div", { class: "finish-words" }, title, ...this.#won(state)),
      this.#wrong,
      h("div", { class: "countdown-actions" }, ...this.#actions(state)),
    );
    if (this.isFresh) title.focus({ preventScroll: true });
  }

  /** @param {import("../lib/hub/mission-shapes.js").OccurrenceState} state */
  #title(state) {
    if (this.countdown.state === "finished" || state === "done" || state === "approved") return t("finish.done");
    return t("finish.stopped");
  }

  /** @param {import("../lib/hub/mission-shapes.js").OccurrenceState} state */
  #won(state) {
    const { line, countdown, list } = this;
    const minutes = line ? Math.floor(line.occurrence.focusedSeconds / 60) : countdown.rewardedMinutes;
    const gold = line?.occurrence.gold ?? countdown.gold;
    const lines = [];
    if (gold && gold !== "0") lines.push(h("p", { class: "finish-gold" }, t("finish.gold", { gold: goldWords(gold) })));
    lines.push(h("p", { class: "finish-minutes" }, t("finish.minutes", { count: minutes })));
    if (state === "open") lines.push(h("p", { class: "quiet" }, this.#rest()));
    if (state === "claimed") lines.push(h("p", { class: "quiet" }, t("finish.claimed")));
    const days = list.focus.streak?.days ?? 0;
    const isPaid = state === "done" || state === "approved";
    if (days > 1 && isPaid) lines.push(h("p", { class: "quiet" }, t("streak.days", { count: days })));
    if (list.isGuest) lines.push(h("p", { class: "quiet small" }, t("finish.guest")));
    return lines;
  }

  /** What is still to be done before it pays. */
  #rest() {
    const { line } = this;
    if (!line) return "";
    if (line.mission.needsApproval) return t("finish.toClaim");
    return t("finish.left", { count: Math.ceil((line.occurrence.nextSeconds ?? 0) / 60) });
  }

  /** @param {import("../lib/hub/mission-shapes.js").OccurrenceState} state */
  #actions(state) {
    const mayClaim = this.line?.occurrence.may.includes("claim") ?? false;
    const isWhole = this.countdown.state === "finished";
    const share = pictured(button(t("finish.share"), () => this.#share(), { style: "quiet-button", key: "share" }), "share");
    if (state === "open" && mayClaim) {
      const claim = button(t("finish.claim"), () => this.#claim(), { style: isWhole ? "" : "quiet-button", key: "claim" });
      const later = button(t("finish.later"), () => this.#leave(), { style: isWhole ? "quiet-button" : "", key: "leave" });
      return isWhole ? [claim, later] : [later, claim];
    }
    return [button(t("finish.confirm"), () => this.#leave(), { key: "leave" }), share];
  }

  async #claim() {
    const { line } = this;
    if (!line) return;
    const complain = (/** @type {string} */ words) => void (this.#wrong.textContent = words);
    if (await save(() => this.list.decide(line, "claim"), { say: () => undefined, complain, done: "" })) tapBack();
  }

  #leave() {
    markSeen(this.countdown.id);
    return this.app.router.go("/missions");
  }

  #share() {
    const { line, countdown } = this;
    const minutes = line ? Math.floor(line.occurrence.focusedSeconds / 60) : countdown.rewardedMinutes;
    const gold = line?.occurrence.gold ?? countdown.gold;
    openShare({ title: line?.mission.title ?? countdown.title, minutes, gold, at: new Date(countdown.since) }, this.signal);
  }
}

customElements.define("finish-view", FinishView);

/**
 * A whole ring, with a tick in it where all of it was done.
 *
 * @param {boolean} isWhole
 */
function medal(isWhole) {
  const tick = s("path", { class: "medal-tick", d: "M62 104 L90 131 L140 76" });
  const bars = s("path", { class: "medal-tick", d: "M82 76 V124 M118 76 V124" });
  return s(
    "svg",
    { class: "medal", viewBox: "0 0 200 200", "aria-hidden": "true" },
    s("circle", { class: "medal-ring", cx: 100, cy: 100, r: 88 }),
    isWhole ? tick : bars,
  );
}
