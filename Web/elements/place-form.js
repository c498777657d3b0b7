// @ts-check
import { h, set } from "../lib/dom.js";
import { t } from "../lib/text.js";
import { missing, radiusSteps, usualRadiusMetres } from "../models/place.js";

/**
 * @typedef {import("../models/place.js").PlaceDraft} PlaceDraft
 * @typedef {import("../lib/shapes.js").Place} Place
 */

/** Behind it stands a label that nobody has yet. */
const other = "\n";

/** What is written about a place: its slot, its description, its radius. */
export class PlaceForm {
  #labels;
  #select = h("select", { class: "input", id: "place-label", "aria-errormessage": "place-label-wrong" });
  #newLabel = h(
    "input",
    {
      class: "input",
      id: "place-new-label",
      maxlength: 40,
      autocomplete: "off",
      "aria-errormessage": "place-label-wrong",
    },
  );
  #newField = h("div", { class: "field" }, h("label", { for: "place-new-label" }, t("place.newLabel")), this.#newLabel);
  #description = h("input", {
    class: "input",
    id: "place-description",
    maxlength: 200,
    autocomplete: "off",
    required: true,
    "aria-describedby": "place-description-hint",
    "aria-errormessage": "place-description-wrong",
  });
  #radius = h(
    "input",
    { class: "slider", id: "place-radius", type: "range", step: 1, min: 0, "aria-describedby": "place-radius-hint" },
  );
  #radiusValue = h("output", { class: "place-radius-value", for: "place-radius" });
  #steps;
  /** @type {Record<string, HTMLElement>} */
  #wrong = {};
  #changed;

  /**
   * @param {string[]} labels  to choose from
   * @param {Partial<Place>} place  what is known of it
   * @param {() => void} changed
   * @param {() => void} measured  the radius is chosen, and the slider let go
   */
  constructor(labels, place, changed, measured) {
    this.#changed = changed;
    this.#radius.addEventListener("change", measured);
    const label = place.label ?? "";
    const isKnown = !label || labels.some((known) => known.toLowerCase() === label.toLowerCase());
    this.#labels = isKnown ? labels : [...labels, label];
    this.#steps = radiusSteps(place.radiusMetres);
    this.#fillLabels(label);
    this.#description.value = place.description ?? "";
    this.#radius.max = String(this.#steps.length - 1);
    this.#radius.value = String(this.#steps.indexOf(place.radiusMetres ?? usualRadiusMetres));
    for (const field of [this.#select, this.#newLabel, this.#description, this.#radius]) {
      field.addEventListener("input", () => this.#input());
    }
    this.#input();
  }

  /** The fields, in the order in which they are filled in. */
  get elements() {
    return [
      h(
        "div",
        { class: "field" },
        h(
          "div",
          { class: "place-radius-head" },
          h("label", { class: "label", for: "place-radius" }, t("place.radius")),
          this.#radiusValue,
        ),
        this.#radius,
        h("p", { class: "hint", id: "place-radius-hint" }, t("place.radiusHint")),
        this.#complaint("radiusMetres", "place-radius-wrong"),
      ),
      h(
        "div",
        { class: "stack" },
        h("div", { class: "field" }, h("label", { for: "place-label" }, t("place.label")), this.#select),
        this.#newField,
        this.#complaint("label", "place-label-wrong"),
      ),
      h(
        "div",
        { class: "field" },
        h("label", { for: "place-description" }, t("place.description")),
        this.#description,
        h("p", { class: "hint", id: "place-description-hint" }, t("place.descriptionHint")),
        this.#complaint("description", "place-description-wrong"),
      ),
    ];
  }

  /** What stands in the fields. */
  get values() {
    const label = this.#select.value === other ? this.#newLabel.value.trim() : this.#select.value;
    const radiusMetres = this.#steps[Number(this.#radius.value)];
    return { label, description: this.#description.value.trim(), radiusMetres };
  }

  /**
   * What is missing before the place can be saved.
   *
   * @param {import("../models/place.js").Spot | undefined} spot
   */
  missing(spot) {
    return missing({ spot, ...this.values });
  }

  /**
   * A description where nothing describes the place yet.
   *
   * @param {string} description
   */
  suggest(description) {
    if (this.#description.value.trim()) return;
    this.#description.value = description;
    this.#input();
  }

  /**
   * Leads to the field that the words are about.
   *
   * @param {string} field  as the hub names it
   * @param {string} [words]
   * @returns {boolean}  whether there is such a field
   */
  complain(field, words = "") {
    const label = this.#select.value === other ? this.#newLabel : this.#select;
    const input = { label, description: this.#description, radiusMetres: this.#radius }[field];
    if (!input) return false;
    if (words) {
      this.#wrong[field].textContent = words;
      set(input, { "aria-invalid": "true" });
    }
    input.focus();
    return true;
  }

  /** @param {string} label */
  #fillLabels(label) {
    const known = this.#labels.find((one) => one.toLowerCase() === label.toLowerCase());
    const options = this.#labels.map((one) => h("option", { value: one }, one));
    this.#select.append(...options, h("option", { value: other }, t("place.otherLabel")));
    this.#select.value = known ?? (label || this.#labels.length === 0 ? other : this.#labels[0]);
  }

  #input() {
    const { radiusMetres } = this.values;
    const words = t("place.radiusValue", { metres: radiusMetres });
    this.#newField.hidden = this.#select.value !== other;
    this.#radiusValue.textContent = words;
    set(this.#radius, { "aria-valuetext": words });
    for (const wrong of Object.values(this.#wrong)) wrong.textContent = "";
    for (const field of [this.#select, this.#newLabel, this.#description, this.#radius]) {
      set(field, { "aria-invalid": false });
    }
    this.#changed();
  }

  /**
   * @param {string} field
   * @param {string} id
   */
  #complaint(field, id) {
    this.#wrong[field] = h("p", { class: "wrong", id, role: "alert" });
    return this.#wrong[field];
  }
}
