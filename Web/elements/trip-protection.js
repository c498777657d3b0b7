// @ts-check
import { h } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { t } from "../lib/text.js";

/** @typedef {import("../lib/trip-shapes.js").Protection} Protection */

/**
 * What protects a trip, and what is missing, the gravest first: never more than is true (F6, F20).
 *
 * @param {Protection} protection
 */
export function protectionWords({ source, protected: isProtected, gaps }) {
  const title = t(isProtected ? "trip.protected" : "trip.notProtected");
  const missing = gaps.map((gap) => h("p", { class: "small" }, t(`trip.gap.${gap}`)));
  return h(
    "div",
    { class: "trip-protection card", "data-protected": isProtected },
    icon(isProtected ? "check" : "caution"),
    h(
      "div",
      {},
      h("strong", {}, title),
      isProtected && h("p", { class: "small" }, t("trip.protectedWords")),
      ...missing,
      h("p", { class: "hint" }, `${t("trip.source")}: ${t(`trip.source.${source}`)}. ${t(`trip.source.${source}Words`)}`),
    ),
  );
}
