// @ts-check

/**
 * @typedef {import("./core.js").Core} Core
 */

/** @type {Promise<Core> | undefined} */
let loading;

/**
 * The family's rules as the hub runs them, fetched when they are first needed and after the page stands: nothing that
 * somebody looks for in a hurry waits for them.
 *
 * @returns {Promise<Core>}
 */
export function rules() {
  loading ??= import("./core.js").then(({ loadCore }) => loadCore());
  return loading;
}
