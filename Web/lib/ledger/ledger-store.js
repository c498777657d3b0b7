// @ts-check

/**
 * What this browser keeps of a ledger: the device's key, which cannot be read out of it, and the last head that was seen.
 * No amounts and no names (security S22). It goes when its owner logs out.
 */

/** This browser keeps nothing, as some do in private windows. */
export class NotKept extends Error {}

const database = "hearth-ledger";
const store = "kept";

/**
 * What is kept under a name; undefined where there is nothing, or where this browser keeps nothing.
 *
 * @param {string} name
 * @returns {Promise<any>}
 */
export async function kept(name) {
  try {
    return await ask("readonly", (values) => values.get(name));
  } catch {
    // A private window may keep nothing: then the page does without.
    return undefined;
  }
}

/**
 * Keeps something; rejects with `NotKept`.
 *
 * @param {string} name
 * @param {unknown} value
 */
export async function keep(name, value) {
  try {
    await ask("readwrite", (values) => values.put(value, name));
  } catch {
    throw new NotKept();
  }
}

/**
 * Everything that is kept, by its name; nothing where this browser keeps nothing.
 *
 * @returns {Promise<[string, any][]>}
 */
export async function everythingKept() {
  try {
    const [names, values] = await Promise.all([
      ask("readonly", (all) => all.getAllKeys()),
      ask("readonly", (all) => all.getAll()),
    ]);
    return names.map((/** @type {string} */ name, /** @type {number} */ index) => [name, values[index]]);
  } catch {
    return [];
  }
}

/**
 * @param {IDBTransactionMode} mode
 * @param {(values: IDBObjectStore) => IDBRequest} perform
 * @returns {Promise<any>}
 */
async function ask(mode, perform) {
  const opened = indexedDB.open(database, 1);
  opened.onupgradeneeded = () => opened.result.createObjectStore(store);
  const base = await answer(opened);
  try {
    const transaction = base.transaction(store, mode);
    const value = await answer(perform(transaction.objectStore(store)));
    await new Promise((done, fail) => {
      transaction.oncomplete = () => done(undefined);
      transaction.onabort = () => fail(transaction.error);
    });
    return value;
  } finally {
    base.close();
  }
}

/**
 * @param {IDBRequest} request
 * @returns {Promise<any>}
 */
function answer(request) {
  return new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });
}
