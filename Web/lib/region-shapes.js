/**
 * The hub's JSON about the regions that map, ways and search are made of.
 *
 * @typedef {object} Region  what the map, the ways and the search are made of
 * @property {string} name
 * @property {string} extract
 * @property {number} bytes
 * @property {string} importedAt
 * @property {boolean} isUsed
 * @property {string} [source]  what the download server calls it
 *
 * @typedef {object} RegionWork  an extract on its way to become a region
 * @property {string} name
 * @property {string} extract
 * @property {number} bytes
 * @property {number} receivedBytes
 * @property {"receiving" | "waiting" | "importing" | "failed"} state
 * @property {string} [step]
 * @property {number} [fraction]
 * @property {string} [words]
 * @property {boolean} [isFetched]  the hub fetches it by itself
 *
 * @typedef {object} FoundRegion  one that the download server has
 * @property {string} id
 * @property {string} name
 * @property {string} [within]
 *
 * @typedef {object} RegionOffer  what one costs
 * @property {string} id
 * @property {string} name
 * @property {string} region  its name on this hub
 * @property {string} extract
 * @property {number} bytes
 * @property {number} diskBytes
 * @property {number} seconds
 * @property {boolean} hasRoom
 * @property {boolean} isNewest
 *
 * @typedef {object} Regions
 * @property {Region[]} items
 * @property {RegionWork} [work]
 * @property {number} [freeBytes]
 * @property {"own" | "starting" | "elsewhere" | "none"} routing
 * @property {boolean} isFixed
 * @property {string} [mirror]  where regions are fetched from by name
 */
export {};
