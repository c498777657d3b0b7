// @ts-check
import { h } from "../lib/dom/dom.js";
import { icon } from "../lib/dom/icons.js";
import { save } from "../lib/dom/saving.js";
import { t } from "../lib/words/text.js";

/**
 * The buttons that hand a link on: by what the device shares with, and by its clipboard.
 *
 * @param {string} link
 * @param {(words: string) => void} say
 * @param {() => string} [words]  what is shared in place of the bare link, which stands in it
 */
export function sending(link, say, words) {
  const copy = () => save(() => navigator.clipboard.writeText(link), { say, done: t("common.copied") });
  const share = () => navigator.share(words ? { text: words() } : { url: link }).catch(() => undefined);
  return [
    // Only a page that came over HTTPS may share, or put something on the clipboard.
    "share" in navigator && h("button", { class: "button", type: "button", on: { click: share } }, t("invites.share")),
    navigator.clipboard &&
      h("button", { class: "button quiet-button", type: "button", on: { click: copy } }, icon("copy"), t("invites.copy")),
  ];
}

/**
 * A link to scan.
 *
 * @param {string} svg
 */
export function qr(svg) {
  const image = h("img", { class: "qr-code", alt: t("invites.qrAlt"), src: `data:image/svg+xml,${encodeURIComponent(svg)}` });
  return h("div", { class: "qr" }, image, h("p", { class: "hint" }, t("invites.scan")));
}
