// @ts-check
import { h } from "../lib/dom/dom.js";
import { save } from "../lib/dom/saving.js";
import { openSheet } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { EndingChoice } from "./ending-choice.js";
import { LevelChoice } from "./level-choice.js";

/**
 * Opens the sheet in which somebody who asked is let see me, as much as I choose.
 *
 * @param {import("../lib/dom/page.js").App} app
 * @param {{id: string, name: string, numberUnconfirmed?: true}} asked
 * @param {AbortSignal} signal  closes it when the page is left
 * @param {() => void} done
 */
export function openAccept(app, { id, name, numberUnconfirmed }, signal, done) {
  // The least first, as with a connect code.
  const level = new LevelChoice(t("code.level"), ["place", "coarse", "exact"], "place");
  const ending = new EndingChoice();
  const button = h("button", { class: "button", type: "submit" }, t("asked.accept"));
  const submit = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const until = ending.read();
    if (!until) return;
    button.disabled = true;
    const consent = { precision: level.value, expiresAt: until.expiresAt };
    const perform = () => app.api.put(`/connection-requests/${id}`, consent);
    const isDone = await save(perform, { say: sheet.say, done: "" });
    button.disabled = false;
    if (!isDone) return;
    sheet.close();
    app.say(t("asked.accepted", { name }));
    await app.family.refresh();
    done();
  };
  const doubt = numberUnconfirmed ? h("p", { class: "card" }, t("unconfirmed.words")) : "";
  const form = h("form", { class: "form", novalidate: true, on: { submit } }, doubt, level.element, ending.element, button);
  const sheet = openSheet(t("asked.title", { name }), [form], { signal });
}
