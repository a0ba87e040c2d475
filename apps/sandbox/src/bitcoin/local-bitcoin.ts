import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listen } from '../http/listen.js'
import { createEsploraServer } from './esplora.js'
import { BitcoinLedger, type BitcoinState } from './ledger.js'

/** The reference of CAIP-2 (`bip122`) that the chain goes by: regtest's, the first 32 characters of the hash of its first block. */
export const regtestReference = '0f9188f13cb7b2c71f2a335e3a4fc328'

/** How long a transaction waits for its block: long enough to see it wait. */
const blockMs = 2_000

/** A running Bitcoin chain. */
export interface LocalBitcoin {
  ledger: BitcoinLedger
  /** Saves and stops listening. */
  stop(): Promise<void>
}

/**
 * Starts the Bitcoin chain with Esplora's API on `port` of the loopback interface, and a block every two seconds in which something
 * waits. With a `folder`, the chain's state is saved there and restored at the next start.
 */
export async function startBitcoin(options: {
  port: number
  nowMs: () => number
  folder?: string
}): Promise<LocalBitcoin> {
  const { port, nowMs, folder } = options
  const ledger = new BitcoinLedger({ nowMs, saved: folder ? load(folder) : undefined })
  const stop = await listen(createEsploraServer(ledger), port)
  let unsaved = false
  const save = () => {
    if (folder && unsaved) store(folder, ledger.state())
    unsaved = false
  }
  ledger.onChange = () => {
    unsaved = true
  }
  const block = setInterval(() => {
    ledger.mine()
    save()
  }, blockMs)
  return {
    ledger,
    stop: async () => {
      clearInterval(block)
      save()
      await stop()
    },
  }
}

function store(folder: string, state: BitcoinState): void {
  const path = join(folder, 'bitcoin.json')
  const text = JSON.stringify(state, (_, item) =>
    typeof item === 'bigint' ? { bigint: String(item) } : item,
  )
  writeFileSync(`${path}.new`, text, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

/** The state that `store` wrote; undefined when it is missing or unreadable: the chain starts empty. */
function load(folder: string): BitcoinState | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, 'bitcoin.json'), 'utf8'), (_, item) =>
      typeof item?.bigint === 'string' ? BigInt(item.bigint) : item,
    )
  } catch {
    return undefined
  }
}
