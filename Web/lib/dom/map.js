// @ts-check
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { maplibre } from "./maplibre.js";
import { loadStyles } from "./styles.js";
import { t } from "../words/text.js";
import { isDark, isStill } from "./theme.js";

/**
 * @typedef {import("./maplibre.js").MapLibre} MapLibre
 * @typedef {import("./maplibre.js").LonLat} LonLat
 * @typedef {import("./maplibre.js").Style} Style
 */

/** What the map is drawn of; every other source, and the layers that draw it, belong to the page. */
const basemapSources = ["basemap", "world", "extent"];

/** So long after the server of a map's tiles was away the page asks whether it is back. */
const lookAgainMilliseconds = 60_000;
/** The names of a map's sources in two lines of usual text; a higher stack of them is folded. */
const attributionPixelsMax = 52;
/** What is fitted into a map stays clear of its edges, and of the names of its sources at the foot. */
export const fitPadding = { top: 56, right: 48, bottom: 68, left: 48 };
/** Tiles fail by the dozen: how the map is drawn now is asked for at most so often. */
const betweenMilliseconds = 3_000;

/**
 * Puts a map of the hub's own tiles into a container: north up, in the page's theme, with its own buttons.
 *
 * What the page adds to it (sources and their layers) survives a change of the theme. A browser that cannot draw a map,
 * or a library that does not come, leaves words in the container, and the answer is undefined: the page goes on without.
 *
 * @param {HTMLElement} container  has its size before; gets the class `map`
 * @param {{centre?: LonLat, zoom?: number, signal: AbortSignal}} options  the signal takes the map away
 * @returns {Promise<MapLibre | undefined>}  also undefined where the signal came first
 */
export async function makeMap(container, { centre, zoom, signal }) {
  container.classList.add("map");
  try {
    const [library, style] = await Promise.all([maplibre(), readStyle(), loadStyles(["map"])]);
    if (signal.aborted) return undefined;
    const map = new library.Map({
      container,
      style,
      center: centre,
      zoom,
      maxZoom: 19,
      maxPitch: 0,
      dragRotate: false,
      touchPitch: false,
      attributionControl: false,
      fadeDuration: isStill() ? 0 : 200,
      locale: words(),
    });
    map.touchZoomRotate.disableRotation();
    map.keyboard.disableRotation();
    map.addControl(new ZoomButtons(), "top-right");
    map.addControl(new library.AttributionControl({ compact: true }), "bottom-left");
    followStyle(map, style, signal);
    foldAttribution(container, signal);
    signal.addEventListener("abort", () => map.remove());
    if (!map.isStyleLoaded()) await loaded(map);
    return signal.aborted ? undefined : map;
  } catch {
    // Nothing on the page hangs on the map alone, and there is nothing that somebody could repair here.
    if (!signal.aborted) container.replaceChildren(noMap());
    return undefined;
  }
}

/**
 * The value of a colour's token, for what is drawn on the map, which knows no CSS.
 *
 * @param {string} token  such as --hearth
 */
export function colourOf(token) {
  return getComputedStyle(document.documentElement).getPropertyValue(token).trim();
}

/** The basemap's style in the page's theme; plain paper where the hub does not answer. @returns {Promise<Style>} */
async function readStyle() {
  try {
    const response = await fetch(`/api/v1/basemap/style.json?theme=${isDark() ? "dark" : "light"}`);
    if (response.ok) return await response.json();
  } catch {
    // Below; it is read again when the network comes back.
  }
  const paper = { id: "paper", type: "background", paint: { "background-color": colourOf("--paper") } };
  return { version: 8, sources: {}, layers: [paper] };
}

/**
 * Keeps the map in the page's theme, and says where the tiles that the hub's keeper chose cannot be had: then it is the
 * hub's own map, or the world without streets, until they can.
 *
 * @param {MapLibre} map
 * @param {Style} first
 * @param {AbortSignal} signal
 */
