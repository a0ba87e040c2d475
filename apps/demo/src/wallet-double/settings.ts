import { keptText } from '../kept-text.js'

/** How the test wallet behaves, kept in the browser's storage so that it lasts as an installed wallet does. */
export interface DoubleSettings {
  /** Whether the wallet is installed on this page. */
  on: boolean
  /** Whether it is Coinbase Wallet's extension too, and the demo offers Coinbase Wallet. */
  coinbase: boolean
  /** What it does with a request; `wait` leaves it open. */
  answer: 'approve' | 'reject' | 'wait'
  /** Milliseconds until it answers. */
  delayMs: number
  /** A locked wallet shares no account until it is unlocked. */
  locked: boolean
  /** Index of the selected account, of two. */
  selected: number
  /** Whether it shares both accounts or only the selected one. */
  sharesAll: boolean
  /** The Ethereum chain it is on. */
  chainId: number
  /** Private keys in hex, 32 bytes each: two for each chain. Test funds only. */
  ethereumKeys: string[]
  solanaKeys: string[]
  /** Whether this page may see the accounts. */
  ethereumAllowed: boolean
  solanaAllowed: boolean
}

const key = 'wallet-double'
const kept = keptText(() => localStorage)

/** The stored settings; new keys the first time. */
export function readSettings(): DoubleSettings {
  const stored = JSON.parse(kept.get(key) ?? '{}') as Partial<DoubleSettings> // written below
  const settings: DoubleSettings = {
    on: false,
    coinbase: false,
    answer: 'approve',
    delayMs: 0,
    locked: false,
    selected: 0,
    sharesAll: false,
    chainId: 31337,
    ethereumKeys: [randomKey(), randomKey()],
    solanaKeys: [randomKey(), randomKey()],
    ethereumAllowed: false,
    solanaAllowed: false,
    ...stored,
  }
  kept.set(key, JSON.stringify(settings))
  return settings
}

const listeners = new Set<(settings: DoubleSettings) => void>()

/** Changes settings and tells the wallets of this page. */
export function changeSettings(change: Partial<DoubleSettings>): void {
  const settings = { ...readSettings(), ...change }
  kept.set(key, JSON.stringify(settings))
  for (const listener of [...listeners]) listener(settings)
}

/** Runs `listener` after every change on this page; gives the function that stops it. */
export function onSettings(listener: (settings: DoubleSettings) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Answers as the settings say. @throws when they say reject. */
export async function askUser(): Promise<void> {
  const { delayMs } = readSettings()
  if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs))
  while (readSettings().locked || readSettings().answer === 'wait') {
    await new Promise<void>((resolve) => {
      const listener = () => {
        listeners.delete(listener)
        resolve()
      }
      listeners.add(listener)
    })
  }
  if (readSettings().answer === 'reject') {
    throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
  }
}

/** The keys in the order they are shared: the selected one first. */
export function shared(keys: readonly string[]): string[] {
  const { selected, sharesAll } = readSettings()
  const first = keys.filter((_, index) => index === selected)
  return sharesAll ? [...first, ...keys.filter((_, index) => index !== selected)] : first
}

function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
