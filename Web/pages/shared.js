// @ts-check
import { openImport } from "../elements/import-sheet.js";
import { stateView } from "../lib/dom/state-view.js";
import { h } from "../lib/dom/dom.js";
import { icon } from "../lib/dom/icons.js";
import { Page } from "../lib/dom/page.js";
import { linkFollowed } from "../lib/dom/router.js";
import { choosePlace, takeShare } from "../stores/shared.js";
import { t } from "../lib/words/text.js";
import { sharedPlace } from "../models/shared.js";

/**
 * What another app shared: a place, a file of positions, or neither. It is read here, and goes nowhere until its reader
 * chooses what becomes of it.
 */
export class SharedPage extends Page {
  open() {
    const content = h("div", { class: "stack" });
    this.replaceChildren(h("div", { class: "page stack" }, h("h1", {}, t("shared.page")), content));
    this.show(content, () => takeShare(this.params.id), (share) => content.replaceChildren(...this.#parts(share)));
  }

  /** @param {import("../stores/shared.js").TakenShare | undefined} share */
  #parts(share) {
    const action = { text: t("shared.home"), perform: () => void this.app.router.go("/", { replace: true }) };
    if (!share) return [stateView("empty", { title: t("shared.gone"), words: t("shared.goneWords"), action })];
    const place = sharedPlace(share);
    const parts = [...(place ? [placeCard(place)] : []), ...(share.file ? [this.#fileCard(share.file)] : [])];
    if (parts.length > 0) return parts;
    return [stateView("empty", { title: t("shared.noPlace"), words: t("shared.noPlaceWords"), action })];
  }

  /** @param {{name: string, bytes?: Blob}} file */
  #fileCard({ name, bytes }) {
    const heading = h("h2", {}, h("bdi", {}, name));
    if (!bytes) return h("section", { class: "card stack" }, heading, h("p", {}, t("shared.tooLarge")));
    const bring = () => {
      const changed = (/** @type {string | undefined} */ date) => date && this.app.router.go(`/history/${date}`);
      openImport(this.app, changed, this.signal, new File([bytes], name));
    };
    const button = h("button", { class: "button", type: "button", on: { click: bring } }, t("history.import"));
    return h("section", { class: "card stack" }, heading, h("p", {}, t("shared.fileWords")), button);
  }
}

customElements.define("shared-page", SharedPage);

/** @param {import("../stores/shared.js").SharedPlace} place */
function placeCard(place) {
  const { latitude, longitude, name } = place;
  // A click that opens another tab or window leaves nothing for the next page of this one.
  const on = { click: (/** @type {MouseEvent} */ event) => void (linkFollowed(event) && choosePlace(place)) };
  return h(
    "section",
    { class: "card stack" },
    h("h2", {}, name ? h("bdi", {}, name) : t("shared.place")),
    h("p", { class: "quiet" }, h("bdi", { dir: "ltr" }, `${latitude}, ${longitude}`)),
    h(
      "div",
      { class: "actions" },
      h("a", { class: "button", href: "/places/new", on }, icon("place"), t("shared.save")),
      h("a", { class: "button quiet-button", href: "/trip", on }, icon("trip"), t("shared.trip")),
    ),
    h("p", { class: "hint" }, t("shared.placeWords")),
  );
}
