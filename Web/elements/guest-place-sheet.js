// @ts-check
import { button } from "../lib/dom/button.js";
import { h, set } from "../lib/dom/dom.js";
import { newID } from "../lib/hub/ids.js";
import { openSheet } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { readRadius, usualRadiusMetres } from "../models/place.js";

/** @typedef {import("../stores/guest-places.js").GuestPlace} GuestPlace */

const labelMax = 40;

/**
 * A place of a guest's: where they are now under a name, or one that is there already.
 *
 * @param {{latitude: number, longitude: number} | GuestPlace} place
 * @param {{signal: AbortSignal, saved: (place: GuestPlace) => void, removed: (place: GuestPlace) => void}} more
 */
export function openGuestPlace(place, { signal, saved, removed }) {
  const before = "id" in place ? place : undefined;
  const label = h("input", {
    class: "input", id: "here-label", maxlength: labelMax, autocomplete: "off", dir: "auto", value: before?.label,
  });
  const radius = h("input", {
    class: "input", id: "here-radius", inputmode: "numeric", maxlength: 7, autocomplete: "off",
    value: String(before?.radiusMetres ?? usualRadiusMetres),
  });
  const [labelWrong, radiusWrong] = ["here-label-wrong", "here-radius-wrong"].map((id) => h("p", { class: "wrong", id, role: "alert" }));
  const complain = (/** @type {HTMLInputElement} */ input, /** @type {HTMLElement} */ wrong, /** @type {string} */ words) => {
    wrong.textContent = words;
    set(input, { "aria-invalid": words ? "true" : false, "aria-errormessage": words ? wrong.id : false });
    if (words) input.focus();
  };
  /** @param {SubmitEvent} event */
  const submit = (event) => {
    event.preventDefault();
    const [name, metres] = [label.value.trim(), readRadius(radius.value)];
    complain(radius, radiusWrong, metres === undefined ? t("place.missingRadius") : "");
    complain(label, labelWrong, name ? "" : t("here.nameMissing"));
    if (!name || metres === undefined) return;
    const { latitude, longitude } = place;
    sheet.close();
    saved({ id: before?.id ?? newID(), label: name, latitude, longitude, radiusMetres: metres });
  };
  const remove = () => {
    sheet.close();
    if (before) removed(before);
  };
  const form = h(
    "form",
    { class: "form", novalidate: true, on: { submit } },
    h("div", { class: "field" }, h("label", { for: "here-label" }, t("here.name")), label, labelWrong),
    h("div", { class: "field" }, h("label", { for: "here-radius" }, t("place.radiusMetres")), radius, radiusWrong),
    h(
      "div",
      { class: "actions" },
      h("button", { class: "button", type: "submit" }, t("common.save")),
      button(t("common.cancel"), () => sheet.close(), { style: "quiet-button" }),
    ),
  );
  const removing = before ? [button(t("here.remove"), remove, { style: "danger-button" })] : [];
  const sheet = openSheet(t(before ? "here.change" : "here.add"), [form, ...removing], { signal });
  if (!before) label.focus();
}
