// @ts-check
import { waitingCount } from "../models/notices.js";
import { safetyOf } from "./safety.js";

/**
 * Keeps a number on the installed page's icon: open alarms about others, and notices that were not put away.
 *
 * @param {import("../lib/dom/page.js").App} app
 * @returns {(notices: import("../lib/hub/shapes.js").Notice[]) => void}  to be told the notices whenever they were read
 */
export function keepBadge(app) {
  const browser = /** @type {{setAppBadge?: (count: number) => Promise<void>}} */ (navigator);
  const safety = safetyOf(app);
  /** @type {import("../lib/hub/shapes.js").Notice[]} */
  let notices = [];
  let shown = -1;
  const show = () => {
    const count = waitingCount(notices, safety.alarms);
    if (count === shown) return;
    shown = count;
    // Nought takes the mark away. A page that is not installed has no icon.
    browser.setAppBadge?.(count).catch(() => undefined);
  };
  safety.addEventListener("change", show);
  return (read) => {
    notices = read;
    show();
  };
}
