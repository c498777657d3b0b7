// @ts-check

/** @type {Map<string, Promise<void>>} */
const loading = new Map();

/**
 * Brings in the style sheets of a page, once each; resolves when all are there. One that cannot be had is done without:
 * a plain page is better than none.
 *
 * @param {readonly string[]} names  of files in styles/
 */
export async function loadStyles(names) {
  await Promise.all(names.map((name) => {
    const known = loading.get(name) ?? load(name);
    loading.set(name, known);
    return known;
  }));
}

/**
 * @param {string} name
 * @returns {Promise<void>}
 */
function load(name) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = `/styles/${name}.css`;
  return new Promise((done) => {
    link.onload = () => done();
    link.onerror = () => {
      loading.delete(name);
      done();
    };
    document.head.append(link);
  });
}
