// @ts-check
import { button } from "../lib/dom/button.js";
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { save } from "../lib/dom/saving.js";
import { confirmed } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { goldWords } from "../models/gold.js";
import { momentWords } from "../models/words.js";

/** @typedef {import("../models/guest-move.js").GuestRecord} GuestRecord */

/**
 * What somebody earned and bought before they had an account, apart from all gold of a family: shown, and worth nothing.
 * Nothing where there is none.
 *
 * @param {import("../lib/dom/page.js").App} app
 * @param {AbortSignal} signal
 */
export function guestRecords(app, signal) {
  const section = h("section", { class: "section", hidden: true });
  const read = async () => {
    const { items } = await app.api.get("/me/guest-records", signal);
    section.hidden = items.length === 0;
    if (items.length > 0) section.replaceChildren(...parts(items, forget));
  };
  const forget = async () => {
    const question = { title: t("records.forgetTitle"), words: t("records.forgetWords"), action: t("records.forget") };
    if (!(await confirmed(question, signal))) return;
    await save(() => app.api.delete("/me/guest-records"), { say: app.say, done: "" });
    read().catch(() => undefined);
  };
  // What is bought here matters more, and says by itself when the hub is away.
  read().catch(() => undefined);
  return section;
}

/**
 * @param {GuestRecord[]} records
 * @param {() => void} forget
 */
function parts(records, forget) {
  const sum = (/** @type {GuestRecord["kind"]} */ wanted) =>
    records.reduce((total, { kind, gold }) => (kind === wanted ? total + BigInt(gold) : total), 0n);
  const now = hubNow();
  const rows = records.map(({ kind, title, gold, at }) => {
    const words = h("span", { class: "row-words" }, [t(`records.${kind}`), momentWords(at, now)].join(" · "));
    const name = h("span", { class: "grow" }, h("span", { class: "row-name" }, h("bdi", {}, title)), words);
    return h("li", { class: "purchase" }, h("div", { class: "row" }, name, h("span", { class: "purchase-price" }, goldWords(gold))));
  });
  const words = t("records.words", { earned: goldWords(sum("done")), spent: goldWords(sum("bought")) });
  return [
    h("h2", {}, t("records.title")),
    h("p", { class: "quiet" }, words),
    h("ul", { class: "list purchases" }, ...rows),
    button(t("records.forget"), forget, { style: "quiet-button", key: "forget-records" }),
  ];
}
