// @ts-check

/** Whether this is an iPhone's or iPad's browser, with the page not on the home screen. */
export function isAppleTab() {
  // Browsers of Apple's phones alone have this property; false means a tab.
  return /** @type {{standalone?: boolean}} */ (navigator).standalone === false;
}
