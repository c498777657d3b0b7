// @ts-check

const lettersMax = 40;

/**
 * A name for a picture that any device can store.
 *
 * @param {string} title
 */
export function fileName(title) {
  const plain = title.normalize("NFC").replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "");
  const short = Array.from(plain).slice(0, lettersMax).join("").replace(/-+$/, "");
  return `${short || "Hearth"}.png`;
}
