// @ts-check
import { h } from "../lib/dom/dom.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { errorWords, part } from "../lib/dom/page.js";
import { withProof } from "../lib/hub/prove.js";
import { save } from "../lib/dom/saving.js";
import { confirmed, openSheet } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { readBirthYear } from "../models/family.js";
import { momentWords } from "../models/words.js";
import { ChildDevices } from "./child-devices.js";
import { ChildLiveLinks } from "./child-live-links.js";
import { ChildSeers } from "./child-seers.js";
import { qr, sending } from "./link-sending.js";

/**
 * @typedef {import("../lib/dom/page.js").App} App
 * @typedef {import("../lib/hub/shapes.js").FamilyMember} FamilyMember
 */

/**
 * Opens the sheet in which a child's account is made.
 *
 * @param {App} app
 * @param {string} family
 * @param {AbortSignal} signal
 * @param {() => void} changed
 */
export function openAddChild(app, family, signal, changed) {
  const name = h("input", { class: "input", id: "child-name", maxlength: 60, autocomplete: "off", dir: "auto" });
  const year = birthYearField();
  const wrong = h("p", { class: "wrong", role: "alert" });
  /** @param {SubmitEvent} event */
  const submit = async (event) => {
    event.preventDefault();
    wrong.textContent = "";
    const birthYear = readBirthYear(year.value, hubNow());
    if (birthYear === undefined) return wrong.replaceChildren(t("child.birthYearMissing"));
    try {
      const child = await app.api.post(`/families/${family}/members`, { name: name.value.trim(), birthYear });
      sheet.close();
      app.say(t("child.saved", { name: child.name }));
      changed();
    } catch (error) {
      wrong.textContent = errorWords(error);
    }
  };
  const form = h(
    "form",
    { class: "form", novalidate: true, on: { submit } },
    h("p", {}, t("child.words")),
    h("div", { class: "field" }, h("label", { for: "child-name" }, t("child.name")), name),
    h("div", { class: "field" }, h("label", { for: "birth-year" }, t("child.birthYear")), year),
    wrong,
    h("button", { class: "button", type: "submit" }, t("child.save")),
  );
  const sheet = openSheet(t("child.add"), [form], { signal });
}

/**
 * Opens what the adults of a family may change of a child.
 *
 * @param {App} app
 * @param {import("../lib/hub/shapes.js").FamilyGroup} family
 * @param {FamilyMember} child
 * @param {AbortSignal} signal
 * @param {() => void} changed
 */
export function openChild(app, family, child, signal, changed) {
  const path = `/families/${family.id}/members/${child.id}`;
  const year = birthYearField();
  year.value = child.birthYear === undefined ? "" : String(child.birthYear);
  const wrong = h("p", { class: "wrong", role: "alert" });
  /** @param {object} change */
  const patch = async (change) => {
    const complain = (/** @type {string} */ words) => wrong.replaceChildren(words);
    const perform = () => withProof(app, () => app.api.patch(path, change));
    if (!(await save(perform, { say: app.say, complain }))) return;
    sheet.close();
    changed();
  };
  /** @param {SubmitEvent} event */
  const submit = (event) => {
    event.preventDefault();
    const birthYear = readBirthYear(year.value, hubNow());
    if (birthYear === undefined) return wrong.replaceChildren(t("child.birthYearMissing"));
    return patch({ birthYear });
  };
  const { name } = child;
  const grow = async () => {
    const question = {
      title: t("child.grownTitle", { name }),
      words: t("child.grownWords", { name }),
      action: t("child.grownAction", { name }),
    };
    if (await confirmed(question, signal)) await patch({ role: "adult" });
  };
  const form = h(
    "form",
    { class: "form", novalidate: true, on: { submit } },
    h("div", { class: "field" }, h("label", { for: "birth-year" }, t("child.birthYear")), year),
    wrong,
    h("button", { class: "button", type: "submit" }, t("common.save")),
  );
  const link = async () => {
    try {
      const issued = await withProof(app, () => app.api.post(`${path}/links`, {}));
      sheet.close();
      const isHeld = family.members.filter(({ role }) => role === "adult").length > 1;
      showLink(issued, name, isHeld, signal);
    } catch (error) {
      wrong.textContent = errorWords(error);
    }
  };
  const linking = child.hasPhone
    ? []
    : [h("button", { class: "button quiet-button", type: "button", on: { click: link } }, t("child.link", { name }))];
  const grown = h("button", { class: "button quiet-button", type: "button", on: { click: grow } }, t("child.grown", { name }));
  /** @type {import("../lib/dom/sheet.js").Sheet} */
  const sheet = openSheet(
    t("child.sheet", { name }),
    [
      part(ChildSeers, app, { family, child, say: (words) => sheet.say(words) }),
      part(ChildLiveLinks, app, { family: family.id, child, say: (words) => sheet.say(words) }),
      part(ChildDevices, app, { family: family.id, child }),
      form,
      ...linking,
      grown,
    ],
    { signal },
  );
}

/**
 * A link that opens an account once, to be opened on the child's phone.
 *
 * @param {{link: string, qrCode?: string, expiresAt: string}} issued
 * @param {string} name
 * @param {boolean} isHeld  whether another adult may have to agree to that phone
 * @param {AbortSignal} signal
 */
function showLink({ link, qrCode, expiresAt }, name, isHeld, signal) {
  /** @type {import("../lib/dom/sheet.js").Sheet | undefined} */
  let sheet;
  const say = (/** @type {string} */ words) => sheet?.say(words);
  const content = [
    h("p", {}, t("child.linkWords")),
    ...(isHeld ? [h("p", {}, t("child.linkHeld"))] : []),
    h("p", {}, t("invites.once", { time: momentWords(expiresAt, hubNow()) })),
    ...(qrCode ? [qr(qrCode)] : []),
    h("p", { class: "card small invite-link", dir: "ltr" }, link),
    h("div", { class: "actions" }, ...sending(link, say)),
  ];
  sheet = openSheet(t("child.linkReady", { name }), content, { signal });
}

/** A field for a year of birth. */
export function birthYearField() {
  return h("input", { class: "input", id: "birth-year", inputmode: "numeric", maxlength: 4, autocomplete: "off" });
}
