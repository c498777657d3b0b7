// @ts-check
import "../elements/place-map.js";
import { nameOf } from "../elements/place-search.js";
import { h } from "../lib/dom/dom.js";
import { icon } from "../lib/dom/icons.js";
import { Page } from "../lib/dom/page.js";
import { redraw, save } from "../lib/dom/saving.js";
import { confirmed } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { distanceWords } from "../models/words.js";

/** @typedef {import("../lib/hub/trip-shapes.js").DeadZone} DeadZone */

/** In metres; a circle a little larger than the tunnel is better than one that is too small. */
const radii = [50, 100, 200, 300, 500, 1000, 2000, 5000, 10000];
const usualRadius = 300;

/** My places without reception: a trip that enters one is waited for once more before a silence is told (F11). */
export class NoReceptionPage extends Page {
  #map = /** @type {import("../elements/place-map.js").PlaceMap} */ (document.createElement("place-map"));
  #search = /** @type {import("../elements/place-search.js").PlaceSearch} */ (document.createElement("place-search"));
  #heading = h("h1", { tabindex: "-1" }, t("deadZone.page"));
  #said = h("p", { class: "place-said small", role: "status" }, t("deadZone.mapHint"));
  #name = h("input", {
    class: "input",
    id: "zone-name",
    maxlength: 80,
    autocomplete: "off",
    "aria-errormessage": "zone-wrong",
  });
  #radius = h("select", { class: "input", id: "zone-radius" });
  #wrong = h("p", { class: "wrong", id: "zone-wrong", role: "alert" });
  #list = h("div", { class: "stack" });
  /** @type {DeadZone[]} */
  #zones = [];

  open() {
    this.className = "place-page";
    const content = h("div");
    this.replaceChildren(h("div", { class: "page" }, this.#heading, content));
    this.show(content, () => this.app.api.get("/me/dead-zones", this.signal), ({ items }) => this.#draw(items));
  }

  /** @param {DeadZone[]} zones */
  #draw(zones) {
    this.#zones = zones;
    const isHeard = document.activeElement === this.#heading;
    this.#search.app = this.app;
    this.#radius.append(
      ...radii.map((metres) => h("option", { value: metres, selected: metres === usualRadius }, distanceWords(metres))),
    );
    this.#radius.addEventListener("change", () => this.#drawPin());
    const bar = h("div", { class: "place-bar" }, this.#said);
    const form = h(
      "form",
      { class: "form place-form", novalidate: true, on: { submit: (event) => this.#add(event) } },
      this.#heading,
      h("p", { class: "quiet" }, t("deadZone.words")),
      h("div", { class: "field" }, h("label", { for: "zone-name" }, t("deadZone.name")), this.#name),
      h("div", { class: "field" }, h("label", { for: "zone-radius" }, t("place.radius")), this.#radius),
      this.#wrong,
      h("div", {}, h("button", { class: "button", type: "submit" }, t("deadZone.add"))),
      this.#list,
    );
    this.replaceChildren(h("div", { class: "place-where" }, this.#search, this.#map, bar), form);
    if (isHeard) this.#heading.focus({ preventScroll: true });
    this.#listen();
    this.#drawList();
    const { me, people } = this.app.family;
    const here = (me && people.get(me.id)?.presence?.fix) || undefined;
    this.#search.near = () => this.#map.spot ?? here ?? this.#zones[0];
    this.#map.begin(here ?? this.#zones[0], here !== undefined);
  }

  #listen() {
    this.#map.addEventListener("move", async () => {
      const { spot } = this.#map;
      if (!spot) return;
      this.#said.textContent = t("deadZone.set");
      const name = await nameOf(this.app.api, spot);
      if (name && this.#map.spot === spot) this.#said.textContent = t("search.at", { words: t("deadZone.set"), name });
    });
    this.#map.addEventListener("missing", () => this.#said.replaceChildren(t("map.missing")));
    this.#search.addEventListener("choose", (event) => {
      const { name, latitude, longitude } = /** @type {CustomEvent} */ (event).detail;
      this.#map.place({ latitude, longitude }, Number(this.#radius.value));
      this.#map.look();
      if (!this.#name.value.trim()) this.#name.value = name.slice(0, 80);
      this.#said.textContent = t("search.set", { name });
    });
    this.#drawPin();
  }

  #drawPin() {
    this.#map.place(this.#map.spot, Number(this.#radius.value));
  }

  #drawList() {
    // Each circle is drawn as those of other places are.
    this.#map.others(/** @type {any} */ (this.#zones));
    const rows = this.#zones.map((zone, index) => {
      const words = h("span", { class: "row-words" }, t("deadZone.radius", { radius: distanceWords(zone.radiusMetres) }));
      const away = h("button", { class: "button icon-button", type: "button", "data-key": `zone-${index}` });
      away.setAttribute("aria-label", t("deadZone.remove", { name: zone.name }));
      away.append(icon("close"));
      away.addEventListener("click", () => this.#remove(zone));
      const name = h("span", { class: "grow" }, h("bdi", { class: "row-name" }, zone.name), words);
      return h("li", { class: "split" }, h("div", { class: "row" }, icon("place"), name), away);
    });
    const list = rows.length > 0 ? h("ul", { class: "list" }, ...rows) : h("p", { class: "quiet" }, t("deadZone.none"));
    redraw(this.#list, h("h2", {}, t("deadZone.mine")), list);
  }

  /** @param {SubmitEvent} event */
  async #add(event) {
    event.preventDefault();
    const { spot } = this.#map;
    const name = this.#name.value.trim();
    const gap = !spot ? "deadZone.missingPoint" : !name ? "deadZone.missingName" : undefined;
    this.#wrong.textContent = gap ? t(gap) : "";
    if (gap === "deadZone.missingName") this.#name.focus();
    if (!spot || gap) return;
    const { latitude, longitude } = spot;
    const zone = { name, latitude, longitude, radiusMetres: Number(this.#radius.value) };
    if (await this.#save([...this.#zones, zone], t("deadZone.added", { name }))) {
      this.#name.value = "";
      this.#map.place(undefined, Number(this.#radius.value));
      this.#said.textContent = t("deadZone.mapHint");
    }
  }

  /** @param {DeadZone} zone */
  async #remove(zone) {
    const words = t("deadZone.removeWords", { name: zone.name });
    const question = { title: t("deadZone.removeTitle"), words, action: t("common.delete") };
    if (!(await confirmed(question, this.signal))) return;
    await this.#save(this.#zones.filter((other) => other !== zone), t("deadZone.removed", { name: zone.name }));
  }

  /**
   * @param {DeadZone[]} zones
   * @param {string} done
   */
  async #save(zones, done) {
    const complain = (/** @type {string} */ words) => (this.#wrong.textContent = words);
    const perform = async () => {
      const { items } = await this.app.api.put("/me/dead-zones", { items: zones });
      this.#zones = items;
    };
    const isSaved = await save(perform, { say: this.app.say, complain, done });
    this.#drawList();
    return isSaved;
  }
}

customElements.define("no-reception-page", NoReceptionPage);
