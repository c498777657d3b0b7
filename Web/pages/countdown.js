// @ts-check
import "../elements/countdown-ring.js";
import { FinishView } from "../elements/finish-view.js";
import { stateView } from "../lib/dom/state-view.js";
import { button } from "../lib/dom/button.js";
import { chime, unlockChime } from "../lib/device/chime.js";
import { h } from "../lib/dom/dom.js";
import { newID } from "../lib/hub/ids.js";
import { missionsOf } from "../stores/missions.js";
import { motion } from "../lib/dom/motion.js";
import { Page, part } from "../lib/dom/page.js";
import { rules } from "../lib/device/rules.js";
import { redraw, save } from "../lib/dom/saving.js";
import { confirmed } from "../lib/dom/sheet.js";
import { StayAwake } from "../lib/device/stay-awake.js";
import { t } from "../lib/words/text.js";
import { ticker } from "../lib/dom/ticker.js";
import { cancelLeft, countdownTwin, elapsedMilliseconds, isUnderWay, spanOf } from "../models/focus.js";
import { goldWords } from "../models/gold.js";
import { goldOf, lineOf } from "../models/missions.js";
import { isSeen } from "../lib/device/finished.js";

/**
 * @typedef {import("../elements/countdown-ring.js").CountdownRing} CountdownRing
 * @typedef {import("../lib/hub/mission-shapes.js").Countdown} Countdown
 * @typedef {import("../models/missions.js").Line} Line
 */

/** While a countdown can be seen to run, the screen stays on. */
const awake = new StayAwake(() => true);

/** Time for a mission: a ring that empties by the hub's clock, and what came of it. */
export class CountdownPage extends Page {
  /** @type {import("../stores/missions.js").MissionList} */
  #list = /** @type {any} */ (undefined);
  /**
   * The family's rule of a countdown, once it is there.
   *
   * @type {import("../lib/device/core.js").Core | undefined}
   */
  #core;
  #title = h("h1", { class: "countdown-title", dir: "auto" }, t("countdown.page"));
  #ring = /** @type {CountdownRing} */ (document.createElement("countdown-ring"));
  #words = h("p", { class: "countdown-words", role: "status" });
  #actions = h("div", { class: "countdown-actions" });
  #wrong = h("p", { class: "wrong", role: "alert" });
  #stage = h("div", { class: "countdown-stage" });
  /** The same for every try, so that it starts once. */
  #attempt = newID();
  /** The countdown that this page saw running. */
  #followed = "";
  #isBusy = false;
  /** What is drawn now, so that a tick of the clock draws only what differs. */
  #drawn = "";

