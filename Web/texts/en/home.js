// @ts-check

/** The Home page: the map, whom it shows, and how they move. */
export const home = {
  "home.page": "Home",
};
