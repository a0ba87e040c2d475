import {
  inertText,
  type LookupTables,
  messageOfTransaction,
  readSolana,
  type ShownNetwork,
  type SolanaReading,
  type SolanaStep,
  type Subject,
  solanaPrograms,
  toHex,
} from '@sallyport/contract/requests'
import type { SolanaCluster } from '@sallyport/core'
import { clusterNames } from '../../chain/cluster-names.js'
import type { Draft } from './preview.js'

/**
 * What a Solana transaction says about itself. Bytes that cannot be read are shown as unknown programs.
 *
 * @param tables  the accounts of look-up tables, as far as they are known.
 */
export function draftSolana(
  request: { address: string; cluster: SolanaCluster; transaction: string },
  tables: LookupTables = {},
): Draft {
  const { address, cluster, transaction } = request
  const reading = readWire(transaction, tables)
  const acting = (reading?.steps ?? []).filter((step) => step.kind !== 'fee-settings')
  const spent = acting.reduce(
    (sum, step) => sum + (takesCoins(step) && step.from === address ? step.lamports : 0n),
    0n,
  )
  const programs = [...new Set(reading?.programs ?? [])]
  const wire = fromBase64(transaction)
  const unreadable: Subject = {
    ...{ kind: 'bytes', chain: 'solana', hex: inertText(toHex(wire)), length: wire.length },
  }
  return {
    subject: reading ?? unreadable,
    ...actionOf(acting, { address, programs }),
    spent: { units: spent, decimals: 9, symbol: 'SOL' },
    network: shownCluster(cluster),
    networkId: `solana:${cluster.name}`,
    from: address,
    ...(reading && { solana: reading }),
    hidesAccounts: reading?.hidesAccounts === true,
  }
}

function takesCoins(step: SolanaStep) {
  return step.kind === 'send-sol' || step.kind === 'create-account'
}

/** The look-up tables on the chain that a transaction takes accounts from. */
export function tablesOf(transaction: string): readonly string[] {
  return readWire(transaction)?.tables ?? []
}

/** One payment is named as such; everything else is a list of steps. */
function actionOf(
  acting: readonly SolanaStep[],
  given: { address: string; programs: readonly string[] },
): Pick<Draft, 'action' | 'tokenAccount'> {
  const [only, ...others] = acting
  if (only?.kind === 'send-sol' && only.from === given.address && others.length === 0) {
    return { action: { kind: 'send', to: only.to } }
  }
  // Transfers without a mint move tokens that only the chain can name.
  if (only?.kind === 'send-token' && only.amount.mint !== null && others.length === 0) {
    const { amount, from, to } = only
    const action = { kind: 'send-token', token: only.amount.mint, units: amount.units, to } as const
    return { action, tokenAccount: from }
  }
  const programs = given.programs.filter((each) => each !== solanaPrograms.computeBudget)
  return { action: { kind: 'programs', programs, steps: acting } }
}

/** The message part of a wire transaction, base64, as `getFeeForMessage` wants it. */
export function messageOf(transaction: string): string {
  return btoa(String.fromCharCode(...messageOfTransaction(fromBase64(transaction))))
}

/** A cluster as a screen names it. */
function shownCluster(cluster: SolanaCluster): ShownNetwork {
  return {
    name: clusterNames[cluster.name],
    isTest: cluster.name !== 'mainnet-beta',
    colour: '#9945ff',
  }
}

/** Null for bytes that are not a transaction: the screen says so, and the node refuses them. */
function readWire(transaction: string, tables: LookupTables = {}): SolanaReading | null {
  try {
    return readSolana(messageOfTransaction(fromBase64(transaction)), tables)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** The bytes that base64 stands for. */
export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}
