// @ts-check

/** @typedef {"system" | "light" | "dark"} Theme */

const key = "hearth.theme";
const dark = globalThis.matchMedia?.("(prefers-color-scheme: dark)");

/** The theme that was chosen; the system's unless somebody chose. @returns {Theme} */
export function chosenTheme() {
  const stored = localStorage.getItem(key);
  return stored === "light" || stored === "dark" ? stored : "system";
}

/** Whether the page is dark now. */
export function isDark() {
  const theme = chosenTheme();
  return theme === "system" ? Boolean(dark?.matches) : theme === "dark";
}

/**
 * Chooses a theme, and remembers it on this device.
 *
 * @param {Theme} theme
 */
export function chooseTheme(theme) {
  if (theme === "system") localStorage.removeItem(key);
  else localStorage.setItem(key, theme);
  applyTheme();
}

/** Whether somebody asked for less motion. */
export function isStill() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Puts the theme into the document, and tells `theme` to whoever draws by hand, as the map does. */
export function applyTheme() {
  document.documentElement.dataset.theme = isDark() ? "dark" : "light";
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", isDark() ? "#161412" : "#faf7f2");
  dispatchEvent(new Event("theme"));
}

dark?.addEventListener("change", applyTheme);
