// @ts-check
import { isAdultOf } from "../models/family.js";
import { asked, caughtUp } from "../models/guest.js";
import * as model from "../models/guest-move.js";
import { Refusal } from "../lib/hub/api.js";
import { forgetGuest, keep, kept } from "./guest-kept.js";
import { guestPlaces, movePlaces } from "./guest-places.js";
import { pictureIn } from "./guest-store.js";
import { newID } from "../lib/hub/ids.js";
import { allTexts, t } from "../lib/words/text.js";

/**
 * @typedef {import("../lib/hub/api.js").API} API
 * @typedef {import("../models/guest-move.js").MovingMission} MovingMission
 */

/** What somebody without an account left on this device: how many missions, other things, and places. */
export function guestCount() {
  return { ...model.countOf(caughtUp(kept(), Date.now())), places: guestPlaces().length };
}

/**
 * Moves what a guest has to whoever is logged in now. Each thing goes under the id that it has here, and is gone from here
 * when the hub has answered for it: a move that was cut, or is made by two tabs, doubles nothing and loses nothing. Rejects
 * as a request does.
 *
 * What has begun to move to one account moves to another one only when its owner asks for it.
 *
 * @param {API} api
 * @param {{isAsked: boolean}} how  whether somebody asked for it; then their places move as well
 * @returns {Promise<number>}  how many things the hub did not take; they stay on this device
 */
export async function moveGuestIn(api, { isAsked }) {
  const [me, families] = await Promise.all([api.get("/me"), api.get("/families")]);
  const { movingTo } = kept();
  if (!isAsked && movingTo !== undefined && movingTo !== me.id) return left();
  keep(model.movingTo(caughtUp(kept(), Date.now()), me.id, newID));
  await moveCountdown(api, await moveMissions(api));
  const [group] = families.items;
  // What a guest wishes for becomes the store of who is alone; into that of others nothing comes by itself.
  const isOwnStore = isAdultOf(group, me.id) && group.members.length === 1;
  if (isOwnStore) await moveItems(api);
  await moveRecords(api, !isOwnStore);
  if (isAsked) await movePlaces(api);
  const rest = model.rest(kept());
  if (rest) keep(rest);
  else forgetGuest();
  return left();
}

/**
 * A guest has just got an account: what is on this device comes along. What does not get through stays here, and the page
 * of missions offers it.
 *
 * @param {import("../lib/dom/page.js").App} app
 */
export async function bringGuest({ api, say }) {
  if (left() === 0) return;
  const rest = await moveGuestIn(api, { isAsked: false }).catch(left);
  if (rest > 0) say(t("guest.notMoved"));
}

/**
 * Somebody is logged in where a guest left something: a move to their account that was cut goes on, and anything else is
 * for them to say a word about, on the page of missions.
 *
 * @param {import("../lib/dom/page.js").App} app
 * @param {boolean} isNew  they have just logged in
 */
export async function meetGuest({ api, family, say }, isNew) {
  if (left() === 0) return;
  const isCut = kept().movingTo !== undefined && kept().movingTo === family.me?.id;
  const rest = isCut ? await moveGuestIn(api, { isAsked: false }).catch(left) : left();
  if (rest === 0 || !isNew) return;
  await allTexts();
  say(t("guest.notMoved"));
}

function left() {
  const { missions, others } = guestCount();
  return missions + others;
}

/**
 * @param {API} api
 * @returns {Promise<Set<string>>}  those that the hub has
 */
async function moveMissions(api) {
  /** @type {Set<string>} */
  const there = new Set();
  for (const missions of parts(model.missionsToMove(kept()))) {
    const { items } = await api.post("/missions/batch", { missions });
    /** @type {MovingMission[]} */
    const taken = [];
    for (const [index, mission] of missions.entries()) {
      if (await isTaken(api, mission, items[index])) taken.push(mission);
    }
    for (const { id } of taken) there.add(id);
    keep(model.withoutMissions(kept(), taken, Date.now()));
  }
  return there;
}

