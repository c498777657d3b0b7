// @ts-check
import { keepBadge } from "../stores/badge.js";
import { outboxOf } from "../stores/outbox.js";
import { keepPush } from "../lib/hub/push.js";
import { watchSafety } from "./safety-strip.js";
import { tellWorkerWords } from "../lib/words/worker-words.js";

/**
 * Tells a child who sees it, and keeps a mark on the account's picture, and on the page's icon, while there is something to
 * be told.
 *
 * @param {import("../lib/dom/page.js").App} app
 * @param {HTMLElement} frame
 */
export async function watchNotices(app, frame) {
  watchSafety(app, frame);
  tellWorkerWords();
  // Reports made without the hub are sent when it is back, whatever page is open then.
  outboxOf(app);
  const badge = keepBadge(app);
  const look = async () => {
    try {
      app.family.readWalls().catch(() => undefined);
      const { items } = await app.api.get("/notices");
      frame.toggleAttribute("data-news", items.length > 0);
      badge(items);
    } catch {
      // The mark stays as it was until the hub is heard again.
    }
  };
  for (const name of ["notice", "open"]) app.events.addEventListener(name, look);
  // A tap on a message that the system shows leads here, whatever page is open.
  navigator.serviceWorker?.addEventListener("message", ({ data }) => {
    if (typeof data?.open === "string") app.router.go(data.open);
  });
  if (app.family.me?.role === "child") {
    await import("../lib/dom/child-word.js").then(({ tellChild }) => tellChild(app)).catch(() => undefined);
  }
  await look();
  await keepPush(app.api);
}
