// @ts-check
import { avatar } from "../lib/dom/avatar.js";
import { h } from "../lib/dom/dom.js";
import { errorWords } from "../lib/dom/page.js";
import { t } from "../lib/words/text.js";

/** @typedef {{member: string, name: string, colour: number, summary: string, pin?: string, picture?: string}} DemoPerson */

/**
 * The made-up people of a demo, as each of whom one tap lets a visitor in.
 *
 * @param {Pick<import("../lib/dom/page.js").App, "api" | "enter">} app
 * @param {DemoPerson[]} people
 */
export function demoPeople(app, people) {
  const wrong = h("p", { class: "wrong", role: "alert" });
  /** @param {DemoPerson} person */
  const row = (person) => {
    const enter = async () => {
      wrong.textContent = "";
      try {
        await app.api.post("/demo", { member: person.member });
        await app.enter();
      } catch (error) {
        wrong.textContent = errorWords(error);
      }
    };
    const name = h("bdi", {}, t("demo.enter", { name: person.name }));
    const what = [person.summary, person.pin && t("demo.pin", { pin: person.pin })].filter(Boolean).join(" · ");
    const words = h("span", { class: "grow" }, name, h("span", { class: "quiet small" }, what));
    return h("li", {}, h("button", { class: "row", type: "button", on: { click: enter } }, avatar(person), words));
  };
  return h(
    "section",
    { class: "card demo-people", "aria-labelledby": "demo-title" },
    h("h2", { id: "demo-title" }, t("demo.title")),
    h("p", { class: "quiet" }, t("demo.words")),
    h("ul", { class: "list" }, ...people.map(row)),
    wrong,
  );
}
