// @ts-check

/** Searching for places, and naming points. */
export const search = {
  "search.label": "Search for a place or address",
  "search.labelFrom": "Search for a start",
  "search.labelTo": "Search for a destination",
  "search.clear": "Clear",
  "search.results": "Search results",
  "search.found": { one: "{count} place found", other: "{count} places found" },
  "search.nothing": "No results",
  "search.attribution": "© OpenStreetMap contributors, GeoNames (CC BY 4.0)",
  "search.set": "Pin set at {name}.",
  "search.at": "{words} {name}.",
};
