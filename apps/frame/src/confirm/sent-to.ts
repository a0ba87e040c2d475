import type { EthereumAction, Subject } from '@sallyport/contract/requests'
import type { Owner } from '../device/token-owner.js'
import type { Asked } from './reading.js'

/** Where a user has sent to: a recipient that is not among them is called new. */
export interface SentTo {
  list(owner: Owner): readonly string[]
  add(owner: Owner, addresses: readonly string[]): void
}

/** Recipients that are remembered for one user, the latest first. */
const mostRemembered = 200

/** Remembers recipients in `storage`, else as long as the page is open. The embedding page cannot read or write them. */
export function createSentTo(storage: Pick<Storage, 'getItem' | 'setItem'> | undefined): SentTo {
  const memory = new Map<string, readonly string[]>()
  const list = (owner: Owner) => {
    const key = keyOf(owner)
    return memory.get(key) ?? readList(storage, key)
  }
  return {
    list,
    add(owner, addresses) {
      if (addresses.length === 0) return
      const latest = [...new Set([...addresses, ...list(owner)])].slice(0, mostRemembered)
      const key = keyOf(owner)
      memory.set(key, latest)
      try {
        storage?.setItem(key, JSON.stringify(latest))
      } catch {
        // Storage is refused or full: the copy in memory serves this page.
      }
    },
  }
}

/** The accounts that a request sends to. */
export function recipientsOf(subject: Subject | Asked): readonly string[] {
  switch (subject.kind) {
    case 'ethereum-transaction':
      return recipientOf(subject.action)
    case 'user-operation':
      return subject.calls.flatMap(({ action }) => recipientOf(action))
    case 'solana-transaction':
      return subject.steps.flatMap((step) =>
        step.kind === 'send-sol' || step.kind === 'send-token' ? [step.to] : [],
      )
    case 'bitcoin-transaction':
      return subject.outputs.flatMap(({ address, isOwn }) => (address && !isOwn ? [address] : []))
    default:
      return []
  }
}

function recipientOf(action: EthereumAction): readonly string[] {
  return ['send', 'send-token', 'move-token', 'move-item'].includes(action.kind) && 'to' in action
    ? [action.to]
    : []
}

function keyOf({ appId, userId }: Owner): string {
  return `sallyport:sent:${appId}:${userId}`
}

function readList(storage: Pick<Storage, 'getItem'> | undefined, key: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(storage?.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : []
  } catch {
    return [] // Storage is refused, or holds something else.
  }
}