/**
 * @param {API} api
 * @param {MovingMission} mission
 * @param {{outcome: string, problem?: {code: string}}} answer
 */
async function isTaken(api, { id, focusedSeconds: _, ...draft }, { outcome, problem }) {
  if (outcome !== "refused") return true;
  // It came before, and was described anew on this device since.
  return problem?.code === "idUsedOtherwise" && unless(api.patch(`/missions/${id}`, draft));
}

/**
 * Lets the hub go on with the countdown. Where another one of the account runs, this one waits here: there is one at a time.
 *
 * @param {API} api
 * @param {ReadonlySet<string>} there  the missions that the hub has
 */
async function moveCountdown(api, there) {
  const countdown = model.countdownToMove(kept(), Date.now());
  // Where its mission could not come it stays with that.
  if (!countdown || !there.has(countdown.mission)) return;
  const { id, mission, broughtMilliseconds, isPaused } = countdown;
  try {
    await api.post(`/missions/${mission}/start`, { id, occurrence: 0, broughtMilliseconds });
    // Where the family has no pauses it runs on.
    if (isPaused) await unless(api.post(`/missions/${mission}/pause`, { countdown: id }));
  } catch (error) {
    if (!isFinal(error)) throw error;
    if (error.code === "alreadyRunning") {
      if (!isPaused) keep(asked(kept(), "pause", Date.now()));
      return;
    }
    // Its mission is over there, or deleted: there is nothing to count down for.
  }
  keep(model.withoutCountdown(kept(), countdown, Date.now()));
}

/** @param {API} api */
async function moveItems(api) {
  for (const { id, name, price, stock, picture, retired } of kept().items) {
    const draft = { name, price, stock, buyers: "everybody" };
    if (retired || !(await isStocked(api, id, draft))) continue;
    const file = pictureIn(picture);
    // Without its picture it is there all the same.
    if (file) await unless(api.put(`/store/items/${id}/picture`, file));
    keep({ ...kept(), items: kept().items.filter((item) => item.id !== id) });
  }
}

/**
 * @param {API} api
 * @param {string} id
 * @param {object} draft
 */
async function isStocked(api, id, draft) {
  try {
    await api.post("/store/items", { id, ...draft });
    return true;
  } catch (error) {
    if (!isFinal(error)) throw error;
    return error.code === "idUsedOtherwise" && unless(api.patch(`/store/items/${id}`, { ...draft, retired: false }));
  }
}

/**
 * Moves what was done and bought. It goes from here all at once, so that what was earned and what was spent stay together.
 *
 * @param {API} api
 * @param {boolean} withItems
 */
async function moveRecords(api, withItems) {
  /** @type {Set<string>} */
  const taken = new Set();
  for (const records of parts(model.recordsToMove(kept(), withItems))) {
    const { items } = await api.post("/me/guest-records", { records });
    for (const { id, outcome } of items) if (outcome !== "refused") taken.add(id);
  }
  keep(model.withoutRecords(kept(), taken));
}

/**
 * Whether a request was done; false where the hub will not do it. Rejects where it may be asked again.
 *
 * @param {Promise<unknown>} request
 */
async function unless(request) {
  try {
    await request;
    return true;
  } catch (error) {
    if (!isFinal(error)) throw error;
    return false;
  }
}

/**
 * Whether the hub would answer so again.
 *
 * @param {unknown} error
 * @returns {error is Refusal}
 */
function isFinal(error) {
  return error instanceof Refusal && error.status < 500 && ![401, 408, 429].includes(error.status);
}

/**
 * @template Value
 * @param {Value[]} all
 * @returns {Value[][]}
 */
function parts(all) {
  const count = Math.ceil(all.length / model.atOnceMax);
  return Array.from({ length: count }, (_, index) => all.slice(index * model.atOnceMax, (index + 1) * model.atOnceMax));
}
