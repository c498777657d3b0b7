// @ts-check
/// <reference no-default-lib="true" />
/// <reference lib="es2022" />
/// <reference lib="webworker" />

/** The few words of the service worker in the language of the page, which writes them there; lib/words/worker-words.js. */
const wordsStore = "hearth-words";
const wordsPath = "/worker-words";
/** Where no page has told its language yet. */
const english = {
  news: "There is news.",
  decided: "Already decided",
  loggedOut: "Not saved: you are logged out",
  notSaved: "Not saved",
  tap: "{body}. Tap to decide in Hearth.",
};

/** @returns {Promise<typeof english>} */
async function words() {
  try {
    const kept = (await caches.has(wordsStore)) && (await (await caches.open(wordsStore)).match(wordsPath));
    return kept ? { ...english, ...(await kept.json()) } : english;
  } catch {
    return english;
  }
}
