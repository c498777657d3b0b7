// @ts-check

/** What protects somebody on this device right now, and ends by itself: a call for help, and a trip that it is on. */
const spared = /^hearth\.(help\.|ride$)/;

/**
 * Forgets all that this browser keeps of somebody without an account: missions, gold, store, places, where they were, and
 * how they like their pages. Other tabs hear of it by the browser.
 */
export function forgetDevice() {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith("hearth.") && !spared.test(key)) localStorage.removeItem(key);
  }
  sessionStorage.clear();
  // Also what the page has in memory goes with it.
  location.replace("/welcome");
}
