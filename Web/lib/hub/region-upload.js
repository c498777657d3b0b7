// @ts-check
import { Refusal } from "./api.js";
import { withProof } from "./prove.js";
import { firstPieceBytes, nextPieceBytes } from "../../models/regions.js";

/** @typedef {import("../dom/page.js").App} App */
/** @typedef {import("./region-shapes.js").RegionWork} RegionWork */

const triesMax = 8;

/** The hub was told to give the upload up. */
export class GivenUp extends Error {}

/**
 * Sends an extract to the hub in pieces, each as large as the way there is fast; what did not arrive is sent again.
 *
 * @param {App} app
 * @param {string} name  of the region
 * @param {File} file
 * @param {(work: RegionWork) => void} moved
 * @param {AbortSignal} signal  ends it between two pieces
 * @returns {Promise<RegionWork>}  the import that began
 */
export async function uploadExtract(app, name, file, moved, signal) {
  let [from, bytes, tries] = [0, firstPieceBytes, 0];
  for (;;) {
    if (signal.aborted) throw new GivenUp();
    const piece = file.slice(from, from + bytes, "application/octet-stream");
    const path = `/regions/${name}/extract?file=${encodeURIComponent(file.name)}&from=${from}&of=${file.size}`;
    const began = performance.now();
    try {
      const put = () => app.api.put(path, piece);
      /** @type {RegionWork} */
      const work = await (from === 0 ? withProof(app, put) : put());
      [from, bytes, tries] = [work.receivedBytes, nextPieceBytes(bytes, performance.now() - began), 0];
      moved(work);
      if (work.state !== "receiving") return work;
    } catch (error) {
      tries += 1;
      if (signal.aborted) throw new GivenUp();
      const isOut = error instanceof Refusal && ![429, 503].includes(error.status) && error.code !== "otherOffset";
      if (isOut || from === 0 || tries > triesMax) throw error;
      // The hub may have had the piece though its answer was lost: it says how much has come.
      await new Promise((done) => setTimeout(done, 500 * 2 ** tries));
      bytes = nextPieceBytes(bytes, Infinity);
      const work = await underWay(app);
      if (work && work.state !== "receiving") return work;
      from = work?.receivedBytes ?? from;
    }
  }
}

/**
 * What the hub has of it; undefined while the hub is away, when the next piece is a try as well.
 *
 * @param {App} app
 * @returns {Promise<RegionWork | undefined>}
 */
async function underWay(app) {
  try {
    return (await app.api.get("/regions")).work;
  } catch {
    return undefined;
  }
}
