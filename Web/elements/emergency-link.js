// @ts-check
import { h } from "../lib/dom/dom.js";
import { icon } from "../lib/dom/icons.js";
import { listWords, sentences } from "../lib/words/joined.js";
import { language, t } from "../lib/words/text.js";
import { choices, named } from "../models/emergency.js";

/** @typedef {import("../lib/hub/trip-shapes.js").Emergency} Emergency */

/**
 * Buttons that dial for help where somebody is; nothing else here ever calls anybody (F27). None where the number is
 * unknown.
 *
 * @param {Emergency | undefined} emergency
 */
export function emergencyLinks(emergency) {
  const found = choices(emergency);
  const hasOneForAll = found.some(({ service }) => service === "any");
  return found.map(({ service, number }) => {
    const style = hasOneForAll && service !== "any" ? "quiet-button" : "danger-button";
    const link = h("a", { class: `button ${style}`, href: `tel:${number}`, "data-key": `dial-${number}-${service}` }, icon("call"));
    link.append(t(`emergency.call.${service}`, { number }));
    return link;
  });
}

/**
 * In which country that is, and how it is known: "112 · Liechtenstein, from your position".
 *
 * @param {Emergency | undefined} emergency
 * @param {string} [name]  of whom it is about; absent for oneself
 */
export function emergencyWords(emergency, name) {
  const countries = named(emergency);
  if (!emergency || countries.length === 0) return t("emergency.unknown");
  const names = new Intl.DisplayNames(language().lang, { type: "region" });
  const each = countries.map(({ country, numbers }) => {
    const dialled = numbers.length > 0 ? numbers.join(" / ") : t("emergency.unknown");
    return `${dialled} · ${names.of(country) ?? country}`;
  });
  const isMobile = countries.some(({ numbers }) => numbers.includes("112"));
  return sentences(sourceWords(emergency, listWords(each), name), isMobile && t("emergency.mobile"));
}

/**
 * @param {Emergency} emergency
 * @param {string} numbers  each with its country
 * @param {string} [name]
 */
function sourceWords({ source }, numbers, name) {
  if (source === "lastPosition") return t("emergency.from.lastPosition", { numbers });
  if (source !== "position" && source !== "phoneNumber") return t("emergency.from.hub", { numbers });
  return name ? t(`emergency.from.${source}Of`, { numbers, name }) : t(`emergency.from.${source}`, { numbers });
}
