// @ts-check

/**
 * The part of MapLibre GL JS that Hearth uses, in types; the library itself is loaded when a map is first wanted.
 *
 * @typedef {[number, number]} LonLat  longitude first, as GeoJSON has it
 * @typedef {[LonLat, LonLat]} Bounds  south-west and north-east
 * @typedef {{top: number, right: number, bottom: number, left: number}} Padding
 * @typedef {{x: number, y: number}} Point
 * @typedef {{lng: number, lat: number}} LngLat
 * @typedef {{center?: LonLat, zoom?: number, duration?: number, padding?: number | Padding, maxZoom?: number,
 *            offset?: [number, number], easing?: (part: number) => number}} Camera
 *
 * @typedef {object} MapEvent
 * @property {string} type
 * @property {LngLat} lngLat  only of pointer events
 * @property {Point} point  only of pointer events
 * @property {{status?: number}} [error]  only of failures
 * @property {Event} [originalEvent]  absent where the page itself moved the map
 * @property {() => void} preventDefault
 *
 * @typedef {object} Source
 * @property {(data: object) => void} setData
 *
 * @typedef {{version: 8, sources: Record<string, any>, layers: any[], [name: string]: any}} Style
 *
 * @typedef {object} Control
 * @property {(map: MapLibre) => HTMLElement} onAdd
 * @property {() => void} onRemove
 *
 * @typedef {object} MapLibre  a map on the page
 * @property {(type: string, listener: (event: MapEvent) => void) => MapLibre} on
 * @property {(type: string, listener: (event: MapEvent) => void) => MapLibre} once
 * @property {(type: string, listener: (event: MapEvent) => void) => MapLibre} off
 * @property {(id: string, source: object) => MapLibre} addSource
 * @property {(id: string) => Source | undefined} getSource
 * @property {(layer: object, before?: string) => MapLibre} addLayer
 * @property {(id: string) => object | undefined} getLayer
 * @property {(layer: string, name: string, value: any) => MapLibre} setPaintProperty
 * @property {(style: Style, options?: {transformStyle?: (before: Style | undefined, next: Style) => Style}) => MapLibre} setStyle
 * @property {() => Style} getStyle
 * @property {() => boolean | void} isStyleLoaded
 * @property {() => LngLat} getCenter
 * @property {() => number} getZoom
 * @property {() => {getNorth(): number, getSouth(): number, getEast(): number, getWest(): number,
 *                   contains(point: LonLat): boolean}} getBounds
 * @property {(point: LonLat | LngLat) => Point} project
 * @property {(point: [number, number] | Point) => LngLat} unproject
 * @property {(camera: Camera) => MapLibre} easeTo
 * @property {(camera: Camera) => MapLibre} jumpTo
 * @property {(bounds: Bounds, camera?: Camera) => MapLibre} fitBounds
 * @property {(options?: Camera) => MapLibre} zoomIn
 * @property {(options?: Camera) => MapLibre} zoomOut
 * @property {() => boolean} isMoving
 * @property {() => MapLibre} resize
 * @property {() => MapLibre} triggerRepaint
 * @property {() => HTMLCanvasElement} getCanvas
 * @property {() => HTMLElement} getContainer
 * @property {(control: Control, position?: string) => MapLibre} addControl
 * @property {{disableRotation(): void}} touchZoomRotate
 * @property {{disableRotation(): void}} keyboard
 * @property {() => void} remove
 *
 * @typedef {object} Marker  an element of the page that stays at a point of the map
 * @property {(point: LonLat | LngLat) => Marker} setLngLat
 * @property {() => LngLat} getLngLat
 * @property {(offset: [number, number]) => Marker} setOffset
 * @property {(map: MapLibre) => Marker} addTo
 * @property {() => HTMLElement} getElement
 * @property {(draggable: boolean) => Marker} setDraggable
 * @property {(type: string, listener: () => void) => Marker} on
 * @property {() => Marker} remove
 *
 * @typedef {object} Library
 * @property {new (options: object) => MapLibre} Map
 * @property {new (options?: {element?: HTMLElement, draggable?: boolean, anchor?: string,
 *                            offset?: [number, number], subpixelPositioning?: boolean}) => Marker} Marker
 * @property {new (options: {compact: boolean}) => Control} AttributionControl
 * @property {(url: string) => void} setWorkerUrl
 */

/** @type {Promise<Library> | undefined} */
let loading;

/**
 * The library, loaded once and after the page has been painted. Rejects where it cannot be had; a later call tries
 * again.
 */
export function maplibre() {
  loading ??= load().catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** @returns {Promise<Library>} */
async function load() {
  await painted();
  const style = Object.assign(document.createElement("link"), { rel: "stylesheet", href: "/vendor/maplibre-gl.css" });
  const script = Object.assign(document.createElement("script"), { src: "/vendor/maplibre-gl.js" });
  const both = Promise.all([loaded(style), loaded(script)]);
  // Before Hearth's own sheets, which have the last word.
  document.head.prepend(style);
  document.head.append(script);
  try {
    await both;
  } catch (error) {
    style.remove();
    script.remove();
    throw error;
  }
  /** @type {Library} */
  const library = /** @type {any} */ (globalThis).maplibregl;
  library.setWorkerUrl("/vendor/maplibre-worker.js");
  return library;
}

/** After the next paint; a page that nobody sees paints nothing, and waits no longer than a moment. */
function painted() {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 500);
  });
}

/** @param {HTMLElement} element */
function loaded(element) {
  return new Promise((resolve, reject) => {
    element.addEventListener("load", resolve);
    element.addEventListener("error", () => reject(new Error("the map library did not come")));
  });
}
