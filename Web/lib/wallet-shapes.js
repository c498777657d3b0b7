// @ts-check
/**
 * What the hub's API answers with about money, as openapi.yaml describes it: types only, nothing runs here. Amounts are
 * counts of the asset's smallest unit in decimal digits, bytes are in base64.
 *
 * @typedef {{id: string, name: string, asset: number, amount: string, available: string}} Account
 * @typedef {{number: number, name: string, scale: number, cash?: string}} Asset
 * @typedef {{member: string, name: string, accounts: {asset: number, account: string}[]}} Payee
 * @typedef {{asset: number, amount: string, available: string}} Total
 * @typedef {{account: string, amount: string, share: number, reachedAt?: string, picture?: string}} Goal  what an account
 *   is saved for, with the percent of each allowance that goes there
 *
 * @typedef {object} LedgerKey
 * @property {string} id
 * @property {"hub" | "device"} keeping
 * @property {string} publicKey
 * @property {string} [name]
 * @property {string} [addedAt]
 * @property {boolean} revoked
 * @property {KeyRevocation} [revocation]  what other adults of my family want
 *
 * @typedef {{validUntil: string, agreed: string[], needed: number}} KeyRevocation
 * @typedef {{id: string, member: string, name: string, device?: string, addedAt?: string, revocation?: KeyRevocation}}
 *   FamilyKey  a device that signs for somebody else of my family
 *
 * @typedef {object} WalletState
 * @property {string} ledger
 * @property {string} holder  what I am called in the ledger
 * @property {"adult" | "child"} role
 * @property {string} name
 * @property {Account[]} accounts  open ones
 * @property {Account[]} closedAccounts  which can still be read
 * @property {Total[]} totals
 * @property {Asset[]} assets
 * @property {Goal[]} goals
 * @property {Payee[]} payees
 * @property {LedgerKey[]} keys
 *
 * @typedef {"transfer" | "deposit" | "withdrawal" | "payment" | "mint" | "purchase" | "refund" | "allowance" | "sweep" | "reversal"}
 *   TransferKind
 * @typedef {"done" | "held" | "posted" | "voided" | "expired"} TransferState
 *
 * @typedef {object} Moved  what came of a transfer
 * @property {string} id
 * @property {TransferKind} kind
 * @property {"done" | "held"} state
 * @property {string} from
 * @property {string} to
 * @property {number} asset
 * @property {string} amount  what moved
 * @property {string} asked
 * @property {"hub" | "device"} signedBy
 *
 * @typedef {object} Counterpart
 * @property {"own" | "member" | "left" | "cash" | "mint" | "store" | "family"} kind
 * @property {string} account
 * @property {string} [name]
 *
 * @typedef {object} Entry  one line of an account's history
 * @property {string} id
 * @property {number} leaf
 * @property {string} at
 * @property {TransferKind} kind
 * @property {TransferState} state
 * @property {"in" | "out"} direction
 * @property {string} amount
 * @property {string} balance  after it
 * @property {string} [ends]
 * @property {Counterpart} counterpart
 * @property {string} [memo]
 * @property {"hub" | "device"} signedBy
 *
 * @typedef {object} CutOff  where a history breaks off, because the log is not what was put into it
 * @property {number} [leaf]  the entry that cannot be read; absent where the log leads to nothing older
 * @property {string} balance  what was posted in the account there
 *
 * @typedef {object} MoneyRequest
 * @property {string} id
 * @property {boolean} mine  whether I asked
 * @property {string} member
 * @property {string} name
 * @property {string} account
 * @property {number} asset
 * @property {string} amount
 * @property {string} [memo]
 * @property {string} at
 * @property {"waiting" | "paid" | "declined" | "withdrawn"} state
 * @property {boolean} [held]  whether what was paid for it waits for somebody's word
 *
 * @typedef {object} Approval  what is held until somebody of the family agrees
 * @property {string} id
 * @property {string} [by]  who asked; absent for somebody who left
 * @property {string} [to]  who gets it; absent where it leaves the wallets
 * @property {TransferKind} kind
 * @property {number} asset
 * @property {string} amount
 * @property {string} [memo]
 * @property {string} at
 * @property {string} [endsAt]
 * @property {boolean} mayApprove
 * @property {boolean} mayRefuse
 *
 * @typedef {{number: number, name: string, scale: number, hasMint: boolean, minted?: string}} FamilyAsset  minted: what
 *   was made so far
 * @typedef {{every: "day" | "week" | "month", day?: number, time: string}} Schedule  day: of a week 1, Monday, to 7; of a
 *   month 1 to 31
 *
 * @typedef {object} Allowance
 * @property {string} id
 * @property {string} by
 * @property {string} to
 * @property {"cash" | "mint" | "account"} source
 * @property {string} [from]  the giver's account, to the giver alone
 * @property {number} asset
 * @property {string} amount
 * @property {Schedule} schedule
 * @property {string} timeZone
 * @property {string} [memo]
 * @property {string} nextAt
 *
 * @typedef {object} FamilyLimits  what a family lets its members move without asking
 * @property {{asset: number, amount: string}[]} approvalAbove  more than this in a day waits for another adult
 * @property {{member: string, asset: number, amount: string, spent?: string}[]} perDay  what a child gives away in a day alone,
 *   and what it gave away today
 *
 * @typedef {{member: string, name: string, size: number, at: string}} LedgerCheckTold
 *
 * @typedef {{key: string, member: string, name: string, device?: string, size: number, at: string, checkpoint: string}}
 *   Cosignature  a device that has seen the log and signed that
 *
 * @typedef {object} Head  of the family's log
 * @property {string} ledger
 * @property {string} origin
 * @property {number} size
 * @property {string} root
 * @property {string} publicKey
 * @property {string} checkpoint  the signed note
 * @property {LedgerCheckTold[]} checks  the latest first
 * @property {Cosignature[]} cosignatures  which devices have seen it, the one that saw most first
 *
 * @typedef {{leaf: number, commitment: string, salt?: string, record?: string}} Leaf
 */

export {};
