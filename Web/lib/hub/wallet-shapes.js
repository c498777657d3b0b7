// @ts-check
/**
 * What the hub's API answers with about money, as the page calls it. The types are made of the contract by
 * Scripts/build-web; nothing runs here. Amounts are counts of the asset's smallest unit in decimal digits, bytes are in
 * base64.
 *
 * @typedef {import("../../generated/contract").Account} Account
 * @typedef {import("../../generated/contract").Asset} Asset
 * @typedef {import("../../generated/contract").Payee} Payee
 * @typedef {import("../../generated/contract").LedgerKey} LedgerKey
 * @typedef {import("../../generated/contract").KeyRevocation} KeyRevocation
 * @typedef {import("../../generated/contract").FamilyKey} FamilyKey
 * @typedef {import("../../generated/contract").TransferKind} TransferKind
 * @typedef {import("../../generated/contract").Entry} Entry
 * @typedef {import("../../generated/contract").MoneyRequest} MoneyRequest
 * @typedef {import("../../generated/contract").Approval} Approval
 * @typedef {import("../../generated/contract").FamilyAsset} FamilyAsset
 * @typedef {import("../../generated/contract").Schedule} Schedule
 * @typedef {import("../../generated/contract").Allowance} Allowance
 * @typedef {import("../../generated/contract").FamilyLimits} FamilyLimits
 * @typedef {import("../../generated/contract").Cosignature} Cosignature
 * @typedef {import("../../generated/contract").Leaf} Leaf
 *
 * @typedef {import("../../generated/contract").Wallet} WalletState
 * @typedef {import("../../generated/contract").Wallet["totals"][number]} Total
 * @typedef {import("../../generated/contract").SavingsGoal} Goal
 * @typedef {import("../../generated/contract").Transfer} Moved
 * @typedef {import("../../generated/contract").Entry["state"]} TransferState
 * @typedef {import("../../generated/contract").Entry["counterpart"]} Counterpart
 * @typedef {NonNullable<import("../../generated/contract").EntryList["cutOff"]>} CutOff
 * @typedef {import("../../generated/contract").Checkpoint} Head
 * @typedef {import("../../generated/contract").Checkpoint["checks"][number]} LedgerCheckTold
 */
export {};
