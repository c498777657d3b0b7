// @ts-check

/** Searching for places, and naming points. */
export const search = {
  "search.label": "Search for a place or an address",
  "search.labelFrom": "Search for where to start",
  "search.labelTo": "Search for where to go",
  "search.clear": "Clear",
  "search.results": "Found places",
  "search.found": { one: "{count} place found", other: "{count} places found" },
  "search.nothing": "Nothing is called that here.",
  "search.attribution": "© OpenStreetMap contributors, GeoNames (CC BY 4.0)",
  "search.set": "The pin is at {name}.",
  "search.at": "{words} {name}.",
};
