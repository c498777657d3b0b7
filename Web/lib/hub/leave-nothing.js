// @ts-check
import { sharedDeviceKey, wishKey } from "./kept.js";

/** A log-out is not held up for longer by a worker that does not answer. */
const answerMilliseconds = 2_000;

/**
 * Ends what this browser was let in to see and closes the messages that the system shows; on a device that others use too
 * push messages end as well (F90). A companion who hides a page on a phone of their own still gets alarms.
 *
 * Nothing is waited for: it goes on when the page is gone.
 */
export function leaveNothing() {
  closeShown();
  // A view that the hub cannot be told of ends by itself within the hour.
  end("/opened-views");
  if (!localStorage.getItem(sharedDeviceKey)) return;
  localStorage.removeItem(wishKey);
  navigator.serviceWorker?.controller?.postMessage("unsubscribe");
  end("/me/push");
}

/** Has the worker close the messages that the system shows; settles once it did, or does not answer. */
export async function closeShown() {
  const worker = navigator.serviceWorker?.controller;
  if (!worker) return;
  const { port1, port2 } = new MessageChannel();
  await new Promise((done) => {
    const timer = setTimeout(done, answerMilliseconds);
    port1.addEventListener("message", () => done(clearTimeout(timer)));
    port1.start();
    worker.postMessage("leave", [port2]);
  });
  port1.close();
}

/** @param {string} path */
function end(path) {
  fetch(`/api/v1${path}`, { method: "DELETE", keepalive: true }).catch(() => undefined);
}
