// @ts-check
import { h } from "./dom.js";
import { isStill } from "./theme.js";

/** @typedef {import("./router.js").Screen} Screen */

/** How a picture flies, and a heading comes in. */
const flight = { duration: 260, easing: "cubic-bezier(0.2, 0.8, 0.2, 1)" };
const fade = { duration: 160, easing: "ease-out" };
/** No further than a page's margin: what comes from there makes no page wider. */
const slidePixels = 16;
/** What stood so near to its new place did not move. */
const nearPixels = 8;
/** What is drawn later than this after its page was left comes without a flight: nobody remembers where it was. */
const memoryMilliseconds = 1_000;
/** From left to right, as in the bar. What is in no section lies to the right. */
const bar = ["home", "clock", "trip", "missions", "wallet"];

/**
 * How pages, people and rings come from where they were.
 *
 * The new page stands and takes taps at once, and each point of it belongs to the same button as without motion: pages
 * only fade, headings slide, and what flies is a copy that takes no taps. So no tap waits for a motion, or is lost in one.
 * The browser's own animations end by themselves and leave nothing behind, however they end.
 */
class Motion {
  /** @type {Map<string, {place: Element, box: DOMRect}>} */
  #left = new Map();
  #leftAt = 0;
  /**
   * What runs, with what is to be done when it ends.
   *
   * @type {Map<Animation, () => void>}
   */
  #running = new Map();
  /** @type {EventTarget | null} */
  #touched = null;

  constructor() {
    addEventListener("click", ({ target }) => (this.#touched = target), true);
  }

  /** Remembers where everything is that carries `data-moves`, before the page changes; ends what still moves. */
  leave() {
    for (const [animation, end] of this.#running) {
      animation.cancel();
      end();
    }
    this.#left.clear();
    if (isStill()) return;
    for (const { place, key, box } of places()) {
      if (!isInSight(place, box)) continue;
      if (!this.#left.has(key) || this.#isTouched(place)) this.#left.set(key, { place, box });
    }
    this.#leftAt = performance.now();
  }

  /** Lets everything fly that has another place now. Whoever draws later than the router calls it once more. */
  arrive() {
    if (this.#left.size === 0 || performance.now() - this.#leftAt > memoryMilliseconds) return;
    for (const { place, key, box, look } of places()) {
      const from = this.#left.get(key);
      this.#left.delete(key);
      // Rows of one list keep their pictures.
      if (from && from.place !== place) this.#fly(look, from.box, box);
    }
  }

  /**
   * Lets a page come in, from the side on which it lies.
   *
   * @param {HTMLElement} page
   * @param {Screen} to
   * @param {Screen} from
   */
  enter(page, to, from) {
    if (isStill()) return;
    const panel = page.querySelector("bottom-panel");
    // A map under a panel stays out of it: to fade it would cost more than all the rest.
    this.#run(panel ?? page, { opacity: [0, 1] }, fade);
    // A panel finds its height when the page is laid out, which is before anything is painted.
    const layout = new ResizeObserver(() => {
      layout.disconnect();
      this.arrive();
    });
    layout.observe(page);
    const heading = page.querySelector("h1");
    const way = isBehind(to, from) ? slidePixels : -slidePixels;
    if (heading) this.#run(heading, { transform: [`translateX(${way}px)`, "none"] }, flight);
  }

  /**
   * @param {Element} look
   * @param {DOMRect} from
   * @param {DOMRect} to
   */
  #fly(look, from, to) {
    // A panel that is itself on its way takes its pictures along.
    const host = look.closest("bottom-panel") ?? look.closest("main");
    const [x, y] = [from.x - to.x, from.y - to.y];
    if (!host || Math.hypot(x, y) < nearPixels) return;
    const copy = copyOf(look, to, host);
    host.append(copy);
    const start = `translate(${x}px, ${y}px) scale(${from.width / to.width}, ${from.height / to.height})`;
    this.#run(copy, { transform: [start, "none"] }, flight, () => copy.remove());
    // Its own place is empty meanwhile, and fills by itself.
    this.#run(look, { opacity: [0, 0] }, flight);
  }

  /**
   * @param {Element} element
   * @param {PropertyIndexedKeyframes} frames
   * @param {KeyframeAnimationOptions} timing
   * @param {() => void} [after]  however it ends
   */
  #run(element, frames, timing, after) {
    const animation = element.animate(frames, timing);
    const end = () => {
      this.#running.delete(animation);
      after?.();
    };
    this.#running.set(animation, end);
    animation.addEventListener("finish", end);
    animation.addEventListener("cancel", end);
  }

  /**
   * Whether it stands in what was tapped last.
   *
   * @param {Element} place
   */
  #isTouched(place) {
    const { isConnected = false } = this.#touched instanceof Node ? this.#touched : {};
    return isConnected && (place.closest("a, button") ?? place).contains(/** @type {Node} */ (this.#touched));
  }
}

/** What can fly, with where it is. */
function places() {
  return [...document.querySelectorAll("main [data-moves]")].flatMap((place) => {
    const look = place.querySelector(".avatar, svg");
    const box = look?.getBoundingClientRect();
    if (!look || !box?.width) return [];
    return [{ place, look, box, key: /** @type {HTMLElement} */ (place).dataset.moves ?? "" }];
  });
}

/**
 * What is scrolled away, or lies under something, was not seen to be there.
 *
 * @param {Element} place
 * @param {DOMRect} box
 */
function isInSight(place, { x, y, width, height }) {
  const top = document.elementFromPoint(x + width / 2, y + height / 2);
  return top !== null && (place.contains(top) || top.contains(place));
}

/**
 * @param {Element} look
 * @param {DOMRect} box
 * @param {Element} host
 */
function copyOf(look, box, host) {
  const copy = /** @type {HTMLElement | SVGElement} */ (look.cloneNode(true));
  const { color, filter, fontSize } = getComputedStyle(look);
  const size = { width: `${box.width}px`, height: `${box.height}px` };
  Object.assign(copy.style, { color, filter, fontSize, ...size });
  const { x, y } = host.getBoundingClientRect();
  const frame = h("div", { "aria-hidden": "true", "data-phase": look.parentElement?.dataset.phase }, copy);
  const spot = { left: `${box.x - x + host.scrollLeft}px`, top: `${box.y - y + host.scrollTop}px`, ...size };
  Object.assign(frame.style, { position: "absolute", zIndex: "3", transformOrigin: "0 0", pointerEvents: "none", ...spot });
  return frame;
}

/**
 * Whether a page lies to the right of another, or below it.
 *
 * @param {Screen} to
 * @param {Screen} from
 */
function isBehind(to, from) {
  const [one, other] = [to, from].map(({ section = "" }) => (bar.includes(section) ? bar.indexOf(section) : bar.length));
  return one === other ? to.path.length >= from.path.length : one > other;
}

/** The page's own. */
export const motion = new Motion();
