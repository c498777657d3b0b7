// @ts-check
import { Refusal } from "../lib/api.js";
import { button } from "../lib/button.js";
import { h } from "../lib/dom.js";
import { save } from "../lib/saving.js";
import { t } from "../lib/text.js";

/**
 * @typedef {import("../lib/page.js").App} App
 * @typedef {import("../lib/shapes.js").Notice} Notice
 * @typedef {{mission?: string, occurrence?: number, purchase?: string, version?: number}} Matter  what it is about
 */

/**
 * What can be done about a notice of a mission or of the store where it stands: the answers name what the notice was
 * about, so that one that comes late changes nothing and says so (F60).
 *
 * @param {App} app
 * @param {Notice & Matter} notice
 * @param {() => void} done  something was decided
 * @returns {HTMLElement[]}
 */
export function noticeActs(app, { kind, mission, occurrence, purchase, version }, done) {
  if (kind === "missionClaimed" && mission && occurrence !== undefined) {
    const decide = (/** @type {"approve" | "reject"} */ act) => () =>
      post(app, `/missions/${mission}/${act}`, { occurrence, version }, t(`missions.did.${act}`), done);
    return [
      button(t("missions.approve"), decide("approve")),
      button(t("missions.reject"), decide("reject"), { style: "quiet-button" }),
    ];
  }
  if (kind === "purchasePlaced" && purchase) {
    const decide = (/** @type {"deliver" | "refuse"} */ act) => () =>
      post(app, `/purchases/${purchase}/${act}`, { version }, t(`purchases.did.${act}`), done);
    return [
      button(t("purchases.deliver"), decide("deliver")),
      button(t("purchases.refuse"), decide("refuse"), { style: "quiet-button" }),
    ];
  }
  if (kind.startsWith("mission")) return [to("/missions", t("missions.page"))];
  if (kind.startsWith("purchase")) return [to("/store", t("store.page"))];
  return [];
}

/**
 * @param {App} app
 * @param {string} path
 * @param {object} body
 * @param {string} words
 * @param {() => void} done
 */
async function post(app, path, body, words, done) {
  let said = words;
  const perform = async () => {
    try {
      const { alreadyHandled } = await app.api.post(path, body);
      if (alreadyHandled) said = t("missions.alreadyHandled");
    } catch (error) {
      // How much it is worth is asked on the page of missions.
      if (error instanceof Refusal && error.field === "gold") await app.router.go("/missions");
      throw error;
    }
  };
  if (!(await save(perform, { say: app.say, done: "" }))) return;
  app.say(said);
  done();
}

/**
 * @param {string} href
 * @param {string} words
 */
function to(href, words) {
  return h("a", { class: "button quiet-button", href }, words);
}
