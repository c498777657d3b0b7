// @ts-check
import { NamedChoice } from "../elements/account-choice.js";
import { CalendarLinks } from "../elements/calendar-links.js";
import { countdownList } from "../elements/countdown-list.js";
import { PayoutChoice } from "../elements/payout-choice.js";
import { button } from "../lib/dom/button.js";
import { h } from "../lib/dom/dom.js";
import { Missions } from "../stores/missions.js";
import { Page, part } from "../lib/dom/page.js";
import { save } from "../lib/dom/saving.js";
import { switchRow } from "../lib/dom/switch.js";
import { t } from "../lib/words/text.js";
import { dayOf, priorities } from "../models/missions.js";
import { dayWords } from "../models/mission-words.js";

/**
 * @typedef {import("../lib/hub/mission-shapes.js").MissionSettings} MissionSettings
 * @typedef {import("../lib/hub/mission-shapes.js").Streak} Streak
 */

const weights = /** @type {const} */ ({ high: "weightHigh", medium: "weightMedium", low: "weightLow" });
const weightMax = 10;

/** What a family has settled about somebody's missions, and a pause for a row of days. */
export class MissionRulesPage extends Page {
  /** @type {Missions} */
  #list = /** @type {any} */ (undefined);
  /** @type {NamedChoice} */
  #whom = new NamedChoice("rules-whom", t("rules.whom"), () => this.#read());
  #body = h("div", { class: "stack" });
  /** @type {MissionSettings} */
  #settings = /** @type {any} */ (undefined);
  /** @type {import("../lib/hub/mission-shapes.js").Countdown[]} */
  #countdowns = [];
  /** @type {Streak} */
  #streak = { days: 0, today: "free" };

  open() {
    this.className = "page missions is-narrow stack";
    this.#list = new Missions(this.app, this.signal);
    const all = h("div", { class: "stack" });
    this.replaceChildren(h("h1", {}, t("rules.page")), all);
    this.show(all, () => this.#list.read(), () => {
      const { me, children, isAdult } = this.#list;
      this.#whom.offer([{ id: me, name: t("missions.me") }, ...(isAdult ? children : [])]);
      this.#whom.hint = "";
      const whom = isAdult && children.length > 0 ? [this.#whom.element] : [];
      all.replaceChildren(...whom, this.#body, ...(isAdult ? [part(CalendarLinks, this.app, {})] : []));
      this.#read();
    });
  }

  /** @returns {Promise<void>} */
  #read() {
    const member = this.#whom.value;
    const fetch = () =>
      Promise.all([
        this.app.api.get(`/members/${member}/mission-settings`, this.signal),
        this.app.api.get(member === this.#list.me ? "/me/focus" : `/members/${member}/focus`, this.signal),
        this.app.api.get(`/members/${member}/countdowns?limit=10`, this.signal),
      ]);
    return this.show(this.#body, fetch, ([settings, focus, { items }]) => {
      if (member !== this.#whom.value) return;
      this.#countdowns = items;
      this.#settings = settings;
      this.#streak = focus.streak ?? this.#streak;
      this.#draw();
    });
  }

  #draw() {
    const rules = this.#list.isAdult ? this.#rules() : [];
    this.#body.replaceChildren(...rules, this.#pausing(), countdownList(this.#countdowns));
  }

  #rules() {
    const settings = this.#settings;
    const member = this.#whom.value;
    const put = async (/** @type {Partial<MissionSettings>} */ change) => {
      const wanted = { ...this.#settings, ...change };
      const perform = () => this.app.api.put(`/members/${member}/mission-settings`, wanted);
      if (await save(perform, { say: this.app.say })) this.#settings = wanted;
      else this.#draw();
    };
    const payout = new PayoutChoice(settings.payout, (rule) => void put({ payout: rule }));
    const amounts = priorities.map((priority) => {
      /** @type {NamedChoice} */
      const choice = new NamedChoice(`weight-${priority}`, t("rules.weight", { priority: t(`priority.${priority}`) }), () =>
        void put({ [weights[priority]]: Number(choice.value) }),
      );
      const offered = Array.from({ length: weightMax }, (_, index) => ({ id: String(index + 1), name: String(index + 1) }));
      choice.offer(offered, String(settings[weights[priority]]));
      choice.hint = "";
      return choice.element;
    });
    const name = this.#list.person(member)?.name ?? "";
    const isChild = member !== this.#list.me;
    const on = (/** @type {"mayPause" | "mayStop" | "ownNeedsApproval"} */ key, label = t(`rules.${key}`, { name })) =>
      h("li", { class: "rule" }, switchRow({ label, isOn: settings[key], changed: (isOn) => void put({ [key]: isOn }) }));
    const switches = [on("mayPause"), on("mayStop"), ...(isChild ? [on("ownNeedsApproval")] : [])];
    return [
      h("ul", { class: "list" }, ...switches),
      h("fieldset", { class: "choices" }, h("legend", {}, t("rules.weights")), h("div", { class: "weights" }, ...amounts)),
      payout.element,
    ];
  }

  #pausing() {
    const { pause, days } = this.#streak;
    const member = this.#whom.value;
    const path = `/members/${member}/streak-pause`;
    const today = dayOf(this.#list.now(), this.app.family.me?.timeZone);
    const until = h("input", { class: "input", id: "pause-until", type: "date", min: today });
    const act = async (/** @type {() => Promise<Streak>} */ perform) => {
      const change = async () => void (this.#streak = await perform());
      if (await save(change, { say: this.app.say })) this.#draw();
    };
    const begin = () => act(() => this.app.api.put(path, until.value ? { until: until.value } : {}));
    const end = () => act(() => this.app.api.delete(path));
    const field = h("div", { class: "field" }, h("label", { for: "pause-until" }, t("rules.until")), until);
    const pausing = button(t("rules.pause"), begin, { style: "quiet-button", key: "streak" });
    const standing = [t("streak.days", { count: days }), pause ? pauseWords(pause, today) : ""].filter(Boolean).join(" · ");
    const words = h("p", { class: "quiet small" }, t("rules.streakWords"));
    return h(
      "section",
      { class: "card stack" },
      h("div", {}, h("h2", {}, t("rules.streak")), h("p", {}, standing), words),
      pause ? button(t("rules.goOn"), end, { key: "streak" }) : h("div", { class: "form" }, field, pausing),
    );
  }
}

customElements.define("mission-rules-page", MissionRulesPage);

/**
 * @param {{since: string, until?: string}} pause
 * @param {string} today
 */
function pauseWords({ since, until }, today) {
  if (until) return t("rules.pausedUntil", { day: dayWords(until, today) });
  return t("rules.pausedSince", { day: dayWords(since, today) });
}
