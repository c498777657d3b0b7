// @ts-check
import "./elements/hearth-frame.js";
import { cookieLost, failure } from "./lib/dom/page.js";
import { Refusal } from "./lib/hub/api.js";
import { api, events, family, firstReading, nobodyKey } from "./stores/first-reading.js";
import { callPrefix, emergencyKey, sharedDeviceKey } from "./lib/hub/kept.js";
import { closeShown, leaveNothing } from "./lib/hub/leave-nothing.js";
import { OwnFixes } from "./lib/device/own-fixes.js";
import { keepHeld } from "./lib/hub/session-state.js";
import { Router } from "./lib/dom/router.js";
import { screens } from "./lib/dom/screens.js";
import { language, languageKey, languageTag, setLanguage } from "./lib/words/text.js";
import { applyTheme } from "./lib/dom/theme.js";
import { addressOf } from "./models/people.js";

/**
 * @typedef {import("./elements/hearth-frame.js").HearthFrame} HearthFrame
 * @typedef {import("./lib/dom/page.js").App} App
 */

const ownFixes = new OwnFixes(api, events);
/** Where a guest's missions and store lie. */
const guestKey = "hearth.guest.missions";
/** Calls for help that wait for their members (stores/help-call.js). */
const calls = () => Object.keys(localStorage).filter((key) => key.startsWith(callPrefix));
/** What somebody came for who is to log in first. */
let wanted = "/";
/** Whether the page is on its way to the welcome page: asked for again, the browser would begin that way anew. */
let isLeaving = false;

const frame = /** @type {HearthFrame} */ (document.createElement("hearth-frame"));

/** @type {App} */
const app = {
  api,
  events,
  family,
  ownFixes,
  router: /** @type {any} */ (undefined),
  say: (text) => frame.say(text),
  enter,
  leave,
};
app.router = new Router(screens, frame.main, () => app, guard);
app.router.addEventListener("screen", () => {
  api.showNothing();
  if (app.router.screen) frame.open(app.router.screen);
});
api.onLoggedOut = () => {
  if (family.isLoaded) forget();
};

// A stream does not say why it ended: the hub does, when it is asked for something else. Not at once, because another
// password ends the session and begins a new one with the same answer. Asked each time: a hub that comes back may say then
// that this browser is logged out, and what it keeps goes.
events.addEventListener("lost", () => {
  setTimeout(() => {
    if (events.link === "offline") api.get("/me").catch(() => undefined);
  }, 1_500);
});

addEventListener("pageshow", () => (isLeaving = false));
// A page opened without the hub shows what was there when it was left.
addEventListener("pagehide", keepAll);
document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && keepAll());
open();
// The language of a first visit was loaded before there was a worker to keep it.
navigator.serviceWorker?.addEventListener("controllerchange", keepLanguage, { once: true });
// Where it is refused, as in some private windows, the page goes to the hub each time.
navigator.serviceWorker?.register("/service-worker.js").catch(() => undefined);

/** Has the worker keep the texts of the page's language, which a page opened without the hub needs. */
function keepLanguage() {
  // English is of the shell.
  if (languageTag() !== "en") fetch(`/texts/${languageTag()}.js`).catch(() => undefined);
}

/**
 * Draws the frame, in the language that was chosen.
 *
 * Nothing here is awaited by the module itself: a language may come from files that import what stands in the same file
 * as this, which is there for them only when it has run.
 */
async function open() {
  await setLanguage(localStorage.getItem(languageKey));
  Object.assign(document.documentElement, language());
  api.language = language().lang;
  applyTheme();
  document.body.replaceChildren(frame);
  frame.watch(family, events, api);
  await begin(firstReading);
  // A hub that went away just now leaves the phone's own ways to put its keyboard away.
  import("./lib/dom/orientation.js").then(({ applyOrientation }) => applyOrientation()).catch(() => undefined);
  import("./lib/dom/keyboard.js").then(({ closeNumberKeyboards }) => closeNumberKeyboards()).catch(() => undefined);
}

/**
 * Opens the page as it is: with the family where somebody is logged in, with the welcome page where nobody is.
 *
 * @param {Promise<void>} [reading]
 */
async function begin(reading = family.open()) {
  try {
    await reading;
    localStorage.removeItem(nobodyKey);
    tellLanguage();
    events.start(family.keptAt);
    ownFixes.resume();
  } catch (error) {
    // Only the hub's word makes somebody logged out; a hub that is away does not.
    const isRefused = error instanceof Refusal && error.status === 401;
    if (isRefused) forgetMember(family.keptAt !== undefined);
    if (api.held) localStorage.removeItem(nobodyKey);
    else if (isRefused) localStorage.setItem(nobodyKey, "yes");
    // What a guest has is on this device, and goes on without the hub; so does a call for help of who waits for a guardian.
    if (!isRefused && !api.held && !(localStorage.getItem(nobodyKey) && localStorage.getItem(guestKey))) {
      frame.main.replaceChildren(failure(error, () => begin()));
      return;
    }
  } finally {
    keepHeld(api.held);
    showUnsentCall();
  }
  const { pathname } = location;
  await app.router.start();
  if (!family.isLoaded) {
    if (location.pathname !== pathname && !api.held) wanted = pathname;
    clearBadge();
  }
  watchNotices();
  meetGuest(false);
}

