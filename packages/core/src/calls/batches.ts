import type { SallyportClient } from '../client.js'
import { RpcError } from '../errors.js'
import { isSameAddress } from '../wallet/accounts.js'

/** A batch that was sent from this browser. */
export interface StoredBatch {
  id: string
  from: string
  chainId: number
  /** Whether one operation carries all calls. */
  atomic: boolean
  /** How many calls it has. */
  count: number
  /** Transactions sent for it, in order. */
  hashes: string[]
  /** Of a smart wallet: the operation that carries the calls. */
  operation?: string
  /** `open` while calls are still to be sent; `stopped` where some never will be. */
  progress: 'open' | 'sent' | 'stopped'
  changedAtMs: number
}

/** The batches of this browser, newest last, across reloads. */
interface Batches {
  /** @throws RpcError 5730 for an id that this account has not used here. */
  find(id: string, from: string): StoredBatch
  /** @throws RpcError 5720 for an id that is taken. */
  add(
    batch: Omit<StoredBatch, 'id' | 'hashes' | 'progress' | 'changedAtMs'>,
    id: string | null,
  ): StoredBatch
  change(id: string, part: Partial<StoredBatch>): void
  remove(id: string): void
}

const key = 'sallyport:calls'

/** EIP-5792 asks for a day; these are kept until newer ones take their place. */
const mostKept = 100

/** The batches that this browser has sent with the client's app. */
export function batchesOf({ environment }: SallyportClient): Batches {
  const { storage, clock, randomBytes } = environment
  const read = (): StoredBatch[] => {
    const stored = storage.get(key)
    return Array.isArray(stored) ? stored.filter(isBatch) : []
  }
  const write = (all: readonly StoredBatch[]) => storage.set(key, all.slice(-mostKept))
  return {
    find(id, from) {
      const found = read().find((each) => each.id === id && isSameAddress(each.from, from))
      if (!found) throw new RpcError(5730, { message: 'No batch of this wallet has this id' })
      return found
    },
    add(part, id) {
      const all = read()
      if (all.some((each) => each.id === id))
        throw new RpcError(5720, { message: 'A batch with this id was sent before' })
      const batch: StoredBatch = {
        ...part,
        id: id ?? newId(randomBytes(32)),
        hashes: [],
        progress: 'open',
        changedAtMs: clock.nowMs(),
      }
      write([...all, batch])
      return batch
    },
    change(id, part) {
      const changedAtMs = clock.nowMs()
      write(read().map((each) => (each.id === id ? { ...each, ...part, changedAtMs } : each)))
    },
    remove(id) {
      write(read().filter((each) => each.id !== id))
    },
  }
}

function newId(bytes: Uint8Array): string {
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Other scripts of the page can write there. */
function isBatch(value: unknown): value is StoredBatch {
  if (!value || typeof value !== 'object') return false
  const { id, from, chainId, hashes, count } = value as Partial<StoredBatch> // checked below
  return (
    typeof id === 'string' &&
    typeof from === 'string' &&
    typeof chainId === 'number' &&
    typeof count === 'number' &&
    Array.isArray(hashes) &&
    hashes.every((hash) => typeof hash === 'string')
  )
}
