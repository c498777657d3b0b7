// @ts-check
import { API } from "./api.js";
import { Events } from "./events.js";
import { Family } from "./family.js";

/**
 * What the whole page works with, and the first question to the hub: a file of its own with few others behind it, so
 * that the hub is asked while the browser still reads the rest of the page.
 */
export const api = new API();
// What is read first is read for the page that comes.
api.screen = location.pathname.split("/")[1] || "home";
export const events = new Events();
export const family = new Family(api, events);

// The hub is told which screen its answers are for; the router says it from then on.
api.screen = location.pathname.split("/")[1] || "home";

/** Settles as `family.load` does. */
export const firstReading = family.load();
// Whoever awaits it shows what went wrong; until then it is not unheard.
firstReading.catch(() => undefined);
