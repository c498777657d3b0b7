// @ts-check
import { API } from "../lib/hub/api.js";
import { Events } from "../lib/hub/events.js";
import { Family } from "./family.js";
import { Kept } from "../lib/hub/kept.js";
import { keptHeld } from "../lib/hub/session-state.js";

/**
 * What the whole page works with, and the first question to the hub: a file of its own with few others behind it, so
 * that the hub is asked while the browser still reads the rest of the page.
 */
export const api = new API();
// What is read first is read for the page that comes.
api.screen = location.pathname.split("/")[1] || "home";
export const events = new Events();
const kept = new Kept(localStorage);
kept.purge();
api.kept = kept;
api.held = keptHeld();
api.isHeard = () => events.link === "live";
export const family = new Family(api, events, kept);

/** Where it is kept that the hub has said last that nobody is logged in here. */
export const nobodyKey = "hearth.nobody";

/** Settles as `family.open` does; rejects where nobody is logged in. */
export const firstReading = family.open();
// Whoever awaits it shows what went wrong; until then it is not unheard.
firstReading.catch(() => undefined);
