// @ts-check
export class ClockSheet extends HTMLElement { open() {} app = /** @type {any} */ (undefined); }
customElements.define("clock-sheet", ClockSheet);
