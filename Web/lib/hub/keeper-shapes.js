/**
 * How the hub is, as its API tells its keeper. The types are made of the contract by Scripts/build-web; nothing runs
 * here.
 *
 * @typedef {import("../../generated/contract").Finding} Finding
 * @typedef {import("../../generated/contract").KeeperMember} KeeperMember
 * @typedef {import("../../generated/contract").KeeperDeputy} KeeperDeputy
 * @typedef {import("../../generated/contract").HubState} HubState
 */
export {};
