// @ts-check
/**
 * What the hub's API answers a wall display with. The types are made of the contract by Scripts/build-web; nothing runs
 * here.
 *
 * @typedef {import("../../generated/contract").Wall} Wall
 * @typedef {import("../../generated/contract").PersonOnWall} PersonOnWall
 * @typedef {import("../../generated/contract").MissionOnWall} MissionOnWall
 */
export {};
