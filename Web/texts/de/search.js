// @ts-check

/**
 * Searching for places, and naming points.
 *
 * @type {typeof import("../en/search.js").search}
 */
export const search = {
  "search.label": "Ort oder Adresse suchen",
  "search.labelFrom": "Start suchen",
  "search.labelTo": "Ziel suchen",
  "search.clear": "Leeren",
  "search.results": "Suchergebnisse",
  "search.found": { one: "{count} Ort gefunden", other: "{count} Orte gefunden" },
  "search.nothing": "Keine Ergebnisse",
  "search.attribution": "© OpenStreetMap-Mitwirkende, GeoNames (CC BY 4.0)",
  "search.set": "Pin gesetzt: {name}.",
  "search.at": "{words} {name}.",
};
