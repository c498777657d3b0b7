// @ts-check
import { approvals, askGold } from "../elements/mission-approvals.js";
import { MissionForm } from "../elements/mission-form.js";
import { keptOrder, openOrder } from "../elements/mission-order.js";
import { missionRow } from "../elements/mission-row.js";
import { openMission } from "../elements/mission-sheet.js";
import { goldCard, guestCard, guestListCard, nowCard, rulesRow } from "../elements/mission-cards.js";
import { stateView } from "../lib/dom/state-view.js";
import "../elements/undo-bar.js";
import { button } from "../lib/dom/button.js";
import { unlockChime } from "../lib/device/chime.js";
import { h } from "../lib/dom/dom.js";
import { newID } from "../lib/hub/ids.js";
import { pictured } from "../lib/dom/mission-icons.js";
import { missionsOf } from "../stores/missions.js";
import { motion } from "../lib/dom/motion.js";
import { Page } from "../lib/dom/page.js";
import { redraw, save } from "../lib/dom/saving.js";
import { language, t } from "../lib/words/text.js";
import { tapBack } from "../lib/dom/touch.js";
import { goldWords } from "../models/gold.js";
import { byTask, dayOf, filtered, lineOf, linesOf, sorted, staged, stages } from "../models/missions.js";

/**
 * @typedef {import("../models/missions.js").Line} Line
 * @typedef {import("../models/missions.js").Filter} Filter
 * @typedef {import("../stores/missions.js").MissionList} MissionList
 */

/** What there is to do, what runs, what waits for somebody's word, and what was done. */
export class MissionsPage extends Page {
  /** @type {MissionList} */
  #list = /** @type {any} */ (undefined);
  #order = keptOrder();
  /** @type {Filter} */
  #filter = { priority: "", who: "" };
  #isOverOpen = false;
  /** For each line the same for every try, so that its countdown starts once. @type {Map<string, string>} */
  #attempts = new Map();
  #isStarting = false;
  #head = h("div", { class: "stack" });
  #lists = h("div", { class: "stack" });
  #undo = /** @type {import("../elements/undo-bar.js").UndoBar} */ (document.createElement("undo-bar"));
  #add = button(t("missions.add"), () => this.#openForm(), { key: "add-mission", picture: "add" });

