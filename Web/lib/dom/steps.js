// @ts-check
import { errorWords } from "./page.js";

/**
 * One thing that a form asks for.
 *
 * @typedef {object} Step
 * @property {HTMLElement} element
 * @property {() => boolean | Promise<boolean>} isRight  says what is wrong where it is not, and goes there
 * @property {() => void} focus
 */

/** A form that asks one thing at a time: what was answered stays above, and the last answer sends it. */
export class Steps {
  #steps;
  #button;
  #words;
  #at = 0;

  /**
   * @param {Step[]} steps
   * @param {HTMLButtonElement} button  what sends the form
   * @param {{next: string, last: string}} words  on the button, before the last step and at it
   */
  constructor(steps, button, words) {
    this.#steps = steps;
    this.#button = button;
    this.#words = words;
    this.#draw();
  }

  /** Asks for the next thing where all so far is right; true once nothing is left to ask. */
  async next() {
    for (const step of this.#steps.slice(0, this.#at + 1)) {
      if (!(await step.isRight())) return false;
    }
    if (this.#at === this.#steps.length - 1) return true;
    this.#at += 1;
    this.#draw();
    this.#steps[this.#at].focus();
    return false;
  }

  /**
   * What the form does when it is submitted: asks for the next thing, or sends what was asked for.
   *
   * @param {SubmitEvent} event
   * @param {HTMLElement} wrong  where it says what is in the way
   * @param {() => Promise<void>} send  called once nothing is left to ask
   */
  async submit(event, wrong, send) {
    event.preventDefault();
    wrong.textContent = "";
    this.#button.disabled = true;
    try {
      if (await this.next()) await send();
    } catch (error) {
      wrong.textContent = errorWords(error);
    } finally {
      this.#button.disabled = false;
    }
  }

  /** Asks for all at once: where a browser filled it in by itself. */
  showAll() {
    this.#at = this.#steps.length - 1;
    this.#draw();
  }

  #draw() {
    this.#steps.forEach(({ element }, index) => (element.hidden = index > this.#at));
    this.#button.textContent = this.#at === this.#steps.length - 1 ? this.#words.last : this.#words.next;
  }
}
