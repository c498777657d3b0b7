// @ts-check

/**
 * Pieces of bytes behind each other.
 *
 * @param {...Uint8Array} pieces
 */
export function joined(...pieces) {
  const all = new Uint8Array(pieces.reduce((count, piece) => count + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/**
 * Whether two pieces are the same.
 *
 * @param {Uint8Array} left
 * @param {Uint8Array} right
 */
export function same(left, right) {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}

/**
 * The bytes of a text in UTF-8.
 *
 * @param {string} text
 */
export function utf8(text) {
  return new TextEncoder().encode(text);
}

/**
 * The bytes of a text in base 64 with padding; undefined for what is none, or written otherwise than its bytes would be.
 *
 * @param {string} text
 */
export function fromBase64(text) {
  try {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    return toBase64(bytes) === text ? bytes : undefined;
  } catch {
    return undefined;
  }
}

/** @param {Uint8Array} bytes */
export function toBase64(bytes) {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/**
 * The 16 bytes of an identity such as 01890a5d-ac96-774b-bcce-b302099a8057.
 *
 * @param {string} id
 */
export function idBytes(id) {
  const digits = id.replaceAll("-", "");
  return Uint8Array.from({ length: 16 }, (_, index) => Number.parseInt(digits.slice(2 * index, 2 * index + 2), 16));
}

/**
 * An identity as it is written.
 *
 * @param {Uint8Array} bytes
 */
export function idText(bytes) {
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
