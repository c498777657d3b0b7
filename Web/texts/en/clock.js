// @ts-check

/** The clock, my own clock, and places. */
export const clock = {
  "clock.page": "Clock",
  "myClock.page": "My clock",
  "place.page": "Set a place",
};
