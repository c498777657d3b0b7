// @ts-check
import { OwnFixes } from "../lib/device/own-fixes.js";
import { Refusal } from "../lib/hub/api.js";
import { isOpen } from "../models/trip.js";

/** @type {OwnFixes | undefined} */
let own;

/**
 * Tells where this phone is from a call for help on, until nothing of it runs any more: the hub takes no position at any
 * other time of a session that waits for a guardian (F87).
 *
 * @param {import("../lib/dom/page.js").App} app
 * @param {import("./safety.js").Safety} safety
 * @param {import("./help-call.js").HelpCall} call
 */
export function tellWhere({ api, events }, safety, call) {
  own?.stop();
  /** @type {Promise<void>} */
  const heard = new Promise((done) => {
    const look = () => call.isHeard && done();
    call.addEventListener("change", look);
    look();
  });
  /** @type {import("../lib/hub/api.js").API["post"]} */
  const post = async (path, fixes) => {
    // The position is looked for at once, so that it is there when the hub takes it.
    await heard;
    try {
      return await api.post(path, fixes);
    } catch (error) {
      if (error instanceof Refusal && error.code === "sessionHeld") fixesOfCall.stop();
      throw error;
    }
  };
  const fixesOfCall = new OwnFixes({ post }, events, undefined, "hearth.callFixes");
  own = fixesOfCall;
  call.addEventListener("change", () => call.ending && fixesOfCall.stop());
  // A guardian may have agreed meanwhile: then the hub tells what runs.
  safety.addEventListener("change", () => {
    const { mine } = safety;
    const runs = !mine || mine.alarms.some(isOpen) || mine.countdowns.some(({ state }) => state === "running");
    if (!runs) fixesOfCall.stop();
  });
  fixesOfCall.hurry(true);
  fixesOfCall.start();
}
