// @ts-check
/// <reference no-default-lib="true" />
/// <reference lib="es2022" />
/// <reference lib="webworker" />

/**
 * Keeps the shell of the page, so that it opens at once and also without the hub. Nothing else is kept: whatever
 * speaks of people or places goes to the hub each time (security S22). The one exception is what another app shared, until
 * the page takes it.
 *
 * All files of one version are kept together under its name, so that a page never runs half of an old version and half
 * of a new one: which is taken is settled when the page is opened.
 */
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const prefix = "hearth-shell-";
const list = "/assets.json";
/** Large, and needed only when it is asked for: kept from then on. */
const onDemand = /^\/(vendor|glyphs|core|ledger)/;
/** What belongs to the hub and not to the shell. */
const notShell = /^\/(api|in|healthz|readyz|metrics)\b/;

/** What another app shared, under the address of the page that takes it; lib/shared.js reads it. */
const shares = "hearth-shared";
/** Anybody may send a form here, other sites too: no more of it is kept than a map app writes. */
const sharedTextMax = 4_000;
const sharedFileMax = 256 << 20;
/** As in models/shared.js. */
const shareMilliseconds = 15 * 60_000;

/** Which version each open page runs. @type {Map<string, string>} */
const versions = new Map();

worker.addEventListener("install", (event) => {
  event.waitUntil(renew().then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(worker.clients.claim());
});

worker.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  const isShare = event.request.method === "POST" && url.origin === worker.location.origin && url.pathname === "/share";
  if (isShare) return event.respondWith(keepShare(event.request));
  if (event.request.method !== "GET" || url.origin !== worker.location.origin || notShell.test(url.pathname)) return;
  if (event.request.mode === "navigate") {
    event.respondWith(open(event));
    event.waitUntil(Promise.all([renew(), forgetOldShare()]).catch(() => undefined));
  } else {
    event.respondWith(file(event, url.pathname));
  }
});

worker.addEventListener("push", (event) => event.waitUntil(show(event.data)));

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(opened(event.notification));
});

worker.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(subscribeAgain(/** @type {any} */ (event)));
});

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

/**
 * Shows a message of the hub, whatever it holds, and tells the hub that it came: a browser takes the right away from who
 * shows nothing.
 *
 * @param {PushMessageData | null} message
 */
async function show(message) {
  /** @type {{title?: string, body?: string, navigate?: string, tag?: string, renotify?: boolean, data?: {id?: string}}} */
  let told = {};
  try {
    told = message?.json().notification ?? {};
  } catch {
    // Something that this version cannot read: there is news, and the page says which.
  }
  const { title = "Hearth", body = "There is news.", navigate = "/notices", tag, renotify = false, data } = told;
  const shown = { body, tag, renotify: renotify && tag !== undefined, icon: "/icons/icon-192.png", badge: "/icons/icon-192.png", data: { navigate, id: data?.id } };
  await worker.registration.showNotification(title, shown);
  await mark();
  await tell(data?.id, false);
}

/** Marks the page's icon while no page is open that counts what waits. */
async function mark() {
  const open = await worker.clients.matchAll({ type: "window" });
  const browser = /** @type {{setAppBadge?: () => Promise<void>}} */ (worker.navigator);
  // A system without badges has the notification.
  if (open.length === 0) await browser.setAppBadge?.().catch(() => undefined);
}

/**
 * Opens the page that a message is about, in a window that is open already where there is one; the page asks the hub anew
 * what may be seen.
 *
 * @param {Notification} notification
 */
async function opened({ data }) {
  const url = new URL(data?.navigate ?? "/notices", worker.location.origin);
  // By whatever name the hub knows itself, the page is this one.
  const path = url.pathname + url.search + url.hash;
  const [window] = await worker.clients.matchAll({ type: "window" });
  if (window) {
    await window.focus().catch(() => undefined);
    window.postMessage({ open: path });
  } else {
    await worker.clients.openWindow(path);
  }
  await tell(data?.id, true);
}

/**
 * @param {string | undefined} message
 * @param {boolean} opened
 */
async function tell(message, opened) {
  if (message) await ask("POST", "/api/v1/me/push/shown", { message, opened });
}

/**
 * The browser has another address now, or none until it is asked again.
 *
 * @param {{newSubscription?: PushSubscription | null, oldSubscription?: PushSubscription | null}} change
 */
async function subscribeAgain({ newSubscription, oldSubscription }) {
  const again = () => oldSubscription && worker.registration.pushManager.subscribe(oldSubscription.options);
  const subscription = newSubscription ?? (await again());
  const { endpoint, keys } = subscription?.toJSON() ?? {};
  if (endpoint && keys) await ask("PUT", "/api/v1/me/push", { endpoint, publicKey: keys.p256dh, authentication: keys.auth });
}

/**
 * @param {string} method
 * @param {string} path
 * @param {object} body
 */
async function ask(method, path, body) {
  const headers = { "Content-Type": "application/json" };
  // A hub that is away hears of it with the next message, or when the page is opened.
  await fetch(path, { method, headers, body: JSON.stringify(body) }).catch(() => undefined);
}

/**
 * A page is opened: from the newest whole version, or from the hub where there is none.
 *
 * @param {FetchEvent} event
 */
async function open(event) {
  const name = await newest();
  const kept = name && (await (await caches.open(name)).match("/"));
  if (!name || !kept) return fetch(event.request);
  versions.set(event.resultingClientId, name);
  return kept;
}

/**
 * A file of the shell, of the version that its page runs.
 *
 * @param {FetchEvent} event
 * @param {string} path
 */
async function file(event, path) {
  const name = versions.get(event.clientId) ?? (await newest());
  if (!name) return fetch(event.request);
  const cache = await caches.open(name);
  const kept = await cache.match(path);
  if (kept) return kept;
  const answer = await fetch(event.request);
  if (answer.ok && onDemand.test(path)) await cache.put(path, answer.clone());
  return answer;
}

/** Fetches the version that the hub has now, where it is not kept already, and drops all but it and the one before. */
async function renew() {
  const answer = await fetch(list, { cache: "no-store" });
  if (!answer.ok) return;
  const text = await answer.clone().text();
  const name = prefix + (await digest(text));
  const before = await newest();
  if (before === name) return;
  // A hub that went back to an older version: what is kept of it must count as the newest again.
  await caches.delete(name);
  const cache = await caches.open(name);
  const paths = Object.keys(JSON.parse(text)).map((path) => (path.startsWith("/") ? path : `/${path}`));
  await cache.addAll(["/", ...paths.filter((path) => !onDemand.test(path) && path !== "/index.html")]);
  // Last of all: a version that has its list is whole.
  await cache.put(list, answer);
  for (const other of await caches.keys()) {
    if (other.startsWith(prefix) && other !== name && other !== before) await caches.delete(other);
  }
}

/** The newest version that is whole; undefined where none is. */
async function newest() {
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix)).reverse();
  for (const name of names) {
    if (await (await caches.open(name)).match(list)) return name;
  }
  return undefined;
}

/** @param {string} text */
async function digest(text) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(bytes.slice(0, 8), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
