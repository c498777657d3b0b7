// @ts-check

/**
 * Keeps a mark on the account's picture while there is something to be told.
 *
 * @param {import("./page.js").App} app
 * @param {HTMLElement} frame
 */
export async function watchNotices(app, frame) {
  const look = async () => {
    try {
      const { items } = await app.api.get("/notices");
      frame.toggleAttribute("data-news", items.length > 0);
    } catch {
      // The mark stays as it was until the hub is heard again.
    }
  };
  for (const name of ["notice", "open"]) app.events.addEventListener(name, look);
  await look();
}
