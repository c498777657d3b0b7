// @ts-check
import { helpTexts, t } from "./text.js";

/** As in /worker-words.js, by which the service worker reads them. */
const store = "hearth-words";
const path = "/worker-words";

/**
 * Gives the service worker its few words in the language of this page: it has no texts of its own, and cannot know which
 * language was chosen. They go with a log-out, as all that is kept.
 */
export async function tellWorkerWords() {
  try {
    await helpTexts();
    const words = {
      news: t("worker.news"),
      decided: t("worker.decided"),
      loggedOut: t("worker.loggedOut"),
      notSaved: t("worker.notSaved"),
      tap: t("worker.tap"),
    };
    await (await caches.open(store)).put(path, new Response(JSON.stringify(words)));
  } catch {
    // A browser that keeps nothing has no such messages; English stands in.
  }
}
