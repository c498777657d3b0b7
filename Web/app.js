// @ts-check
import "./elements/hearth-frame.js";
import { cookieLost, failure } from "./lib/page.js";
import { Refusal } from "./lib/api.js";
import { api, events, family, firstReading } from "./lib/first-reading.js";
import { OwnFixes } from "./lib/own-fixes.js";
import { Router } from "./lib/router.js";
import { screens } from "./lib/screens.js";
import { language, setLanguage } from "./lib/text.js";
import { applyTheme } from "./lib/theme.js";
import { addressOf } from "./models/people.js";

/**
 * @typedef {import("./elements/hearth-frame.js").HearthFrame} HearthFrame
 * @typedef {import("./lib/page.js").App} App
 */

const ownFixes = new OwnFixes(api, events);
/** Where a guest's missions and store lie, and that the hub has said last that nobody is logged in here. */
const [guestKey, nobodyKey] = ["hearth.guest.missions", "hearth.nobody"];
/** What somebody came for who is to log in first. */
let wanted = "/";

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
app.router.addEventListener("screen", () => app.router.screen && frame.open(app.router.screen));
api.onLoggedOut = () => {
  if (family.isLoaded) forget();
};

// A stream does not say why it ended: the hub does, when it is asked for something else. Not at once, because another
// password ends the session and begins a new one with the same answer.
events.addEventListener("link", () => {
  setTimeout(() => {
    if (events.link === "offline") api.get("/me").catch(() => undefined);
  }, 1_500);
});

open();
// Where it is refused, as in some private windows, the page goes to the hub each time.
navigator.serviceWorker?.register("/service-worker.js").catch(() => undefined);

/**
 * Draws the frame, in the language that was chosen.
 *
 * Nothing here is awaited by the module itself: a language may come from files that import what stands in the same file
 * as this, which is there for them only when it has run.
 */
async function open() {
  await setLanguage(localStorage.getItem("hearth.language"));
  Object.assign(document.documentElement, language());
  applyTheme();
  document.body.replaceChildren(frame);
  frame.watch(family, events);
  await begin(firstReading);
  // A hub that went away just now leaves the phone's own ways to put its keyboard away.
  import("./lib/keyboard.js").then(({ closeNumberKeyboards }) => closeNumberKeyboards()).catch(() => undefined);
}

/**
 * Opens the page as it is: with the family where somebody is logged in, with the welcome page where nobody is.
 *
 * @param {Promise<void>} [reading]
 */
async function begin(reading = family.load()) {
  try {
    await reading;
    localStorage.removeItem(nobodyKey);
    events.start();
    ownFixes.resume();
  } catch (error) {
    // Only the hub's word makes somebody logged out; a hub that is away does not.
    const isNobody = error instanceof Refusal && error.status === 401;
    if (isNobody) localStorage.setItem(nobodyKey, "yes");
    // What a guest has is on this device, and goes on without the hub.
    if (!isNobody && !(localStorage.getItem(nobodyKey) && localStorage.getItem(guestKey))) {
      frame.main.replaceChildren(failure(error, () => begin()));
      return;
    }
  }
  const { pathname } = location;
  await app.router.start();
  if (!family.isLoaded) {
    if (location.pathname !== pathname) wanted = pathname;
    clearBadge();
  }
  watchNotices();
  meetGuest(false);
}

/** A log-in worked: reads the family and opens Home, or what was asked for before. */
async function enter() {
  try {
    await family.load();
  } catch (error) {
    throw error instanceof Refusal && error.code === "notLoggedIn" ? cookieLost() : error;
  }
  localStorage.removeItem(nobodyKey);
  events.start();
  await app.router.go(wanted, { replace: true });
  wanted = "/";
  watchNotices();
  meetGuest(true);
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
  const move = await import("./lib/guest-move.js").catch(() => undefined);
  move?.meetGuest(app, isNew);
}

/** What there is to be told can wait until the page stands. */
async function watchNotices() {
  if (!family.isLoaded) return;
  const notices = await import("./lib/notices.js").catch(() => undefined);
  if (notices) notices.watchNotices(app, frame);
  // The hub went away just now: the page says so by itself, and the rest comes when it is back.
  else events.addEventListener("open", watchNotices, { once: true });
}

/** Logs out: the hub tells the browser to drop all it holds, and the page begins anew with nothing in memory. */
async function leave() {
  // What somebody left here without an account is no member's: who logs out neither takes nor loses it.
  const guests = [guestKey, "hearth.guest.places"].map((key) => ({ key, kept: localStorage.getItem(key) }));
  await api.delete("/sessions/current");
  for (const { key, kept } of guests) if (kept !== null) localStorage.setItem(key, kept);
  forget();
}

function forget() {
  events.stop();
  ownFixes.stop();
  // What to dial says in which country this browser was.
  localStorage.removeItem("hearth.emergency");
  clearBadge();
  // Nor is it for whoever logs in next what another app shared.
  if ("caches" in globalThis) caches.delete("hearth-shared").catch(() => undefined);
  location.replace("/welcome");
}

/** How much waits is nobody's business who is not logged in. */
function clearBadge() {
  const browser = /** @type {{clearAppBadge?: () => Promise<void>}} */ (navigator);
  // A system without badges shows none.
  browser.clearAppBadge?.().catch(() => undefined);
}

/**
 * @param {import("./lib/router.js").Screen} screen
 * @param {boolean} isStep
 * @returns {string | undefined}
 */
function guard(screen, isStep) {
  if (!family.isLoaded) return screen.isOpen ? undefined : "/welcome";
  if (screen.isOpen && !screen.isForAll) return "/";
  // Home is where it was left; but a step back to everyone is one.
  const address = screen.path === "/" && !isStep ? addressOf(family.shown, family.people) : "/";
  return address === "/" ? undefined : address;
}
