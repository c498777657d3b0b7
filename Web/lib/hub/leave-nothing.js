// @ts-check
import { wishKey } from "./kept.js";

/**
 * Ends what this browser was let in to see, closes the messages that the system shows and forgets the wish for more (F90).
 *
 * Nothing is waited for: it goes on when the page is gone.
 */
export function leaveNothing() {
  localStorage.removeItem(wishKey);
  navigator.serviceWorker?.controller?.postMessage("leave");
  // A view that the hub cannot be told of ends by itself within the hour.
  fetch("/api/v1/opened-views", { method: "DELETE", keepalive: true }).catch(() => undefined);
}
