// @ts-check
import { button } from "../lib/dom/button.js";
import { h } from "../lib/dom/dom.js";
import { finishPicture } from "../lib/dom/finish-picture.js";
import { pictured } from "../lib/dom/mission-icons.js";
import { openSheet } from "../lib/dom/sheet.js";
import { t } from "../lib/words/text.js";
import { fileName } from "../models/file-name.js";

/**
 * Shows the picture of what was done before anybody else sees it, and hands it to the system's share sheet; where there is
 * none, or it takes no pictures, it is saved.
 *
 * @param {import("../lib/dom/finish-picture.js").Finished} finished
 * @param {AbortSignal} signal
 */
export async function openShare(finished, signal) {
  const picture = await finishPicture(finished).catch(() => undefined);
  if (signal.aborted) return;
  if (!picture) return void openSheet(t("share.title"), [h("p", {}, t("share.none"))], { signal });
  const file = new File([picture], fileName(finished.title), { type: picture.type });
  const address = URL.createObjectURL(picture);
  const alt = t("share.alt", { title: finished.title });
  const image = h("img", { class: "share-picture", src: address, width: 1080, height: 1350, alt });
  const save = h("a", { class: "button quiet-button", href: address, download: file.name }, t("share.save"));
  const actions = h("div", { class: "actions" });
  const sheet = openSheet(t("share.title"), [image, h("p", { class: "quiet small" }, t("share.words")), actions], {
    signal,
    closed: () => URL.revokeObjectURL(address),
  });
  const share = async () => {
    try {
      await navigator.share({ files: [file], title: finished.title });
      sheet.close();
    } catch (error) {
      // Whoever closes the system's sheet has changed their mind; that is no mistake.
      if (!(error instanceof DOMException && error.name === "AbortError")) sheet.say(t("share.failed"));
    }
  };
  const isShared = navigator.canShare?.({ files: [file] }) ?? false;
  if (isShared) actions.append(pictured(button(t("share.share"), share), "share"));
  else save.classList.remove("quiet-button");
  actions.append(save);
}