/**
 * A log-in worked: reads the family and opens Home, or what was asked for before.
 *
 * @param {boolean} [isShared]  whether others use the device too, as its member said
 */
async function enter(isShared = false) {
  if (isShared) localStorage.setItem(sharedDeviceKey, "yes");
  else localStorage.removeItem(sharedDeviceKey);
  try {
    await family.load();
  } catch (error) {
    if (!(error instanceof Refusal && error.code === "sessionHeld")) {
      throw error instanceof Refusal && error.code === "notLoggedIn" ? cookieLost() : error;
    }
  }
  keepHeld(api.held);
  localStorage.removeItem(nobodyKey);
  showUnsentCall();
  if (api.held) return app.router.go("/held", { replace: true });
  tellLanguage();
  events.start();
  await app.router.go(wanted, { replace: true });
  wanted = "/";
  watchNotices();
  meetGuest(true);
}

/** A call for help of a member who is not logged in here stays on the screen; no other session sends it (F86). */
async function showUnsentCall() {
  if (calls().length === 0 || !(family.isLoaded || api.held || localStorage.getItem(nobodyKey))) return;
  const unsent = await import("./elements/unsent-call.js").catch(() => undefined);
  unsent?.showUnsentCall(app);
}

/** The hub writes to its members in the language that they chose, or else in that of the first browser that they used. */
function tellLanguage() {
  const tag = languageTag();
  const known = family.me?.language;
  if (tag === "pseudo" || tag === known || (known && !localStorage.getItem(languageKey))) return;
  // Told again with the next opening where it did not get through.
  api.patch("/me", { language: tag }).catch(() => undefined);
}

/**
 * What was kept here without an account waits for a word, or goes on moving in; where that guest was is nobody's now.
 *
 * @param {boolean} isNew  whether somebody has just logged in
 */
async function meetGuest(isNew) {
  if (!family.isLoaded) return;
  for (const key of ["hearth.guest.here", "hearth.guest.presence"]) localStorage.removeItem(key);
  if (!localStorage.getItem(guestKey)) return;
  // Where it cannot be had now, what is there stays there.
  const move = await import("./stores/guest-move.js").catch(() => undefined);
  move?.meetGuest(app, isNew);
}

/** What there is to be told can wait until the page stands. */
async function watchNotices() {
  if (!family.isLoaded) return;
  const notices = await import("./elements/notices.js").catch(() => undefined);
  if (notices) notices.watchNotices(app, frame);
  // The hub went away just now: the page says so by itself, and the rest comes when it is back.
  else events.addEventListener("open", watchNotices, { once: true });
}

/**
 * Logs out: the hub tells the browser to drop all it holds, and the page begins anew with nothing in memory.
 *
 * @param {() => Promise<unknown>} [end]  the request by which the session ends
 * @param {string} [next]  the page after it
 */
async function leave(end = () => api.delete("/sessions/current"), next) {
  const { waitingCalls } = await import("./stores/unsent-call.js");
  // Data of a guest without an account belongs to no member: a logout neither takes nor loses it. A call for help
  // waits for its member, with the number to dial.
  const spared = [guestKey, "hearth.guest.places", emergencyKey, ...waitingCalls()];
  const before = spared.map((key) => ({ key, kept: localStorage.getItem(key) }));
  // The answer takes the worker away, which alone can close them (F90).
  await closeShown();
  await end();
  for (const { key, kept } of before) if (kept !== null) localStorage.setItem(key, kept);
  forget(next);
}

/** @param {string} [next] */
function forget(next = "/welcome") {
  if (isLeaving) return;
  isLeaving = true;
  // Without the network the next page could not ask the hub again.
  localStorage.setItem(nobodyKey, "yes");
  keepHeld(undefined);
  events.stop();
  forgetMember(true);
  if (calls().length === 0) localStorage.removeItem(emergencyKey);
  // Nor is it for whoever logs in next what another app shared; what comes before a log-in waits for it.
  if ("caches" in globalThis) caches.delete("hearth-shared").catch(() => undefined);
  location.replace(next);
}

/**
 * Drops what this browser does and holds for a member, so that the next one who logs in shares and finds nothing of it.
 *
 * @param {boolean} wasHere  whether it showed one of late; a guest's views by link go on
 */
function forgetMember(wasHere) {
  ownFixes.stop();
  api.kept?.forget();
  if (wasHere) leaveNothing();
  clearBadge();
}

function keepAll() {
  if (events.link === "live") family.keep();
  api.kept?.flush();
}

/** How much waits is nobody's business who is not logged in. */
function clearBadge() {
  const browser = /** @type {{clearAppBadge?: () => Promise<void>}} */ (navigator);
  // A system without badges shows none.
  browser.clearAppBadge?.().catch(() => undefined);
}

/**
 * @param {import("./lib/dom/router.js").Screen} screen
 * @param {boolean} isStep
 * @returns {string | undefined}
 */
function guard(screen, isStep) {
  if (api.held) return screen.path === "/held" ? undefined : "/held";
  if (!family.isLoaded) return screen.isOpen ? undefined : "/welcome";
  if (screen.isOpen && !screen.isForAll) return "/";
  // Home is where it was left; but a step back to everyone is one.
  const address = screen.path === "/" && !isStep ? addressOf(family.shown, family.people) : "/";
  return address === "/" ? undefined : address;
}
