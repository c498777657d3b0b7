// @ts-check
import { button } from "../lib/dom/button.js";
import { h } from "../lib/dom/dom.js";
import { agreeToRevoke } from "../stores/family-keys.js";
import { hubNow } from "../lib/hub/hub-clock.js";
import { icon } from "../lib/dom/icons.js";
import { listWords } from "../lib/words/joined.js";
import { save } from "../lib/dom/saving.js";
import { confirmed } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { momentWords } from "../models/words.js";

/**
 * @typedef {import("../stores/family-keys.js").Keys} Keys
 * @typedef {import("../lib/dom/page.js").App} App
 * @typedef {import("../lib/hub/wallet-shapes.js").FamilyKey} FamilyKey
 * @typedef {import("../lib/hub/wallet-shapes.js").KeyRevocation} KeyRevocation
 */

/**
 * What adults want of a key, in words: who has agreed, and what is still missing.
 *
 * @param {KeyRevocation} revocation
 * @param {(member: string) => string} nameOf
 * @param {"keys.asked" | "keys.askedOfYou"} [sentence]
 */
export function revocationWords({ agreed, needed, validUntil }, nameOf, sentence = "keys.asked") {
  const names = listWords(agreed.map(nameOf));
  return t(sentence, { names, count: needed - agreed.length, time: momentWords(validUntil, hubNow()) });
}

/**
 * The devices that sign for the others of my family, which adults can revoke together; nothing where there are none.
 *
 * @param {App} app
 * @param {Keys} keys
 * @param {AbortSignal} signal
 * @returns {HTMLElement[]}
 */
export function familyKeySection(app, keys, signal) {
  if (keys.others.length === 0) return [];
  const rows = keys.others.map((key) => h("li", { class: "split" }, ...row(app, keys, key, signal)));
  return [
    h(
      "section",
      { class: "section" },
      h("h2", {}, t("keys.others")),
      h("p", { class: "quiet" }, t("keys.othersWords")),
      h("ul", { class: "list" }, ...rows),
    ),
  ];
}

/**
 * @param {App} app
 * @param {Keys} keys
 * @param {FamilyKey} key
 * @param {AbortSignal} signal
 */
function row(app, keys, key, signal) {
  const device = key.device ?? t("keys.device");
  const title = t("keys.deviceOf", { device, name: key.name });
  const { me } = app.family;
  const nameOf = (/** @type {string} */ member) =>
    member === me?.id ? t("keys.you") : keys.wallet.payees.find((payee) => payee.member === member)?.name ?? t("keys.somebody");
  const { revocation } = key;
  const words = revocation ? revocationWords(revocation, nameOf) : key.addedAt ? t("keys.since", { time: momentWords(key.addedAt, hubNow()) }) : "";
  const texts = h(
    "span",
    { class: "grow" },
    h("span", { class: "row-name" }, h("bdi", {}, title)),
    words && h("span", { class: revocation ? "row-words danger" : "row-words" }, words),
  );
  const hasAgreed = Boolean(me && revocation?.agreed.includes(me.id));
  const act = hasAgreed ? () => withdraw(app, key) : () => agree(app, keys, key, title, signal);
  const action = t(hasAgreed ? "keys.takeBack" : revocation ? "keys.agree" : "keys.revoke");
  const control = button(action, act, { style: "quiet-button", key: `other-${key.id}` });
  control.setAttribute("aria-label", t("keys.actLabel", { action, name: title }));
  return [h("div", { class: "row" }, icon("phone"), texts), control];
}

/**
 * @param {App} app
 * @param {Keys} keys
 * @param {FamilyKey} key
 * @param {string} title
 * @param {AbortSignal} signal
 */
async function agree(app, keys, key, title, signal) {
  const words = t(key.revocation ? "keys.agreeWords" : "keys.askWords", { name: key.name });
  if (!(await confirmed({ title: t("keys.revokeTitle", { name: title }), words, action: t("keys.revoke") }, signal))) return;
  let isRevoked = false;
  const perform = async () => {
    isRevoked = (await agreeToRevoke(app, keys.wallet, key)).revoked;
  };
  if (await save(perform, { say: () => undefined, complain: app.say })) app.say(t(isRevoked ? "keys.revoked" : "keys.agreed"));
  await keys.refresh().catch(() => undefined);
}

/**
 * @param {App} app
 * @param {FamilyKey} key
 */
async function withdraw(app, key) {
  await save(() => app.api.delete(`/ledger/keys/${key.id}/revocation`), { say: app.say, done: t("keys.withdrawn") });
}
