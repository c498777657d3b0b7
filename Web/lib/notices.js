// @ts-check
import { keepBadge } from "./badge.js";
import { tellChild } from "./child-word.js";
import { keepPush } from "./push.js";
import { watchSafety } from "../elements/safety-strip.js";

/**
 * Tells a child who sees it, and keeps a mark on the account's picture, and on the page's icon, while there is something to
 * be told.
 *
 * @param {import("./page.js").App} app
 * @param {HTMLElement} frame
 */
export async function watchNotices(app, frame) {
  watchSafety(app, frame);
  const badge = keepBadge(app);
  const look = async () => {
    try {
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
  await tellChild(app);
  await look();
  await keepPush(app.api);
}