function followStyle(map, first, signal) {
  const note = h("p", { class: "map-note", role: "status" });
  map.getContainer().append(note);
  let readAt = Date.now();
  let isAway = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const tell = (/** @type {Style} */ { metadata, sources }) => {
    isAway = metadata?.["hearth:serverAway"] === true;
    note.textContent = isAway ? t(sources.basemap ? "map.ownInstead" : "map.noneInstead") : "";
    if (isAway) readIn(lookAgainMilliseconds);
  };
  const restyle = async () => {
    clearTimeout(timer);
    timer = undefined;
    readAt = Date.now();
    const style = await readStyle();
    if (signal.aborted) return;
    map.setStyle(style, { transformStyle: keepOwn });
    tell(style);
  };
  const readIn = (/** @type {number} */ milliseconds) => (timer ??= setTimeout(restyle, Math.max(0, milliseconds)));
  // A tile that cannot be had leaves paper; the banner says when the hub is away. The hub may have learnt that the
  // server is away by this very tile, a moment after it said how to draw it.
  map.on("error", ({ error }) => {
    if (error?.status === 503 && !isAway) readIn(readAt + betweenMilliseconds - Date.now());
  });
  addEventListener("theme", restyle, { signal });
  addEventListener("online", restyle, { signal });
  signal.addEventListener("abort", () => clearTimeout(timer));
  tell(first);
}

/**
 * The next style with what the page itself drew on the one before.
 *
 * @param {Style | undefined} before
 * @param {Style} next
 * @returns {Style}
 */
export function keepOwn(before, next) {
  const own = Object.entries(before?.sources ?? {}).filter(([name]) => !basemapSources.includes(name));
  const names = new Set(own.map(([name]) => name));
  const layers = (before?.layers ?? []).filter((layer) => names.has(layer.source));
  return { ...next, sources: { ...next.sources, ...Object.fromEntries(own) }, layers: [...next.layers, ...layers] };
}

/** @param {MapLibre} map */
function loaded(map) {
  return new Promise((resolve) => map.once("style.load", resolve));
}

/**
 * Leaves of the map's sources the button that opens them, where large text would cover the map with their names.
 *
 * @param {HTMLElement} container
 * @param {AbortSignal} signal
 */
function foldAttribution(container, signal) {
  const names = container.querySelector(".maplibregl-ctrl-attrib");
  if (!names) return;
  const fold = () => {
    if (names.clientHeight <= attributionPixelsMax) return;
    names.removeAttribute("open");
    names.classList.remove("maplibregl-compact-show");
  };
  const size = new ResizeObserver(fold);
  size.observe(names);
  // They are opened to be read.
  names.addEventListener("click", () => size.disconnect());
  signal.addEventListener("abort", () => size.disconnect());
}

/** Nearer and further, large enough for a thumb. */
class ZoomButtons {
  #element = h("div", { class: "map-buttons maplibregl-ctrl" });

  /** @param {MapLibre} map */
  onAdd(map) {
    const duration = isStill() ? 0 : 200;
    this.#element.replaceChildren(
      mapButton("add", t("map.zoomIn"), () => map.zoomIn({ duration })),
      mapButton("less", t("map.zoomOut"), () => map.zoomOut({ duration })),
    );
    return this.#element;
  }

  onRemove() {
    this.#element.remove();
  }
}

/**
 * A button as it lies on a map.
 *
 * @param {import("./icons.js").IconName} name
 * @param {string} label
 * @param {() => void} perform
 */
export function mapButton(name, label, perform) {
  return h("button", { class: "map-button", type: "button", "aria-label": label, on: { click: perform } }, icon(name));
}

function noMap() {
  return h("div", { class: "map-missing", role: "status" }, icon("place"), h("p", {}, t("map.missing")));
}

function words() {
  return {
    "AttributionControl.ToggleAttribution": t("map.attribution"),
    "Map.Title": t("map.label"),
  };
}
