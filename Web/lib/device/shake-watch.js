// @ts-check
import { hasGravity, sampleOf } from "../../models/motion.js";
import { rules } from "./rules.js";
import { ShakeDetector } from "./shake-detector.js";

/**
 * Listens whether the phone is shaken, by the family's rule in core.wasm, while the page can be seen: a hidden one feels
 * nothing. Sends `shake`.
 */
export class ShakeWatch extends EventTarget {
  /** @type {ShakeDetector | undefined} */
  #detector;
  #withGravity = false;
  #isOn = false;

  /** Whether this browser can tell at all. */
  static get isOffered() {
    return "DeviceMotionEvent" in globalThis;
  }

  /**
   * Asks the browser, where it wants to be asked: to be called when somebody tapped for it.
   *
   * @returns {Promise<boolean>}  whether it lets the page feel
   */
  static async allowed() {
    if (!ShakeWatch.isOffered) return false;
    const { requestPermission } = /** @type {{requestPermission?: () => Promise<string>}} */ (
      /** @type {unknown} */ (DeviceMotionEvent)
    );
    if (!requestPermission) return true;
    try {
      return (await requestPermission.call(DeviceMotionEvent)) === "granted";
    } catch {
      // It was not asked by a tap; the next one may be.
      return false;
    }
  }

  start() {
    if (this.#isOn) return;
    this.#isOn = true;
    addEventListener("devicemotion", this.#feel);
  }

  stop() {
    this.#isOn = false;
    removeEventListener("devicemotion", this.#feel);
    this.#detector = undefined;
  }

  /** What it heard was called off: it hears none for a minute (F25). */
  cancel() {
    this.#detector?.cancel(performance.now());
  }

  #feel = async (/** @type {DeviceMotionEvent} */ event) => {
    const withGravity = hasGravity(event);
    if (withGravity === undefined) return;
    const detector = this.#detector ?? (await this.#begin(withGravity));
    if (!detector || this.#withGravity !== withGravity) return;
    const samples = sampleOf(event, withGravity);
    if (samples.length > 0 && detector.push(samples) >= 0) this.dispatchEvent(new Event("shake"));
  };

  /** @param {boolean} withGravity */
  async #begin(withGravity) {
    try {
      const core = await rules();
      // Others felt meanwhile have made it already.
      if (!this.#isOn || this.#detector) return this.#detector;
      this.#withGravity = withGravity;
      this.#detector = new ShakeDetector(core, { includesGravity: withGravity });
    } catch {
      // Without the rules nothing is heard; the next movement asks for them again.
    }
    return this.#detector;
  }
}
