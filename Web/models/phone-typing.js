// @ts-check

/**
 * @typedef {{text: string, caret: number}} Typed  what a field shows, and how many UTF-16 units stand before the caret
 */

/**
 * What counts of a text as a number: its digits, and a plus in front of them. What lies between belongs to the form.
 *
 * @param {string} text
 */
export function signsOf(text) {
  return [...text].filter(isSign).join("");
}

/** Of countries that share a calling code, the one that is meant until the number says more. */
const mainRegions = new Map(
  Object.entries({ 1: "US", 7: "RU", 39: "IT", 44: "GB", 47: "NO", 61: "AU", 212: "MA", 262: "RE", 358: "FI", 590: "GP", 599: "CW" }),
);

/**
 * The country whose calling code stands at the beginning of what was typed; undefined where none does.
 *
 * @param {string} text
 * @param {string} chosen  which stays where the code is its own as well
 * @param {readonly {region: string, callingCode: number}[]} regions
 */
export function regionIn(text, chosen, regions) {
  const signs = signsOf(text);
  if (!/^[+\uff0b]/.test(signs)) return undefined;
  const digits = signs.slice(1);
  // No calling code is the beginning of another one.
  const found = regions.filter(({ callingCode }) => digits.startsWith(String(callingCode)));
  if (found.length === 0 || found.some(({ region }) => region === chosen)) return undefined;
  const main = mainRegions.get(String(found[0].callingCode));
  return (found.find(({ region }) => region === main) ?? found[0]).region;
}

/**
 * What the field holds after somebody changed it. Erasing a bracket or a space would change nothing, as the form puts
 * it back: the digit on that side of it goes instead.
 *
 * @param {Typed} before
 * @param {Typed} after  as the browser made it
 * @param {string} [inputType]  of the event, such as deleteContentBackward
 * @returns {Typed}
 */
export function edited(before, after, inputType = "") {
  const erasedForm = after.text.length < before.text.length && signsOf(after.text) === signsOf(before.text);
  if (!erasedForm) return after;
  if (inputType === "deleteContentBackward") return withoutLast(after);
  if (inputType === "deleteContentForward") return withoutNext(after);
  return after;
}

/**
 * Where the caret stands in a form of the same number: behind as many digits as before.
 *
 * @param {Typed} typed
 * @param {string} form
 */
export function caretIn(typed, form) {
  const count = signsOf(typed.text.slice(0, typed.caret)).length;
  if (typed.caret >= typed.text.length) return form.length;
  let seen = 0;
  let position = 0;
  for (const sign of form) {
    if (seen === count) break;
    if (isSign(sign)) seen += 1;
    position += sign.length;
  }
  return position;
}

/**
 * The field as it is now, laid out as the hub's answer says: only where that answers what the field holds.
 *
 * @param {Typed} now
 * @param {string} asked  what the hub was asked about
 * @param {string} form  what it answered
 * @returns {Typed | undefined}
 */
export function merged(now, asked, form) {
  if (now.text !== asked || form === now.text) return undefined;
  return { text: form, caret: caretIn(now, form) };
}

/**
 * Remembers the latest answers, so that erasing and typing again needs no waiting.
 *
 * @template Answer
 */
export class Answers {
  /** @type {Map<string, Answer>} */
  #known = new Map();
  #most;

  /** @param {number} [most] */
  constructor(most = 200) {
    this.#most = most;
  }

  /**
   * @param {string} region
   * @param {string} text
   */
  get(region, text) {
    return this.#known.get(`${region} ${text}`);
  }

  /**
   * @param {string} region
   * @param {string} text
   * @param {Answer} answer
   */
  keep(region, text, answer) {
    const first = this.#known.keys().next();
    if (this.#known.size >= this.#most && !first.done) this.#known.delete(first.value);
    this.#known.set(`${region} ${text}`, answer);
  }
}

/** @param {string} sign */
function isSign(sign) {
  return /^[\p{Nd}+\uff0b]$/u.test(sign);
}

/** @param {Typed} typed */
function withoutLast({ text, caret }) {
  const head = [...text.slice(0, caret)];
  while (head.length > 0 && !isSign(head[head.length - 1])) head.pop();
  head.pop();
  const kept = head.join("");
  return { text: kept + text.slice(caret), caret: kept.length };
}

/** @param {Typed} typed */
function withoutNext({ text, caret }) {
  const tail = [...text.slice(caret)];
  const next = tail.findIndex(isSign);
  return next < 0 ? { text, caret } : { text: text.slice(0, caret) + tail.slice(next + 1).join(""), caret };
}
