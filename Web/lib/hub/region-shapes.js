/**
 * The regions that map, ways and search are made of. The types are made of the contract by Scripts/build-web; nothing
 * runs here.
 *
 * @typedef {import("../../generated/contract").Region} Region
 * @typedef {import("../../generated/contract").RegionWork} RegionWork
 * @typedef {import("../../generated/contract").RegionOffer} RegionOffer
 * @typedef {import("../../generated/contract").Regions} Regions
 *
 * @typedef {import("../../generated/contract").FoundRegions["items"][number]} FoundRegion
 */
export {};
