import {
  messageOfTransaction,
  readSolana,
  type SolanaReading,
  solanaPrograms,
} from '@sallyport/contract/requests'
import type { SolanaCluster } from '@sallyport/core'
import type { Action, Draft } from './preview.js'

/** What a Solana transaction says about itself. Bytes that cannot be read are shown as unknown programs. */
export function draftSolana(request: {
  address: string
  cluster: SolanaCluster
  transaction: string
}): Draft {
  const { address, cluster, transaction } = request
  const reading = readWire(transaction)
  const transfers = reading?.steps.filter((step) => step.kind === 'send-sol') ?? []
  const out = transfers.filter((step) => step.from === address)
  const spent = lamports(out.reduce((sum, step) => sum + step.lamports, 0n))
  const acting = reading?.steps.filter((step) => step.kind !== 'fee-settings') ?? []
  const [only] = out
  const programs = [...new Set(reading?.programs ?? [])]
  const action: Action =
    only && acting.length === 1
      ? { kind: 'send', amount: spent, to: only.to }
      : {
          kind: 'programs',
          programs: programs.filter((each) => each !== solanaPrograms.computeBudget),
          amount: spent,
        }
  const names = reading?.programs.join('\n') ?? ''
  return {
    action,
    spent,
    network: networkName(cluster),
    from: address,
    details: names === '' ? [] : [{ label: 'instructions', value: names }],
  }
}

/** The message part of a wire transaction, base64, as `getFeeForMessage` wants it. */
export function messageOf(transaction: string): string {
  return btoa(String.fromCharCode(...messageOfTransaction(fromBase64(transaction))))
}

/** A cluster's name for people. */
export function networkName(cluster: SolanaCluster): string {
  const names = {
    'mainnet-beta': 'Solana',
    testnet: 'Solana Testnet',
    devnet: 'Solana Devnet',
    localnet: 'Solana Localnet',
  } as const satisfies Record<SolanaCluster['name'], string>
  return names[cluster.name]
}

/** Null for bytes that are not a transaction: the screen says so, and the node refuses them. */
function readWire(transaction: string): SolanaReading | null {
  try {
    return readSolana(messageOfTransaction(fromBase64(transaction)))
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function lamports(units: bigint) {
  return { units, decimals: 9, symbol: 'SOL' }
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}
