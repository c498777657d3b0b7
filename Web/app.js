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
    events.start();
    ownFixes.resume();
  } catch (error) {
    // Only the hub's word makes somebody logged out; a hub that is away does not.
    if (!(error instanceof Refusal && error.status === 401)) {
      frame.main.replaceChildren(failure(error, () => begin()));
      return;
    }
  }
  const { pathname } = location;
  await app.router.start();
  if (!family.isLoaded && location.pathname !== pathname) wanted = pathname;
  watchNotices();
}

/** A log-in worked: reads the family and opens Home, or what was asked for before. */
async function enter() {
  try {
    await family.load();
  } catch (error) {
    throw error instanceof Refusal && error.code === "notLoggedIn" ? cookieLost() : error;
  }
  events.start();
  await app.router.go(wanted, { replace: true });
  wanted = "/";
  watchNotices();
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
  await api.delete("/sessions/current");
  forget();
}

function forget() {
  events.stop();
  ownFixes.stop();
  // What to dial says in which country this browser was.
  localStorage.removeItem("hearth.emergency");
  location.replace("/welcome");
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
