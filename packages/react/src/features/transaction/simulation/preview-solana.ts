import { listedToken } from '@sallyport/contract/requests'
import { fromBase64 } from '../draft-solana.js'
import type { Draft, ShownChange, Simulation } from '../preview.js'
import { type Change, changesOf, compare } from './effects.js'
import { expectSolana } from './expectation-solana.js'
import { type ChangedAccount, readAccounts } from './read-accounts.js'
import { readTokenAccount, type SolanaAccount } from './token-account.js'

type Read = (method: string, params: readonly unknown[]) => Promise<unknown>

/** Mints whose decimals are asked for. */
const mostMints = 8

/**
 * What a simulation on the app's node says, compared with the draft; null when it failed, or the node does not give the
 * accounts. Never rejects.
 *
 * @param outcome  the `value` of `simulateTransaction` with the draft's writable accounts.
 */
export async function previewSolana(
  draft: Draft,
  given: {
    outcome: unknown
    accountsBefore: unknown
    fee: bigint | null
    read: Read
  },
): Promise<Simulation | null> {
  const { from: wallet, solana } = draft
  const { err, accounts: after } = fieldsOf(given.outcome)
  const { accountsBefore: before, fee, read } = given
  if (!solana || err || !Array.isArray(after) || !Array.isArray(before)) return null
  const changed = solana.writable.map((address, at): ChangedAccount => {
    return { address, before: accountOf(before[at]), after: accountOf(after[at]) }
  })
  const isPayer = solana.feePayer === wallet
  // What is not known cannot be told from what else leaves.
  if (isPayer && fee === null) return null
  const feeLamports = isPayer ? (fee ?? 0n) : 0n
  const effects = readAccounts(changed, { address: wallet, feeLamports })
  const mints = Object.fromEntries(
    changed.map((each) => {
      const account = readTokenAccount(each.before) ?? readTokenAccount(each.after)
      return [each.address, account?.mint]
    }),
  )
  return {
    changes: await shownChanges(changesOf(effects, wallet), read),
    approvals: effects.approvals.map(({ token, party }) => ({ token, party })),
    lost: effects.lost,
    disagreements: compare(expectSolana(solana, { wallet, mints, feeLamports }), effects, wallet),
  }
}

async function shownChanges(changes: readonly Change[], read: Read): Promise<ShownChange[]> {
  const mints = changes.flatMap(({ token }) => (token === null ? [] : [token])).slice(0, mostMints)
  const decimals = await Promise.all(mints.map((mint) => decimalsOf(mint, read)))
  return changes.map(({ token, units }) => {
    const shared = { token, item: null, units }
    if (token === null) return { ...shared, symbol: 'SOL', decimals: 9 }
    const listed = listedToken('solana', token)
    if (listed) return { ...shared, ...listed }
    return { ...shared, symbol: '', decimals: decimals[mints.indexOf(token)] ?? null }
  })
}

async function decimalsOf(mint: string, read: Read): Promise<number | null> {
  // Shown in smallest units where the node does not say.
  const answer = await read('getTokenSupply', [mint]).catch(() => null)
  const { decimals } = fieldsOf(fieldsOf(answer).value)
  return typeof decimals === 'number' && decimals >= 0 && decimals <= 36 ? decimals : null
}

function accountOf(value: unknown): SolanaAccount | null {
  const { lamports, owner, data } = fieldsOf(value)
  const [text] = Array.isArray(data) ? data : []
  if (typeof lamports !== 'number' || typeof owner !== 'string' || typeof text !== 'string') {
    return null
  }
  return { lamports: BigInt(lamports), owner, data: fromBase64(text) }
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