  open() {
    this.#list = missionsOf(this.app, this.signal);
    this.className = "page missions";
    this.#list.addEventListener("changed", () => this.#draw(), { signal: this.signal });
    const body = h("div", { class: "stack missions-body" });
    this.replaceChildren(h("h1", {}, t("missions.page")), body);
    this.show(body, () => this.#list.read(), () => {
      body.replaceChildren(this.#head, this.#lists);
      this.append(h("div", { class: "missions-foot" }, this.#undo, this.#add));
      this.#draw();
      motion.arrive();
    });
  }

  get #today() {
    return dayOf(this.#list.now(), this.app.family.me?.timeZone);
  }

  #draw() {
    const lines = linesOf(this.#list.missions);
    const waiting = lines.filter(({ occurrence }) => occurrence.may.includes("approve"));
    /** @type {(HTMLElement | undefined | false)[]} */
    const cards = [
      nowCard(this.#list, this.signal),
      goldCard(this.#list),
      !this.#list.isGuest && guestListCard(this.app, this.#list, this.signal),
      approvals(this.#list, waiting, (line, act) => this.#decide(line, act)),
    ];
    const there = /** @type {HTMLElement[]} */ (cards.filter(Boolean));
    redraw(this.#head, ...there);
    const shown = sorted(filtered(lines, this.#filter).filter((line) => !waiting.includes(line)), this.#order, language().lang);
    this.#add.hidden = lines.length === 0;
    redraw(this.#lists, ...this.#sections(shown, lines.length === 0), this.#list.isGuest ? guestCard(this.signal) : rulesRow(this.#list));
  }

  /**
   * @param {Line[]} lines
   * @param {boolean} isEmpty  there is nothing at all, filtered or not
   */
  #sections(lines, isEmpty) {
    if (isEmpty) {
      const action = { text: t("missions.first"), perform: () => this.#openForm() };
      return [stateView("empty", { title: t("missions.empty"), words: t("missions.emptyWords"), action })];
    }
    const parts = staged(lines);
    const isFiltered = this.#filter.priority !== "" || this.#filter.who !== "";
    const sections = stages.filter((stage) => parts[stage].length > 0).map((stage) => {
      return stage === "over" ? this.#over(parts.over) : this.#section(t(`missions.${stage}`), parts[stage]);
    });
    const none = h("p", { class: "card quiet" }, t(isFiltered ? "missions.noneFit" : "missions.allDone"));
    if (parts.open.length === 0) sections.unshift(none);
    return [this.#tools(), ...sections];
  }

  #tools() {
    const { priority, who } = this.#filter;
    const count = (priority ? 1 : 0) + (who ? 1 : 0);
    const open = () => openOrder({ order: this.#order, filter: this.#filter }, this.#people(), this.signal, (order, filter) => {
      this.#order = order;
      this.#filter = filter;
      this.#draw();
    });
    const words = [t(`order.by.${this.#order}`), count > 0 ? t("order.filtered") : ""].filter(Boolean).join(" · ");
    const tool = button(words, open, { style: "quiet-button tool-button", key: "order" });
    tool.setAttribute("aria-label", `${t("order.title")}: ${words}`);
    return h("div", { class: "tools" }, pictured(tool, "sort"));
  }

  #people() {
    const { me, children } = this.#list;
    return [{ id: me, name: t("missions.me") }, ...(this.#list.isAdult ? children : [])];
  }

  /**
   * @param {string} title
   * @param {Line[]} lines
   */
  #section(title, lines) {
    return h("section", { class: "section" }, h("h2", {}, title), this.#rows(lines));
  }

  /** @param {Line[]} lines */
  #over(lines) {
    const details = h(
      "details",
      { class: "missions-over", open: this.#isOverOpen },
      h("summary", { "data-key": "over" }, h("h2", {}, t("missions.over", { count: lines.length }))),
      this.#rows(lines),
    );
    details.addEventListener("toggle", () => (this.#isOverOpen = details.open));
    return h("section", { class: "section" }, details);
  }

  /** @param {Line[]} lines */
  #rows(lines) {
    const tasks = this.#list.isAdult ? byTask(lines) : lines.map((line) => [line]);
    const rows = tasks.map((task) => (task.length > 1 ? this.#task(task) : this.#row(task[0])));
    return h("ul", { class: "list mission-list" }, ...rows);
  }

  /**
   * One task that more than one has: its name, and a line for each of them.
   *
   * @param {Line[]} task
   */
  #task(task) {
    const [{ mission, occurrence }] = task;
    const id = `task-${mission.id}-${occurrence.number}`;
    const rows = task.map((line) => this.#row(line, true));
    const name = h("h3", { class: "mission-task-name", id, dir: "auto" }, mission.title);
    return h("li", { class: "mission-task" }, name, h("ul", { class: "mission-list", "aria-labelledby": id }, ...rows));
  }

  /**
   * @param {Line} line
   * @param {boolean} [isOfTask]
   */
  #row(line, isOfTask = false) {
    const acts = { open: () => this.#open(line), remove: () => this.#remove(line), start: () => void this.#start(line) };
    return missionRow(this.#list, line, { today: this.#today, ...acts, isOfTask });
  }

  /** @param {Line} line */
  async #start(line) {
    if (this.#isStarting) return;
    this.#isStarting = true;
    unlockChime();
    const { mission, occurrence } = line;
    const key = `${mission.id}-${occurrence.number}`;
    const id = this.#attempts.get(key) ?? newID();
    this.#attempts.set(key, id);
    const isDone = await save(() => this.#list.start(line, id), { say: this.app.say, done: "" });
    this.#isStarting = false;
    // What was refused may be so because another device was faster.
    if (!isDone) return void this.#list.refresh().catch(() => undefined);
    this.#attempts.delete(key);
    void this.app.router.go(`/missions/${mission.id}/countdown`);
  }

  /** @param {Line} line */
  #open(line) {
    openMission(this.#list, line, {
      today: this.#today,
      signal: this.signal,
      acts: {
        confirm: ({ mission }) => void this.app.router.go(`/missions/${mission.id}/countdown`),
        edit: ({ mission }) => this.#openForm(mission),
        remove: (chosen) => void this.#remove(chosen),
        decide: (chosen, act) => void this.#decide(chosen, act),
      },
    });
  }

  /** @param {import("../lib/hub/mission-shapes.js").Mission} [mission] */
  #openForm(mission) {
    const saved = (/** @type {string} */ name) => this.app.say(t(mission ? "missions.changed" : "missions.added", { name }));
    new MissionForm(this.#list, { mission, signal: this.signal, saved });
  }

  /** @param {Line} line */
  async #remove({ mission: { id, title } }) {
    const isDone = await save(() => this.#list.remove(id), { say: this.app.say, done: "" });
    if (!isDone) return this.#draw();
    this.#add.focus({ preventScroll: true });
    const how = { say: this.app.say, done: t("missions.restored", { name: title }) };
    const restore = () => void save(() => this.#list.restore(id), how);
    this.#undo.offer(t("missions.deleted", { name: title }), restore);
  }

  /**
   * @param {Line} line
   * @param {"claim" | "approve" | "reject" | "undo"} act
   * @returns {Promise<void>}
   */
  async #decide(line, act) {
    const needsGold = act === "approve" && line.occurrence.pays === undefined;
    const gold = needsGold ? await askGold(line, this.signal) : undefined;
    if (needsGold && gold === undefined) return;
    /** @type {boolean | "later"} */
    let isLate = false;
    const perform = async () => void (isLate = await this.#list.decide(line, act, gold));
    if (!(await save(perform, { say: this.app.say, done: "" }))) return void this.#list.refresh().catch(() => undefined);
    if (act === "claim") tapBack();
    if (isLate) return this.app.say(t(isLate === "later" ? "missions.sentLater" : "missions.alreadyHandled"));
    const after = lineOf(this.#list.missions, line.mission.id, line.occurrence.number);
    const paid = after?.occurrence.gold;
    if (act !== "approve" || !after) return this.app.say(t(`missions.did.${act}`));
    const words = paid && paid !== "0" ? t("missions.approvedFor", { gold: goldWords(paid) }) : t("missions.did.approve");
    return this.#undo.offer(words, () => void this.#decide(after, "undo"));
  }
}

customElements.define("missions-page", MissionsPage);
