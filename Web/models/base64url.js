// @ts-check

/**
 * Bytes as text of RFC 4648's alphabet for addresses, without padding.
 *
 * @param {ArrayBuffer} bytes
 */
export function toBase64url(bytes) {
  const binary = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/**
 * The bytes of such a text; throws for what is none.
 *
 * @param {string} text
 */
export function fromBase64url(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
