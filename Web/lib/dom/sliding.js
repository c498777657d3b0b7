// @ts-check
import { slideEnd } from "../../models/missions.js";

/** A finger that went so far means it: less is a tap that trembled. */
const slackPixels = 10;

/**
 * Lets a row be pushed aside with a finger, towards its start, so that the button behind it comes out; pushed far enough
 * it does what the button does. Up and down still scrolls the page. The button is for everybody else.
 *
 * @param {HTMLElement} front  what moves
 * @param {HTMLElement} behind  the button's place; out of reach while the row covers it
 * @param {() => void} away
 */
export function makeSlidable(front, behind, away) {
  const isRightToLeft = () => getComputedStyle(front).direction === "rtl";
  let [startX, startY, from, moved] = [0, 0, 0, 0];
  /** @type {number | undefined} */
  let pointer;
  let isSliding = false;
  const move = (/** @type {number} */ pixels) => {
    moved = Math.max(0, pixels);
    front.style.transform = moved > 0 ? `translateX(${isRightToLeft() ? moved : -moved}px)` : "";
    behind.inert = moved === 0;
    behind.classList.toggle("is-bare", moved > 0);
  };
  const stop = () => {
    pointer = undefined;
    front.classList.remove("is-sliding");
    if (!isSliding) return;
    isSliding = false;
    const room = behind.offsetWidth;
    const end = slideEnd(moved, front.offsetWidth, room);
    if (end === "away") away();
    else move(end === "open" ? room : 0);
  };
  behind.inert = true;
  front.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse" || !event.isPrimary) return;
    [pointer, startX, startY, from] = [event.pointerId, event.clientX, event.clientY, moved];
  });
  front.addEventListener("pointermove", (event) => {
    if (event.pointerId !== pointer) return;
    const across = (startX - event.clientX) * (isRightToLeft() ? -1 : 1);
    if (!isSliding) {
      if (Math.abs(event.clientY - startY) > slackPixels) return void (pointer = undefined);
      if (Math.abs(across) < slackPixels) return;
      isSliding = true;
      front.setPointerCapture(event.pointerId);
      front.classList.add("is-sliding");
    }
    move(from + across);
  });
  front.addEventListener("pointerup", stop);
  front.addEventListener("pointercancel", stop);
  // A tap on a row that stands aside puts it back.
  front.addEventListener("click", (event) => {
    if (moved === 0) return;
    event.stopPropagation();
    event.preventDefault();
    move(0);
  }, true);
}
