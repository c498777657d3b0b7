// @ts-check
import { s } from "./dom.js";

/** Lines within a square of 24, drawn 2 wide with round ends. */
const paths = {
  home: "M4 11 12 4l8 7M6 9.5V20h12V9.5M10 20v-5h4v5",
  clock: "M12 3a9 9 0 1 0 .01 0M12 7v5l3.5 2",
  trip: "M6 20a2 2 0 1 0 .01 0M18 4a2 2 0 1 0 .01 0M8 20h7a3.5 3.5 0 0 0 0-7H9a3.5 3.5 0 0 1 0-7h7",
  missions: "M4 6.5l1.6 1.6L8.5 5M4 13l1.6 1.6 2.9-3.1M4 19.5l1.6 1.6 2.9-3.1M12 7h8M12 13.5h8M12 20h8",
  wallet: "M17 8V5H5a2 2 0 0 0 0 4h15v10H5a2 2 0 0 1-2-2V7M16.5 14v.01",
  call: "M6 3h3l1.6 4.6-2.2 1.7a12 12 0 0 0 6.3 6.3l1.7-2.2L21 15v3a3 3 0 0 1-3 3A15 15 0 0 1 3 6a3 3 0 0 1 3-3Z",
  place: "M12 21c-4.5-5.5-6.5-8.6-6.5-11.3a6.5 6.5 0 0 1 13 0C18.5 12.4 16.5 15.5 12 21ZM12 7.3a2.3 2.3 0 1 0 .01 0",
  work: "M3 8h18v12H3ZM8 8V4h8v4M3 13.5h18",
  school: "M1 10 12 5l11 5-11 5ZM6 13v5q6 4 12 0v-5M23 10v6",
  bell: "M12 3.5a5.5 5.5 0 0 0-5.5 5.5c0 5-2 6.5-2 8h15c0-1.5-2-3-2-8A5.5 5.5 0 0 0 12 3.5ZM10 20.5h4",
  person: "M12 4a4 4 0 1 0 .01 0M4.5 20.5c.9-4 3.9-6 7.5-6s6.6 2 7.5 6",
  people: "M9 5a3.5 3.5 0 1 0 .01 0M2.5 19.5c.7-3.6 3.2-5.5 6.5-5.5s5.8 1.9 6.5 5.5M16 5.3a3.3 3.3 0 0 1 0 6.4M17.8 14.3c2 .7 3.3 2.4 3.8 5",
  phone: "M8 3h8a1.5 1.5 0 0 1 1.5 1.5v15A1.5 1.5 0 0 1 16 21H8a1.5 1.5 0 0 1-1.5-1.5v-15A1.5 1.5 0 0 1 8 3ZM11 18h2",
  back: "M15 5l-7 7 7 7",
  down: "M5 9l7 7 7-7",
  forward: "M9 5l7 7-7 7",
  add: "M12 5v14M5 12h14",
  less: "M5 12h14",
  close: "M6 6l12 12M18 6 6 18",
  check: "M5 12.5l4.5 4.5L19 7.5",
  caution: "M12 4 21 20H3ZM12 10v4.5M12 17.3v.01",
  offline: "M4 4l16 16M3 10.5A13 13 0 0 1 8.5 7.3M12.5 6.5a13 13 0 0 1 8.5 4M6.5 14a8 8 0 0 1 4.5-2.2M16 13c.6.3 1 .6 1.5 1M12 18.5v.01",
  hearth: "M12 3c.6 3.2 5 5.2 5 10a5 5 0 0 1-10 0c0-2.2 1-3.6 2.2-4.8C9.5 10 10.3 11 11.2 11.3 10.7 8.5 11 5.5 12 3ZM5 21h14",
  here: "M12 8a4 4 0 1 0 .01 0M12 2v3M12 19v3M2 12h3M19 12h3",
  search: "M10.5 4a6.5 6.5 0 1 0 .01 0M15.5 15.5 20.5 20.5",
  copy: "M9 9h10v11H9ZM5 15V4h10",
  battery: "M3 8h15v8H3ZM20.5 11v2",
  theme: "M12 3a9 9 0 1 0 .01 0M12 3v18M12 7l4 1M12 11h6M12 15l5 .5",
  lock: "M6 11h12v9H6ZM8.5 11V8a3.5 3.5 0 0 1 7 0v3M12 14.5v2",
  logout: "M14 4H5v16h9M10 12h10M16.5 8.5 20 12l-3.5 3.5",
  speed: "M4.5 18a9 9 0 1 1 15 0M12 14l4-5M12 14v.01",
  course: "M12 3l6 17-6-4-6 4Z",
  picture: "M4 5h16v14H4ZM8.5 8.5a1.3 1.3 0 1 0 .01 0M4.5 17l5-5 3.5 3.5 2.5-2.5 4 4",
  remove: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.5 11v5.5M13.5 11v5.5",
  file: "M6 3h8l4 4v14H6ZM14 3v4h4M12 10v7M9 14.5l3 3 3-3",
  stationary: "M12 21c-4.5-5.5-6.5-8.6-6.5-11.3a6.5 6.5 0 0 1 13 0C18.5 12.4 16.5 15.5 12 21Z",
  walking: "M13 3.5a1.7 1.7 0 1 0 .01 0M12.5 8l-2.5 6 3.5 2.5 1 5M10 14l-2.5 6.5M12.3 8.5 9 10.5l-1 3M13 9l1.5 3 3 1",
  running: "M15 3.5a1.7 1.7 0 1 0 .01 0M13.5 7.5l-3.5 5 4 2.5-1 5.5M10 12.5l-1.5 4-4.5.5M13.5 7.5 9 7l-2 3M14 9l2 2.5h3",
  cycling: "M6 13a4 4 0 1 0 .01 0M18 13a4 4 0 1 0 .01 0M6 17l4-7 5 .5 3 6.5M10 10l3 4.5M15 10.5 14 7h3",
  automotive: "M4 15l2-6.5A2 2 0 0 1 8 7h8a2 2 0 0 1 2 1.5L20 15v4H4ZM7 19v2M17 19v2M7.5 15.5v.01M16.5 15.5v.01M5.5 11.5h13",
  unknown: "M8.5 9a3.5 3.5 0 1 1 3.5 3.5v2.5M12 18.5v.01",
};

/** @typedef {keyof typeof paths} IconName */

/**
 * A small drawing beside words, which say the same: hidden from those who listen.
 *
 * @param {IconName} name
 */
export function icon(name) {
  return s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: paths[name] }));
}
