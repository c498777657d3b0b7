/**
 * What the hub's API says of live links. The types are made of the contract by Scripts/build-web; nothing runs here.
 *
 * @typedef {import("../../generated/contract").LiveLink} LiveLink
 * @typedef {import("../../generated/contract").LiveView} LiveView
 * @typedef {import("../../generated/contract").LiveLinkIssued} IssuedLiveLink
 */
export {};
