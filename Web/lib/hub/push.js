// @ts-check
import { fromBase64url } from "../../models/base64url.js";
import { isAppleTab } from "./apple-tab.js";
import { wishKey } from "./kept.js";

/**
 * Messages to this browser while its page is closed (Web Push).
 *
 * @typedef {import("./api.js").API} API
 * @typedef {import("../../models/push.js").PushAbilities} PushAbilities
 */

let ahead = Promise.resolve();

/**
 * One after the other: what sets up messages and is still on its way must not come after what ends them.
 *
 * @param {() => Promise<void>} work
 * @returns {Promise<void>}
 */
function inTurn(work) {
  const done = ahead.then(work);
  ahead = done.catch(() => undefined);
  return done;
}

/** @returns {PushAbilities} */
export function pushAbilities() {
  return {
    hasPush: "serviceWorker" in navigator && "PushManager" in window && "Notification" in window,
    isSecure: window.isSecureContext,
    isAppleTab: isAppleTab(),
    permission: "Notification" in window ? Notification.permission : "denied",
    isWanted: localStorage.getItem(wishKey) === "on",
  };
}

/**
 * Asks the browser, and tells the hub how to reach it.
 *
 * @param {API} api
 * @returns {Promise<boolean>}  false where the browser may show nothing
 */
export async function startPush(api) {
  if ((await Notification.requestPermission()) !== "granted") return false;
  await inTurn(() => subscribe(api));
  localStorage.setItem(wishKey, "on");
  return true;
}

/**
 * @param {API} api
 */
export async function stopPush(api) {
  localStorage.removeItem(wishKey);
  await inTurn(async () => {
    await api.delete("/me/push");
    const registration = await navigator.serviceWorker.getRegistration();
    await (await registration?.pushManager.getSubscription())?.unsubscribe();
  });
}

/**
 * Sets up again what the browser or the hub forgot (F19); to be called whenever the page opens.
 *
 * @param {API} api
 */
export async function keepPush(api) {
  const { hasPush, permission, isWanted } = pushAbilities();
  if (!hasPush || permission !== "granted" || !isWanted) return;
  try {
    await inTurn(() => subscribe(api));
  } catch {
    // The page of notices says how it stands; the next start tries again.
  }
}

/** @param {API} api */
async function subscribe(api) {
  const { key } = await api.get("/me/push");
  const registration = await navigator.serviceWorker.ready;
  const subscription = await current(registration, fromBase64url(key));
  const { endpoint, keys } = subscription.toJSON();
  await api.put("/me/push", { endpoint, publicKey: keys?.p256dh, authentication: keys?.auth });
}

/**
 * The browser's subscription with this hub's key; one with another key is of no use.
 *
 * @param {ServiceWorkerRegistration} registration
 * @param {Uint8Array} key
 */
async function current({ pushManager }, key) {
  const before = await pushManager.getSubscription();
  const used = before?.options.applicationServerKey;
  if (before && used && String(new Uint8Array(used)) === String(key)) return before;
  await before?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}
