import type { Approval, Change, Effects } from './effects.js'
import { readTokenAccount, type SolanaAccount, withdrawerOf } from './token-account.js'

/** An account of a transaction, before and after it; null where it does not exist. */
export interface ChangedAccount {
  address: string
  before: SolanaAccount | null
  after: SolanaAccount | null
}

const systemProgram = '11111111111111111111111111111111'
/** The mint of wrapped SOL, which counts as SOL. */
const wrappedSol = 'So11111111111111111111111111111111111111112'

/**
 * What happened to the accounts of a transaction: their coins and tokens, each also counted for the wallet that owns the token
 * account, and who else may act for the wallet afterwards.
 *
 * @param wallet.feeLamports  what the wallet pays the network for the transaction; not part of the changes.
 */
export function readAccounts(
  accounts: readonly ChangedAccount[],
  wallet: { address: string; feeLamports: bigint },
): Effects {
  return {
    changes: accounts.flatMap((each) => [...coinsOf(each, wallet), ...tokensOf(each, wallet)]),
    approvals: accounts.flatMap((each) => approvalOf(each, wallet.address)),
    lost: accounts.filter((each) => isLost(each, wallet.address)).map(({ address }) => address),
  }
}

function coinsOf(
  { address, before, after }: ChangedAccount,
  wallet: { address: string; feeLamports: bigint },
): Change[] {
  const fee = address === wallet.address ? wallet.feeLamports : 0n
  const units = (after?.lamports ?? 0n) - (before?.lamports ?? 0n) + fee
  return units === 0n ? [] : [{ account: address, token: null, id: null, units }]
}

function tokensOf(changed: ChangedAccount, wallet: { address: string }): Change[] {
  const [before, after] = [readTokenAccount(changed.before), readTokenAccount(changed.after)]
  const mint = (after ?? before)?.mint
  if (mint === undefined) return []
  const token = mint === wrappedSol ? null : mint
  const held = (holder: string) => (account: typeof before) =>
    account?.owner === holder ? account.units : 0n
  const own = held(wallet.address)
  const asset = { token, id: null }
  const units = own(after) - own(before)
  const all = (after?.units ?? 0n) - (before?.units ?? 0n)
  return [
    { ...asset, account: wallet.address, units },
    // Coins of the account itself were counted with its lamports.
    { ...asset, account: changed.address, units: token === null ? 0n : all },
  ].filter((change) => change.units !== 0n)
}

function approvalOf({ address, before: was, after: is }: ChangedAccount, wallet: string) {
  const [before, after] = [readTokenAccount(was), readTokenAccount(is)]
  if (after === null || after.owner !== wallet || after.delegate === null) return []
  const isOld = before?.delegate === after.delegate && before.delegated >= after.delegated
  const { delegate: party, delegated: units } = after
  return isOld ? [] : [{ token: address, party, units, id: null } satisfies Approval]
}

/** Whether the wallet controlled the account before, and another one does afterwards. */
function isLost({ address, before, after }: ChangedAccount, wallet: string): boolean {
  if (address === wallet) return after !== null && after.owner !== systemProgram
  const [was, is] = [readTokenAccount(before), readTokenAccount(after)]
  if (was?.owner === wallet && is !== null) {
    const isClosable = is.closer !== null && is.closer !== wallet && is.closer !== was.closer
    if (is.owner !== wallet || isClosable) return true
  }
  const [withdrew, withdraws] = [withdrawerOf(before), withdrawerOf(after)]
  return withdrew === wallet && withdraws !== null && withdraws !== wallet
}
