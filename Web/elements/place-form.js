// @ts-check
import { h, set } from "../lib/dom/dom.js";
import { number, t } from "../lib/words/text.js";
import { missing, radiusStep, radiusSteps, readRadius, usualRadiusMetres } from "../models/place.js";
import { labelWords } from "../models/words.js";

/**
 * @typedef {import("../models/place.js").PlaceDraft} PlaceDraft
 * @typedef {import("../lib/hub/shapes.js").Place} Place
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
  #slider = h("input", {
    class: "slider",
    id: "place-radius",
    type: "range",
    step: 1,
    min: 0,
    max: radiusSteps.length - 1,
    "aria-label": t("place.radius"),
    "aria-describedby": "place-radius-hint",
  });
  #radius = h("input", {
    class: "input place-radius-input",
    id: "place-radius-metres",
    inputmode: "numeric",
    enterkeyhint: "done",
    maxlength: 7,
    autocomplete: "off",
    "aria-describedby": "place-radius-hint",
    "aria-errormessage": "place-radius-wrong",
  });
  /** The last radius that was one: what the circle shows while a number is typed. */
  #metres;
  /** @type {Record<string, HTMLElement>} */
  #wrong = {};
  #changed;

  /**
   * @param {string[]} labels  to choose from
   * @param {Partial<Place>} place  what is known of it
   * @param {() => void} changed
   * @param {() => void} measured  the radius is chosen: the slider was let go, or the number left
   */
  constructor(labels, place, changed, measured) {
    this.#changed = changed;
    this.#metres = place.radiusMetres ?? usualRadiusMetres;
    const label = place.label ?? "";
    const isKnown = !label || labels.some((known) => known.toLowerCase() === label.toLowerCase());
    this.#labels = isKnown ? labels : [...labels, label];
    this.#fillLabels(label);
    this.#description.value = place.description ?? "";
    this.#radius.value = String(Math.round(this.#metres));
    this.#listen(measured);
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
          h("label", { class: "label", for: "place-radius-metres" }, t("place.radiusMetres")),
          this.#radius,
        ),
        this.#slider,
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
    return { label, description: this.#description.value.trim(), radiusMetres: this.#metres };
  }

  /**
   * What is missing before the place can be saved.
   *
   * @param {import("../models/place.js").Spot | undefined} spot
   */
  missing(spot) {
    return missing({ spot, ...this.values, radiusMetres: readRadius(this.#radius.value) });
  }

  /** Shows the fields to who may not change them. */
  lock() {
    for (const field of [this.#select, this.#newLabel, this.#description, this.#slider, this.#radius]) field.disabled = true;
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
    if (words) this.#say(field, input, words);
    input.focus();
    return true;
  }

  /**
   * Takes what is typed and slid; of slider and number each follows the other.
   *
   * @param {() => void} measured
   */
  #listen(measured) {
    this.#slider.addEventListener("input", () => {
      this.#metres = radiusSteps[Number(this.#slider.value)];
      this.#radius.value = String(this.#metres);
    });
    this.#radius.addEventListener("input", () => {
      this.#metres = readRadius(this.#radius.value) ?? this.#metres;
    });
    this.#radius.addEventListener("change", () => {
      // Whoever has left the field is told; whoever still types is not.
      if (readRadius(this.#radius.value) === undefined) this.#say("radiusMetres", this.#radius, t("place.missingRadius"));
    });
    for (const field of [this.#slider, this.#radius]) field.addEventListener("change", measured);
    for (const field of [this.#select, this.#newLabel, this.#description, this.#slider, this.#radius]) {
      field.addEventListener("input", () => this.#input());
    }
  }

  /** @param {string} label */
  #fillLabels(label) {
    const known = this.#labels.find((one) => one.toLowerCase() === label.toLowerCase());
    const options = this.#labels.map((one) => h("option", { value: one }, labelWords(one)));
    this.#select.append(...options, h("option", { value: other }, t("place.otherLabel")));
    this.#select.value = known ?? (label || this.#labels.length === 0 ? other : this.#labels[0]);
  }

  #input() {
    this.#newField.hidden = this.#select.value !== other;
    this.#slider.value = String(radiusStep(this.#metres));
    set(this.#slider, { "aria-valuetext": t("place.radiusValue", { metres: number(this.#metres) }) });
    for (const wrong of Object.values(this.#wrong)) wrong.textContent = "";
    for (const field of [this.#select, this.#newLabel, this.#description, this.#radius]) {
      set(field, { "aria-invalid": false });
    }
    this.#changed();
  }

  /**
   * @param {string} field
   * @param {HTMLElement} input
   * @param {string} words
   */
  #say(field, input, words) {
    this.#wrong[field].textContent = words;
    set(input, { "aria-invalid": "true" });
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
