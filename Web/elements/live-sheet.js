// @ts-check
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { newID } from "../lib/hub/ids.js";
import { errorWords } from "../lib/dom/page.js";
import { withProof } from "../lib/hub/prove.js";
import { openSheet } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { hoursOffered } from "../models/live.js";
import { momentWords } from "../models/words.js";
import { LevelChoice } from "./level-choice.js";
import { qr, sending } from "./link-sending.js";

/**
 * @typedef {import("../lib/dom/page.js").App} App
 * @typedef {import("../lib/hub/live-shapes.js").IssuedLiveLink} IssuedLiveLink
 */

/** @type {import("../lib/hub/shapes.js").Precision[]} */
const levels = ["place", "coarse", "exact"];

/**
 * Opens the sheet in which a live link is made, and shows the link once.
 *
 * @param {App} app
 * @param {AbortSignal} signal
 */
export function openLiveLink(app, signal) {
  const isChild = app.family.me?.role === "child";
  const name = h("input", { class: "input", id: "live-name", maxlength: 60, autocomplete: "off", dir: "auto", "aria-describedby": "live-name-hint" });
  const hours = h(
    "select",
    { class: "input", id: "live-hours" },
    ...hoursOffered.map((count) => h("option", { value: count }, t("live.hour", { count }))),
  );
  hours.value = "2";
  const level = new LevelChoice(t("live.level"), levels, "exact", undefined, undefined, (one) => t(`live.${one === "off" ? "place" : one}.words`));
  const wrong = h("p", { class: "wrong", role: "alert" });
  const create = h("button", { class: "button", type: "submit" }, t("live.create"));
  // The same for every try, so that one that was lost is known again.
  let id = newID();
  const submit = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    wrong.textContent = name.value.trim() ? "" : t("live.nameMissing");
    if (!name.value.trim()) return name.focus();
    create.disabled = true;
    try {
      const body = { id, name: name.value.trim(), hours: Number(hours.value), precision: level.value };
      const issued = await withProof(app, () => app.api.post("/me/live-links", body));
      sheet.close();
      await app.family.refresh();
      showLink(app, issued, signal);
    } catch (error) {
      // One whose answer was lost can be stopped in the list; the next try is another link.
      id = newID();
      wrong.textContent = errorWords(error);
    } finally {
      create.disabled = false;
    }
    return undefined;
  };
  const form = h(
    "form",
    { class: "form", novalidate: true, on: { submit } },
    isChild && h("p", { class: "card" }, t("live.childWords")),
    h(
      "div",
      { class: "field" },
      h("label", { for: "live-name" }, t("live.name")),
      name,
      h("p", { class: "hint", id: "live-name-hint" }, t("live.nameHint")),
    ),
    h("div", { class: "field" }, h("label", { for: "live-hours" }, t("live.hours")), hours),
    level.element,
    h("p", { class: "hint" }, t("live.anyone")),
    wrong,
    create,
  );
  const sheet = openSheet(t("live.make"), [form], { signal });
}

/**
 * @param {App} app
 * @param {IssuedLiveLink} issued
 * @param {AbortSignal} signal
 */
function showLink(app, { name, link, qrCode, expiresAt, waits }, signal) {
  const field = h("input", { class: "input", id: "live-link", readonly: true, dir: "ltr", value: link });
  field.addEventListener("focus", () => field.select());
  const me = app.family.me?.name ?? "";
  const words = () => t("live.share", { name: me, time: momentWords(expiresAt, hubNow()), link });
  const buttons = sending(link, (text) => sheet.say(text), words);
  const sheet = openSheet(
    t("live.made", { name }),
    [
      h("p", {}, t("live.once", { name })),
      ...(waits ? [h("p", { class: "card" }, t("live.madeWaits"))] : []),
      h("div", { class: "field" }, h("label", { for: "live-link" }, t("live.link")), field),
      h("div", { class: "actions" }, ...buttons),
      ...(qrCode ? [qr(qrCode)] : []),
    ],
    { signal },
  );
}
