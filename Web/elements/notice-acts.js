// @ts-check
import { Refusal } from "../lib/hub/api.js";
import { button } from "../lib/dom/button.js";
import { h } from "../lib/dom/dom.js";
import { save } from "../lib/dom/saving.js";
import { follow } from "../stores/family-places.js";
import { t } from "../lib/words/text.js";
import { acceptWords } from "../models/family-place.js";

/**
 * @typedef {import("../lib/dom/page.js").App} App
 * @typedef {import("../lib/hub/shapes.js").Notice} Notice
 * @typedef {object} Matter  what it is about
 * @property {string} [mission]
 * @property {number} [occurrence]
 * @property {string} [purchase]
 * @property {string} [familyPlace]
 * @property {string} [title]
 * @property {number} [version]
 */

/**
 * What can be done about a notice where it stands. Answers about a mission or the store name what the notice was about,
 * so that one that comes late changes nothing and says so (F60).
 *
 * @param {App} app
 * @param {Notice & Matter} notice
 * @param {() => void} done  something was decided
 * @returns {HTMLElement[]}
 */
export function noticeActs(app, notice, done) {
  const { id, kind, mission, occurrence, purchase, version } = notice;
  if (kind === "familyPlaceChanged") return placeActs(app, notice, done);
  if (kind === "familyPlaceRemoved") return [to("/my-clock", t("myClock.page"))];
  if (kind === "askedWhere") return [button(t("where.answer"), () => answer(app, id, done), { key: `answer-${id}` })];
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
  if (kind.startsWith("coin")) return [to("/wallet/coins", t("coins.page"))];
  if (kind.startsWith("purchase")) return [to("/store", t("store.page"))];
  return [];
}

/**
 * What can be done about a change of a place of the family that I follow.
 *
 * @param {App} app
 * @param {Notice & Matter} notice
 * @param {() => void} done
 */
function placeActs(app, { place, title = "", familyPlace = "", version = 0 }, done) {
  const use = async () => {
    const words = t("familyPlaces.used", { label: title });
    await follow(app, { id: familyPlace, label: title, version }, words);
    done();
  };
  return [
    button(acceptWords(place, title), use, { key: `use-${familyPlace}` }),
    to(`/places/${familyPlace}`, t("familyPlaces.seeChange")),
  ];
}

/**
 * Answers where I am with a fresh position; what becomes of it is what each may see of me.
 *
 * @param {App} app
 * @param {string} id  of the notice, which is done with
 * @param {() => void} done
 */
async function answer(app, id, done) {
  let said = t("where.answered");
  app.say(t("own.waiting"));
  const perform = async () => {
    const { pause } = await app.api.get("/me/sharing");
    const sharing = pause ? "paused" : await app.ownFixes.tellOnce();
    if (sharing === "on") return app.api.delete(`/notices/${id}`);
    said = sharing === "paused" || sharing === "lost" ? t(`where.${sharing}`) : t(`own.${sharing}`);
  };
  if (!(await save(perform, { say: app.say, done: "" }))) return;
  app.say(said);
  done();
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
