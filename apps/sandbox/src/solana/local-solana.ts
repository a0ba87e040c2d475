import { listen } from '../http/listen.js'
import { notInstalled } from '../launch/not-installed.js'
import type { Ledger } from './ledger.js'
import { loadLedger, saveLedger } from './ledger-file.js'
import { createSolanaServer } from './rpc-server.js'

/** The time of a block, as on the real network. */
const slotMs = 400

/** A running Solana chain. */
export interface LocalSolana {
  ledger: Ledger
  /** Saves and stops listening. */
  stop(): Promise<void>
}

/**
 * Starts the Solana chain with JSON-RPC and websockets on each of `ports` of the loopback interface, and a block every
 * 400 ms. With a `folder`, the chain's state is saved there and restored at the next start.
 */
export async function startSolana(options: {
  ports: readonly number[]
  nowMs: () => number
  folder?: string
}): Promise<LocalSolana> {
  const { ports, nowMs, folder } = options
  const { Ledger } = await loadChain()
  const ledger = new Ledger({ nowMs, saved: folder ? loadLedger(folder) : undefined })
  const stops = await Promise.all(ports.map((port) => listen(createSolanaServer(ledger), port)))
  let unsaved = false
  const save = () => {
    if (folder && unsaved) saveLedger(folder, ledger.state())
    unsaved = false
  }
  ledger.on('transaction', () => {
    unsaved = true
  })
  const block = setInterval(() => {
    ledger.tick()
    save()
  }, slotMs)
  return {
    ledger,
    stop: async () => {
      clearInterval(block)
      save()
      await Promise.all(stops.map((stop) => stop()))
    },
  }
}

/* Loaded late: without its binary for this machine, LiteSVM ends the program with a stack trace. */
async function loadChain(): Promise<typeof import('./ledger.js')> {
  try {
    return await import('./ledger.js')
  } catch (cause) {
    throw Object.assign(notInstalled('The local Solana chain'), { cause })
  }
}
