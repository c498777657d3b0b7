// @ts-check
/// <reference no-default-lib="true" />
/// <reference lib="es2022" />
/// <reference lib="webworker" />

/** What another app shared, under the address of the page that takes it; stores/shared.js reads it. */
const shares = "hearth-shared";
/** Anybody may send a form here, other sites too: no more of it is kept than a map app writes. */
const sharedTextMax = 4_000;
const sharedFileMax = 256 << 20;
/** As in models/shared.js. */
const shareMilliseconds = 15 * 60_000;

/**
 * Keeps what another app shared, and opens the page that asks what to do with it; the hub is told nothing of it.
 *
 * What was shared before is forgotten. Only the window that came by this can take it: nobody else knows the address.
 *
 * @param {Request} request
 */
async function keepShare(request) {
  const path = `/shared/${crypto.randomUUID()}`;
  try {
    const form = await request.formData();
    const [title, text, url] = ["title", "text", "url"].map((name) => {
      const value = form.get(name);
      return typeof value === "string" ? value.slice(0, sharedTextMax) : "";
    });
    const given = form.get("file");
    const file = given instanceof File && given.size > 0 ? given : undefined;
    const isTooLarge = file !== undefined && file.size > sharedFileMax;
    await caches.delete(shares);
    const cache = await caches.open(shares);
    if (file && !isTooLarge) await cache.put(`${path}/file`, new Response(file));
    const share = { at: Date.now(), title, text, url, file: file && { name: file.name.slice(0, 200), isTooLarge } };
    // Last of all: what has this is whole.
    await cache.put(path, new Response(JSON.stringify(share)));
  } catch {
    // No room, or no form: the page says that there is nothing to open.
  }
  return Response.redirect(path, 303);
}

/** A share that nobody took does not lie here for ever. */
async function forgetOldShare() {
  if (!(await caches.has(shares))) return;
  const cache = await caches.open(shares);
  for (const request of await cache.keys()) {
    if (request.url.endsWith("/file")) continue;
    const share = await (await cache.match(request))?.json();
    // A file alone is one of a share that is just being kept.
    if (share && Date.now() - share.at >= shareMilliseconds) return void (await caches.delete(shares));
  }
}
