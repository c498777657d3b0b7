// @ts-check
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { icon } from "../lib/dom/icons.js";
import { Part } from "../lib/dom/page.js";
import { redraw, save } from "../lib/dom/saving.js";
import { confirmed } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { momentWords } from "../models/words.js";

/** @typedef {import("../lib/hub/security-shapes.js").Session} Session */

/** Where I am logged in: this browser and the others, which can be logged out from here. */
export class MySessions extends Part {
  #list = h("div", { class: "stack" });

  open() {
    this.className = "section";
    this.replaceChildren(h("h2", {}, t("sessions.title")), this.#list);
    this.show(this.#list, () => this.#read(), (sessions) => this.#draw(sessions));
  }

  /** @returns {Promise<Session[]>} */
  async #read() {
    return (await this.app.api.get("/sessions", this.signal)).items;
  }

  /** @param {Session[]} sessions */
  #draw(sessions) {
    const sorted = [...sessions].sort((left, right) => Number(right.current) - Number(left.current));
    const others = sorted.filter((session) => !session.current);
    const all = { click: () => this.#endAll(others) };
    const button = h("button", { class: "button quiet-button", type: "button", "data-key": "end-all", on: all });
    button.append(t("sessions.endAll"));
    const list = h("ul", { class: "list" }, ...sorted.map((session) => this.#item(session)));
    redraw(this.#list, list, ...(others.length > 0 ? [button] : []));
  }

  /** @param {Session} session */
  #item(session) {
    const now = hubNow();
    const seen = momentWords(session.lastSeenAt, now);
    const end = { click: () => this.#end([session], t("sessions.ended")) };
    return h(
      "li",
      { class: "split" },
      h(
        "div",
        { class: "row" },
        h(
          "span",
          { class: "grow" },
          h("span", { class: "row-name" }, t(session.current ? "sessions.current" : "sessions.other")),
          h("span", { class: "row-words" }, t("sessions.since", { since: momentWords(session.createdAt, now), seen })),
        ),
      ),
      !session.current &&
        h(
          "button",
          {
            class: "button icon-button",
            type: "button",
            title: t("sessions.end"),
            "aria-label": t("sessions.endLabel", { seen }),
            "data-key": `session-${session.id}`,
            on: end,
          },
          icon("logout"),
        ),
    );
  }

  /** @param {Session[]} others */
  async #endAll(others) {
    const question = {
      title: t("sessions.endAllTitle"),
      words: t("sessions.endAllWords"),
      action: t("sessions.endAll"),
    };
    if (await confirmed(question, this.signal)) await this.#end(others, t("sessions.endedAll"));
  }

  /**
   * @param {Session[]} sessions
   * @param {string} done
   */
  async #end(sessions, done) {
    const perform = async () => {
      for (const { id } of sessions) await this.app.api.delete(`/sessions/${id}`);
    };
    await save(perform, { say: this.app.say, done });
    try {
      this.#draw(await this.#read());
    } catch {
      // What failed has been said; the list stands as it was.
    }
  }
}

customElements.define("my-sessions", MySessions);
