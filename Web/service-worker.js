// @ts-check
/// <reference no-default-lib="true" />
/// <reference lib="es2022" />
/// <reference lib="webworker" />

/**
 * Keeps the shell of the page, so that it opens at once and also without the hub, and what another app shared, until the
 * page takes it. Nothing else: what speaks of people or places the page keeps by itself (lib/hub/kept.js, security S22).
 *
 * All files of one version are kept together under its name, so that a page never runs half of an old version and half
 * of a new one: which is taken is settled when the page is opened.
 */
importScripts("/worker-words.js", "/worker-shares.js");
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const prefix = "hearth-shell-";
const list = "/assets.json";
const icon = "/icons/icon-192.png";
/** Large, and needed only when it is asked for: kept from then on. */
const onDemand = /^\/(vendor|glyphs|core|ledger|texts\/(?!en\b))/;
/** What belongs to the hub and not to the shell. */
const notShell = /^\/(api|in|calendar|healthz|readyz|metrics)\b/;
/** Which version each open page runs, under `/` and the page's own name: a browser stops a worker that rests. */
const pages = "hearth-pages";
/** The same while this worker runs. @type {Map<string, string>} */
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

// A member leaves: their notifications are closed (F90).
worker.addEventListener("message", (event) => {
  if (event.data === "leave") event.waitUntil(closeAll().then(() => event.ports[0]?.postMessage("closed")));
  // On a device that others use too they end as well.
  if (event.data === "unsubscribe") event.waitUntil(unsubscribe());
});

worker.addEventListener("push", (event) => event.waitUntil(show(event.data)));

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { action, notification } = event;
  const isDecision = isQuestion(notification.data?.question) && (action === "approve" || action === "reject");
  event.waitUntil(isDecision ? decided(notification, action) : opened(notification));
});

worker.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(subscribeAgain(/** @type {any} */ (event)));
});

/**
 * Shows a message of the hub, whatever it holds, and tells the hub that it came: a browser takes the right away from who
 * shows nothing.
 *
 * @param {PushMessageData | null} message
 */
async function show(message) {
  /**
   * @type {{title?: string, body?: string, navigate?: string, tag?: string, renotify?: boolean,
   *         actions?: {action: string, title: string}[], data?: {id?: string, question?: Question}}}
   */
  let told = {};
  try {
    told = message?.json().notification ?? {};
  } catch {
    // Something that this version cannot read: there is news, and the page says which.
  }
  const { title = "Hearth", body = (await words()).news, navigate = "/notices", tag, renotify = false, data } = told;
  const { id, question } = data ?? {};
  // A browser that has no buttons leaves them out.
  const actions = isQuestion(question) ? (told.actions ?? []).map(({ action, title }) => ({ action, title })) : [];
  const kept = { navigate, id, question };
  const shown = { body, tag, renotify: renotify && tag !== undefined, icon, badge: icon, actions, data: kept };
  await worker.registration.showNotification(title, shown);
  await mark();
  await tell(id, false);
}

/**
 * A mission that waits for an adult, and in which version: a decision that comes late or twice changes nothing.
 *
 * @typedef {{mission: string, occurrence: number, version: number}} Question
 */

/**
 * @param {any} question
 * @returns {question is Question}
 */
function isQuestion(question) {
  const numbers = [question?.occurrence, question?.version];
  return /^[0-9a-f-]{36}$/.test(question?.mission) && numbers.every((number) => Number.isSafeInteger(number));
}

/**
 * Tells the hub what was decided in a message, by the session of this browser; what went wrong is said by another one.
 *
 * @param {Notification} notification
 * @param {string} decision
 */
async function decided({ data, body }, decision) {
  const { mission, occurrence, version } = /** @type {Question} */ (data.question);
  const request = {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ occurrence, version }),
  };
  const answer = await fetch(`/api/v1/missions/${mission}/${decision}`, request).catch(() => undefined);
  // False where the decision counted; undefined where the hub refused it or did not answer.
  const handled = answer?.ok ? (await answer.json().catch(() => undefined))?.alreadyHandled : undefined;
  await tell(data.id, true);
  if (handled === false) return;
  const { decided, loggedOut, notSaved, tap } = await words();
  const title = handled ? decided : answer?.status === 401 ? loggedOut : notSaved;
  const told = handled ? body : tap.replace("{body}", () => body);
  const { navigate } = data;
  await worker.registration.showNotification(title, { body: told, tag: mission, icon, badge: icon, data: { navigate } });
}

async function closeAll() {
  for (const notification of await worker.registration.getNotifications()) notification.close();
}

async function unsubscribe() {
  await (await worker.registration.pushManager.getSubscription())?.unsubscribe();
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
  event.waitUntil(noteVersion(event.resultingClientId, name).catch(() => undefined));
  return kept;
}

/**
 * @param {string} page
 * @param {string} name
 */
async function noteVersion(page, name) {
  await (await caches.open(pages)).put(`/${page}`, new Response(name));
}

/**
 * The version that a page runs; the newest one where that is not known or no longer kept.
 *
 * @param {string} page
 */
async function versionOf(page) {
  const name = versions.get(page) ?? (await (await (await caches.open(pages)).match(`/${page}`))?.text());
  if (!name || !(await caches.has(name))) return newest();
  versions.set(page, name);
  return name;
}

/** Forgets the pages of versions that are no longer kept. */
async function forgetPages() {
  const noted = await caches.open(pages);
  for (const page of await noted.keys()) {
    const name = await (await noted.match(page))?.text();
    if (!name || !(await caches.has(name))) await noted.delete(page);
  }
}

/**
 * A file of the shell, of the version that its page runs.
 *
 * @param {FetchEvent} event
 * @param {string} path
 */
async function file(event, path) {
  const name = await versionOf(event.clientId);
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
  // Large files in use, as a language or the map, come along: the hub may be away when the new version needs them.
  const used = before ? (await (await caches.open(before)).keys()).map(({ url }) => new URL(url).pathname) : [];
  // A hub that went back to an older version: what is kept of it must count as the newest again.
  await caches.delete(name);
  const cache = await caches.open(name);
  const paths = Object.keys(JSON.parse(text)).map((path) => (path.startsWith("/") ? path : `/${path}`));
  await cache.addAll(["/", ...paths.filter((path) => path !== "/index.html" && (!onDemand.test(path) || used.includes(path)))]);
  // Last of all: a version that has its list is whole.
  await cache.put(list, answer);
  for (const other of await caches.keys()) {
    if (other.startsWith(prefix) && other !== name && other !== before) await caches.delete(other);
  }
  await forgetPages();
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
