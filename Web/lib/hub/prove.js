// @ts-check
import { Refusal } from "./api.js";

/** @typedef {import("../dom/page.js").App} App */

/**
 * Does something sensitive; where the hub wants to know anew who asks, a sheet asks them, and then it is done again.
 *
 * Who closes the sheet instead gets the hub's refusal, whose words say what is missing.
 *
 * @template Value
 * @param {App} app
 * @param {() => Promise<Value>} work
 * @returns {Promise<Value>}
 */
export async function withProof(app, work) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "proofNeeded") throw error;
    const { askProof } = await import("../../elements/proof-sheet.js");
    if (!(await askProof(app, error.proofs))) throw error;
    return work();
  }
}
