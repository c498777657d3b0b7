// @ts-check

/** What browsers say of themselves, the more particular first: nearly all claim to be the others as well. */
const browsers = /** @type {const} */ ([
  ["Firefox", /Firefox|FxiOS/],
  ["Edge", /Edg/],
  ["Opera", /OPR/],
  ["Samsung Internet", /SamsungBrowser/],
  ["Chrome", /Chrome|CriOS|Chromium/],
  ["Safari", /Safari/],
]);
const systems = /** @type {const} */ ([
  ["Android", /Android/],
  ["iPhone", /iPhone/],
  ["iPad", /iPad/],
  ["Windows", /Windows/],
  ["Mac", /Macintosh/],
  ["ChromeOS", /CrOS/],
  ["Linux", /Linux/],
]);

/**
 * What a browser is called in a list of devices, as "Firefox on Android"; undefined where it says nothing of itself.
 *
 * @param {string} agent  as `navigator.userAgent`
 */
export function browserName(agent) {
  const browser = browsers.find(([, mark]) => mark.test(agent))?.[0];
  const system = systems.find(([, mark]) => mark.test(agent))?.[0];
  return browser && system ? `${browser} on ${system}` : browser ?? system;
}
