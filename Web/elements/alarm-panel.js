// @ts-check
import { button } from "../lib/dom/button.js";
import { h, setText } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { icon } from "../lib/dom/icons.js";
import { listWords } from "../lib/words/joined.js";
import { Part } from "../lib/dom/page.js";
import { redraw, save } from "../lib/dom/saving.js";
import { confirmed } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { ticker } from "../lib/dom/ticker.js";
import { byPerson, hasArrived, isOpen, personOf } from "../models/trip.js";
import { endingText, otherWords, positionWords } from "../models/trip-words.js";
import { stampWords } from "../models/standing.js";
import { momentWords } from "../models/words.js";
import { emergencyLinks, emergencyWords } from "./emergency-link.js";

/**
 * @typedef {import("../lib/hub/trip-shapes.js").Alarm} Alarm
 * @typedef {import("../lib/hub/trip-shapes.js").MessageState} MessageState
 *
 * @typedef {object} Doing  what can be done about it, by whom it is shown to
 * @property {() => Promise<unknown>} [acknowledge]
 * @property {() => Promise<unknown>} [act]
 * @property {() => Promise<unknown>} [confirm]
 * @property {boolean} [isMineToDo]  whether I said that I see to it
 */

/** Longer than this between two words to the hub that somebody does something (F18). */
const actMilliseconds = 60_000;

/** What is known of an alarm, what can be done, and who was told: facts first, guesses never (F26). */
export class AlarmPanel extends Part {
  /** @type {Doing} */
  doing = {};
  /** @type {Alarm | undefined} */
  #alarm;
  #heardAt = 0;
  #actedAt = 0;
  #stamp = h("p", { class: "quiet" });
  #other = h("p", { class: "quiet" });
  #known = h("div", { class: "stack" });
  #todo = h("div", { class: "stack" });
  #told = h("div", { class: "stack" });
  #drawn = "";

