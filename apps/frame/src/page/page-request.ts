import { type EmbeddedChain, isEmbeddedChain } from '@sallyport/contract'
import type { Look } from '../confirm/screen/theme.js'

/** What a page is opened for: the end of its path. */
const pageTasks = ['export', 'import', 'rehearsal', 'delegation', 'passkey'] as const
export type PageTask = (typeof pageTasks)[number]

/** What a passkey is used for: it becomes the recovery of a wallet, or of a new one, opens the wallet here, or stops being its recovery. */
const passkeyUses = ['set', 'create', 'recover', 'remove'] as const
export type PasskeyUse = (typeof passkeyUses)[number]

/** What the address of a page says (wire reference §20.1). All of it was written by the page that embeds it. */
export interface PageRequest {
  task: PageTask
  accessToken: string
  /** The wallet it is about; null for an import. */
  wallet: {
    chainType: EmbeddedChain
    address: string
    rootAddress: { chainType: EmbeddedChain; address: string }
    walletIndex: number
  } | null
  /** The chain of an import, or of a new wallet. */
  chainType: EmbeddedChain
  /** Access to the user's cloud storage, for a test of a recovery that is kept there. */
  storageToken: string | null
  /** Of the page of passkeys. */
  passkeyUse: PasskeyUse | undefined
  look: Look
}

/** Reads the address of a page; undefined for one that names no task or no token. */
export function readPageRequest(address: URL): PageRequest | undefined {
  const { pathname, searchParams: query, hash } = address
  const task = pageTasks.find((each) => pathname.endsWith(`/${each}`))
  const secrets = new URLSearchParams(hash.slice(1))
  const accessToken = secrets.get('token')
  if (!task || !accessToken) return undefined
  const wallet = query.get('address')
  const root = query.get('primaryAddress') || wallet
  const chainType = readChain(query.get('chain_type'), wallet ?? '0x')
  const index = Number(query.get('walletIndex'))
  return {
    task,
    accessToken,
    wallet:
      wallet && root
        ? {
            chainType,
            address: wallet,
            rootAddress: {
              chainType: readChain(query.get('root_chain_type'), root),
              address: root,
            },
            walletIndex: Number.isSafeInteger(index) && index > 0 ? index : 0,
          }
        : null,
    chainType,
    storageToken: secrets.get('storage'),
    passkeyUse: passkeyUses.find((each) => each === query.get('use')),
    look: readLook(query),
  }
}

/** Public clients name no chain, and export keys of two: only Ethereum's addresses begin with 0x. */
function readChain(asked: string | null, address: string): EmbeddedChain {
  if (asked && isEmbeddedChain(asked)) return asked
  return address.startsWith('0x') ? 'ethereum' : 'solana'
}

/** Ours are `theme` and `accent` as the app set them; public clients send colours of their own theme as `hsl(…)`. */
function readLook(query: URLSearchParams): Look {
  const theme = query.get('theme') ?? (isDark(query.get('background')) ? 'dark' : 'light')
  return { appName: '', theme, accentColor: query.get('accent') || null }
}

/** Whether `hsl(…)` with a lightness in per cent is dark. */
function isDark(colour: string | null): boolean {
  const lightness = /([\d.]+)%\s*\)?\s*$/.exec(colour ?? '')?.[1]
  return lightness !== undefined && Number(lightness) < 50
}
