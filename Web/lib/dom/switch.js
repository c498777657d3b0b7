// @ts-check
import { h } from "./dom.js";

/**
 * Something that is on or off: a switch with its name, and words below that say more.
 *
 * @param {{label: string, isOn: boolean, words?: Node, key?: string, changed: (isOn: boolean) => void}} what
 */
export function switchRow({ label, isOn, words, key, changed }) {
  const input = h("input", { type: "checkbox", role: "switch", checked: isOn, "data-key": key });
  input.addEventListener("change", () => changed(input.checked));
  return h("div", { class: "switch" }, h("label", {}, h("span", { class: "grow" }, label), input), words);
}