  open() {
    this.className = "alarm-panel stack";
    this.replaceChildren(this.#known, this.#todo, this.#told);
    ticker.each(() => this.#drawStamp(), this.signal);
    if (this.#alarm) this.#draw();
  }

  /** @param {Alarm} alarm */
  tell(alarm) {
    const drawn = JSON.stringify([alarm, this.doing.isMineToDo]);
    this.#heardAt = hubNow();
    this.#alarm = alarm;
    if (drawn === this.#drawn || !this.isConnected) return;
    this.#drawn = drawn;
    this.#draw();
  }

  #draw() {
    const alarm = this.#alarm;
    if (!alarm) return;
    const isToDo = isOpen(alarm) && !alarm.mine;
    // What is known is shown at once, whatever is pressed; only the buttons stay under the finger.
    this.#known.replaceChildren(...(isOpen(alarm) ? this.#open(alarm) : [this.#closed(alarm)]));
    this.#told.replaceChildren(...(isOpen(alarm) ? [this.#who(alarm)] : []), this.#states(alarm));
    redraw(this.#todo, ...(isToDo ? this.#acts(alarm) : []));
    this.#todo.hidden = !isToDo;
    this.#drawStamp();
  }

  /** @param {Alarm} alarm */
  #open(alarm) {
    const facts = h("ul", { class: "alarm-facts" }, ...alarm.facts.map(fact));
    const duress = alarm.underDuress && [
      h("h2", {}, t("help.duress", { name: alarm.name })),
      h("p", {}, t("help.duressWords")),
    ];
    return [
      h("div", { class: "alarm-known stack" }, ...(duress || []), facts, h("p", { class: "hint" }, t("help.guess"))),
      this.#where(alarm),
    ];
  }

  /** @param {Alarm} alarm */
  #closed(alarm) {
    const { name, state, closedAt } = alarm;
    const time = closedAt ? momentWords(closedAt, hubNow()) : "";
    const key = endingText(alarm);
    if (key === "help.over") return h("div", { class: "alarm-over stack" }, h("h2", {}, t(key)));
    return h(
      "div",
      { class: "alarm-over stack" },
      h("h2", {}, icon("check"), t(key, { name })),
      h("p", {}, t(state === "confirmed" ? "help.confirmedWords" : "help.safeWords", { time })),
    );
  }

  /** @param {Alarm} alarm */
  #where({ fix, place }) {
    return h(
      "section",
      { class: "section alarm-where" },
      h("h2", {}, t("help.lastPlace")),
      place && h("p", { class: "alarm-place" }, t("help.near", { place })),
      h("p", {}, fix ? positionWords(fix) : t("help.noPosition")),
      this.#stamp,
      this.#other,
    );
  }

  #drawStamp() {
    const alarm = this.#alarm;
    if (!alarm) return;
    const words = stampWords(personOf(alarm, true, this.#heardAt), hubNow());
    setText(this.#stamp, words);
    setText(this.#other, otherWords(alarm.otherDevice, hubNow()));
  }

  /** @param {Alarm} alarm */
  #acts(alarm) {
    const { acknowledge, confirm, isMineToDo } = this.doing;
    const actions = [];
    if (acknowledge) {
      const words = t(isMineToDo ? "help.still" : "help.acknowledge");
      const style = isMineToDo ? "quiet-button" : "";
      actions.push(button(words, () => this.#acknowledge(), { style, key: "acknowledge" }));
    }
    // Whoever is under duress must be left alone (F29).
    if (alarm.phone && !alarm.underDuress) {
      const act = () => this.#act();
      const call = h("a", { class: "button quiet-button", href: `tel:${alarm.phone}`, "data-key": "call", on: { click: act } }, icon("call"));
      call.append(t("help.call", { name: alarm.name }));
      const text = h("a", { class: "button quiet-button", href: `sms:${alarm.phone}`, "data-key": "text", on: { click: act } });
      text.append(t("help.text", { name: alarm.name }));
      actions.push(call, text);
    }
    actions.push(...emergencyLinks(alarm.emergency));
    if (alarm.underDuress && confirm) {
      const words = t("help.confirm", { name: alarm.name });
      actions.push(button(words, () => this.#confirm(alarm), { style: "quiet-button", key: "confirm" }));
    }
    return [
      h("div", { class: "actions alarm-todo" }, ...actions),
      ...(alarm.phoneUnconfirmed ? [h("p", { class: "hint" }, t("unconfirmed.words"))] : []),
      ...(isMineToDo ? [h("p", { class: "hint" }, t("help.stillWords"))] : []),
      h("p", { class: "emergency-where" }, emergencyWords(alarm.emergency, alarm.name)),
      h("p", { class: "hint" }, t("help.callWords")),
    ];
  }

  /** @param {Alarm} alarm */
  #who({ acknowledgedBy }) {
    const names = listWords(acknowledgedBy.map(({ name }) => name));
    return h("p", { class: "alarm-by", role: "status" }, names ? t("help.by", { names }) : t("help.nobody"));
  }

  /** @param {Alarm} alarm */
  #states({ deliveries }) {
    const rows = byPerson(deliveries).map(({ name, messages }) =>
      h(
        "li",
        {},
        h("div", { class: "row" },
          h("span", { class: "grow" },
            h("bdi", { class: "row-name" }, name),
            h("span", { class: "deliveries" }, ...messages.map(delivery)),
          ),
        ),
      ),
    );
    if (rows.length === 0) return h("div");
    return h("section", { class: "section" }, h("h2", {}, t("help.states")), h("ul", { class: "list" }, ...rows));
  }

  async #acknowledge() {
    const { acknowledge } = this.doing;
    if (!acknowledge) return;
    const done = t("help.acknowledged");
    await save(acknowledge, { say: this.app.say, done });
    this.dispatchEvent(new Event("done"));
  }

  /** Whoever sees to it does something: the hub waits longer before it calls the others again. */
  #act() {
    const { act, isMineToDo } = this.doing;
    if (!act || !isMineToDo || Date.now() - this.#actedAt < actMilliseconds) return;
    this.#actedAt = Date.now();
    // It is no more than a word; the call itself goes on.
    act().catch(() => undefined);
  }

  /** @param {Alarm} alarm */
  async #confirm({ name }) {
    const { confirm } = this.doing;
    const question = {
      title: t("help.confirmTitle", { name }),
      words: t("help.confirmWords"),
      action: t("help.confirmAction"),
    };
    if (!confirm || !(await confirmed(question, this.signal))) return;
    await save(confirm, { say: this.app.say, done: t("help.confirmed", { name }) });
    this.dispatchEvent(new Event("done"));
  }
}

customElements.define("alarm-panel", AlarmPanel);

/** @param {import("../lib/hub/trip-shapes.js").AlarmFact} fact */
function fact({ cause, at, knownAt, lateness }) {
  const now = hubNow();
  const late = lateness && t(`help.late.${lateness}`, { time: momentWords(knownAt, now) });
  return h(
    "li",
    { "data-cause": cause },
    h("strong", {}, t(`help.fact.${cause}`, { time: momentWords(at, now) })),
    late && h("p", { class: "small" }, late),
  );
}

/**
 * One message over one channel: only what is known to have come has a tick.
 *
 * @param {MessageState} message
 */
function delivery({ channel, state }) {
  const arrived = hasArrived(state);
  const mark = arrived ? icon("check") : icon(state === "failed" ? "caution" : "clock");
  const words = h("span", {}, t("help.delivery", { channel: t(`help.channel.${channel}`), state: t(`help.state.${state}`) }));
  return h("span", { class: "delivery", "data-state": state }, mark, words);
}