  open() {
    this.className = "countdown-page";
    this.#list = missionsOf(this.app, this.signal);
    this.#list.addEventListener("changed", () => this.#draw(), { signal: this.signal });
    this.#ring.addEventListener("done", () => this.#list.refresh().catch(() => undefined));
    this.signal.addEventListener("abort", () => awake.forbid());
    this.replaceChildren(this.#title, this.#stage);
    rules().then(
      (core) => (this.#core = core),
      // The twin says the same.
      () => undefined,
    );
    this.show(this.#stage, () => this.#list.read(), () => {
      ticker.each(() => this.#second(), this.signal);
      this.#ring.dataset.moves = `ring ${this.params.id}`;
      this.#draw();
      motion.arrive();
    });
  }

  get #line() {
    const { countdown } = this.#list.focus;
    const number = countdown?.mission === this.params.id ? countdown.occurrence : undefined;
    return lineOf(this.#list.missions, this.params.id, number);
  }

  /** What takes a moment anew: whether it can still be called off, and whether the hub has ended it. */
  #second() {
    const { countdown } = this.#list.focus;
    this.#draw();
    if (countdown && this.#left(countdown).remainingMs === 0) this.#list.refresh().catch(() => undefined);
  }

  #draw() {
    const { countdown, latest } = this.#list.focus;
    const { id } = this.params;
    const line = this.#line;
    this.#title.textContent = line?.mission.title ?? countdown?.title ?? t("countdown.page");
    if (countdown?.mission === id && isUnderWay(countdown)) return this.#drawRunning(countdown);
    awake.forbid();
    const isEnd = latest?.mission === id && (latest.state === "finished" || latest.state === "stopped");
    if (latest && isEnd && this.#isNews(latest, line)) return this.#drawEnd(latest);
    if (!line) return this.#drawWords("gone", t("countdown.gone"), t("countdown.goneWords"));
    if (countdown) return this.#drawOther(countdown);
    if (!line.occurrence.may.includes("start")) return this.#drawOver(line);
    return this.#drawStart(line);
  }

  /**
   * What came of a countdown is shown until it was confirmed, unless it stands in the way of the next one.
   *
   * @param {Countdown} latest
   * @param {Line | undefined} line
   */
  #isNews({ id, occurrence }, line) {
    if (id === this.#followed) return true;
    return !isSeen(id) && (occurrence === line?.occurrence.number || !line?.occurrence.may.includes("start"));
  }

  /**
   * Until the hub says what came of it, and it may be away for a while, nothing can be done.
   *
   * @param {Countdown} countdown
   */
  #sayOver(countdown) {
    if (!this.#isNew(`${countdown.id} over`)) return;
    this.#showRing();
    this.#ring.follow(() => this.#left(countdown), { isMoving: false });
    this.#words.textContent = t("countdown.ending");
    redraw(this.#actions);
  }

  /** @param {Countdown} countdown */
  #drawRunning(countdown) {
    this.#followed = countdown.id;
    if (this.#left(countdown).remainingMs === 0) return this.#sayOver(countdown);
    const isRunning = countdown.state === "running";
    const isFree = cancelLeft(countdown, this.#list.now()) > 0;
    if (isRunning) awake.allow();
    else awake.forbid();
    if (!this.#isNew(`${countdown.id} ${countdown.state} ${countdown.since} ${isFree}`)) return;
    this.#showRing();
    this.#ring.follow(() => this.#left(countdown), {
      isMoving: isRunning,
      words: isRunning ? "" : t("countdown.paused"),
    });
    this.#words.textContent = isFree ? t("countdown.free") : "";
    redraw(this.#actions, ...this.#choices(countdown, isFree));
  }

  /**
   * One main button, and at most one beside it.
   *
   * @param {Countdown} countdown
   * @param {boolean} isFree
   */
  #choices(countdown, isFree) {
    const { state, mayPause, mayStop } = countdown;
    const ask = (/** @type {"pause" | "resume" | "stop" | "cancel"} */ request) => this.#ask(countdown, request);
    const quiet = "quiet-button";
    if (isFree && state === "running") return [button(t("common.cancel"), () => ask("cancel"), { style: quiet, key: "cancel" })];
    const main =
      state === "paused"
        ? button(t("countdown.resume"), () => ask("resume"), { key: "pause" })
        : mayPause && button(t("countdown.pause"), () => ask("pause"), { key: "pause" });
    const end = mayStop
      ? button(t("countdown.stop"), () => this.#stop(countdown), { style: "quiet-button", key: "stop" })
      : button(t("countdown.giveUp"), () => this.#giveUp(countdown), { style: "quiet-button", key: "stop" });
    return [...(main ? [main] : []), end];
  }

  /** @param {Line} line */
  #drawStart(line) {
    const length = (line.occurrence.nextSeconds ?? 0) * 1_000;
    if (!this.#isNew(`start ${line.occurrence.number} ${length}`)) return;
    this.#showRing();
    this.#ring.follow(() => countdownTwin(length, 0, 0), { isMoving: false });
    this.#ring.classList.remove("is-paused");
    const done = Math.floor(line.occurrence.focusedSeconds / 60);
    this.#words.textContent = done > 0 ? t("countdown.doneBefore", { count: done }) : "";
    redraw(this.#actions, button(t("countdown.start"), () => this.#start(line), { key: "start" }));
    const { rewardedSecondsToday = 0, rewardedSecondsMax = Infinity } = this.#list.focus;
    if (rewardedSecondsToday >= rewardedSecondsMax) this.#words.textContent = t("countdown.cap");
    else if (done === 0) this.#sayWorth(line);
  }

  /** @param {Line} line */
  async #sayWorth({ mission }) {
    const drawn = this.#drawn;
    const gold = goldWords(goldOf(mission, await this.#list.settingsOf(this.#list.me)));
    if (this.#drawn === drawn) this.#words.textContent = t("countdown.worth", { gold });
  }

  /** @param {Countdown} other */
  #drawOther(other) {
    const words = t("countdown.otherWords", { name: other.title });
    const open = h("a", { class: "button", href: `/missions/${other.mission}/countdown` }, t("countdown.toOther"));
    this.#drawWords(`other ${other.id}`, t("countdown.other"), words, open);
  }

  /** @param {Line} line */
  #drawOver({ occurrence: { state, stage, running } }) {
    const open = running ? "taken" : "notMine";
    const key = stage === "upcoming" || stage === "claimed" ? stage : state === "open" ? open : "over";
    this.#drawWords(key, t(`countdown.${key}`), t(`countdown.${key}Words`));
  }

  /**
   * @param {string} key
   * @param {string} title
   * @param {string} words
   * @param {Node} [action]
   */
  #drawWords(key, title, words, action) {
    if (!this.#isNew(key)) return;
    const back = h("a", { class: "button quiet-button", href: "/missions" }, t("countdown.toList"));
    const view = stateView("empty", { title, words });
    view.append(...(action ? [action] : []), back);
    this.#stage.replaceChildren(view);
  }

  /** @param {Countdown} latest */
  #drawEnd(latest) {
    const list = this.#list;
    const line = lineOf(list.missions, latest.mission, latest.occurrence);
    const { state, version, focusedSeconds } = line?.occurrence ?? {};
    if (!this.#isNew(`end ${latest.id} ${latest.missionState} ${state} ${version} ${focusedSeconds}`)) return;
    const isFresh = latest.id === this.#followed && !this.querySelector("finish-view");
    const view = part(FinishView, this.app, { list, countdown: latest, line, isFresh });
    this.#stage.replaceChildren(view);
    if (isFresh && latest.state === "finished") chime();
  }

  #showRing() {
    if (this.#ring.isConnected) return;
    this.#stage.replaceChildren(this.#ring, this.#words, this.#wrong, this.#actions);
  }

  /** @param {Countdown} countdown */
  #left(countdown) {
    const now = this.#list.now();
    const { startMs, deadlineMs } = spanOf(countdown, now);
    return this.#core ? this.#core.countdown(deadlineMs, startMs, now) : countdownTwin(deadlineMs, startMs, now);
  }

  /** @param {Line} line */
  #start(line) {
    unlockChime();
    return this.#do(async () => {
      await this.#list.start(line, this.#attempt);
      this.#attempt = newID();
    });
  }

  /**
   * @param {Countdown} countdown
   * @param {"pause" | "resume" | "stop" | "cancel"} request
   */
  async #ask(countdown, request) {
    unlockChime();
    const isDone = await this.#do(() => this.#list.ask(countdown, request));
    const wasFree = this.#list.focus.latest?.state !== "abandoned";
    if (isDone && request === "cancel") this.app.say(t(wasFree ? "countdown.cancelled" : "countdown.abandoned"));
  }

  /** @param {Countdown} countdown */
  async #stop(countdown) {
    const minutes = Math.floor(elapsedMilliseconds(countdown, this.#list.now()) / 60_000);
    const words = minutes > 0 ? t("countdown.stopWords", { count: minutes }) : t("countdown.stopNothing");
    const question = { title: t("countdown.stopTitle"), words, action: t("countdown.stop") };
    if (await confirmed(question, this.signal)) await this.#ask(countdown, "stop");
  }

  /** @param {Countdown} countdown */
  async #giveUp(countdown) {
    const question = { title: t("countdown.giveUpTitle"), words: t("countdown.giveUpWords"), action: t("countdown.giveUp") };
    if (await confirmed(question, this.signal)) await this.#ask(countdown, "cancel");
  }

  /** @param {() => Promise<unknown>} perform */
  async #do(perform) {
    if (this.#isBusy) return false;
    this.#isBusy = true;
    this.#wrong.textContent = "";
    const complain = (/** @type {string} */ words) => void (this.#wrong.textContent = words);
    const isDone = await save(perform, { say: () => undefined, complain, done: "" });
    this.#isBusy = false;
    // What was refused may be so because another device was faster.
    if (!isDone) this.#list.refresh().catch(() => undefined);
    return isDone;
  }

  /** @param {string} key */
  #isNew(key) {
    if (key === this.#drawn) return false;
    this.#drawn = key;
    return true;
  }
}

customElements.define("countdown-page", CountdownPage);
