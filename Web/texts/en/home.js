// @ts-check

/** The Home page: the map, whom it shows, and how they move. */
export const home = {
  "home.page": "Home",

  "map.label": "Map",
  "map.zoomIn": "Nearer",
  "map.zoomOut": "Further away",
  "map.attribution": "Where the map comes from",
  "map.missing": "The map cannot be drawn here. Everything else works without it.",
};
