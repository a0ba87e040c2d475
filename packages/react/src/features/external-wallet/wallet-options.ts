import type { LoginChain } from '@sallyport/contract'
import { externalWallet } from '@sallyport/core'
import type { ChosenWallet } from '../../flow/screens.js'

/** A wallet as a row of the list. */
export interface WalletOption {
  chosen: ChosenWallet
  /** A data URI; null when the wallet brings none. */
  icon: string | null
  /** Said at the end of the row. */
  note: 'detected' | 'recent' | 'install' | 'open' | null
  /** Named where two wallets of the list have the same name. */
  chain: LoginChain | null
}

type Connector = externalWallet.Connector

/** What decides which wallets are offered. */
export interface WalletOffer {
  connectors: readonly Connector[]
  /** Entries of `walletList`, in order; unknown ones are left out. */
  list: readonly string[]
  chains: readonly LoginChain[]
  /** Ids of connectors that were connected in this browser, the latest last. */
  remembered: readonly string[]
  isMobile: boolean
}

/** The list that apps get which give none (react-api §2). */
export const defaultWalletList: readonly externalWallet.WalletListEntry[] = [
  'detected_wallets',
  'metamask',
  'coinbase_wallet',
  'rainbow',
  'wallet_connect',
]

/** The wallets that a list offers on this page, each once: the one used last first, then in the order of the list. */
export function walletOptions(offer: WalletOffer): WalletOption[] {
  const options = new Map<string, WalletOption>()
  for (const entry of offer.list) {
    for (const option of optionsOf(entry, offer)) {
      const { how, id } = option.chosen
      options.set(`${how} ${id}`, options.get(`${how} ${id}`) ?? option)
    }
  }
  const all = [...options.values()].map((option, _, list) => withChain(option, list, offer))
  const recent = all.filter((each) => each.note === 'recent')
  return [...recent, ...all.filter((each) => each.note !== 'recent')]
}

function optionsOf(entry: string, offer: WalletOffer): WalletOption[] {
  const usable = offer.connectors.filter((each) => offer.chains.includes(each.chainType))
  const detected = usable.filter(isDetected)
  const connectAll = (connectors: readonly Connector[]) =>
    connectors.map((each) => connectOption(each, offer))
  if (entry === 'detected_wallets') return connectAll(detected)
  if (entry === 'detected_ethereum_wallets')
    return connectAll(detected.filter((each) => each.chainType === 'ethereum'))
  if (entry === 'detected_solana_wallets')
    return connectAll(detected.filter((each) => each.chainType === 'solana'))
  if (!isKnown(entry)) return []
  // An extension stands for the connector that reaches the same wallet in other ways.
  const names = new Set(detected.map((each) => each.name))
  const found = usable.filter(
    (each) => each.entry === entry && (isDetected(each) || !names.has(each.name)),
  )
  if (found.length > 0) return connectAll(found)
  const missing = missingOption(entry, offer)
  return missing === null ? [] : [missing]
}

function connectOption(connector: Connector, { remembered }: WalletOffer): WalletOption {
  const { id, name, icon } = connector
  const isRecent = remembered.at(-1) === id
  const note = isRecent ? 'recent' : isDetected(connector) ? 'detected' : null
  return { chosen: { how: 'connect', id, name }, icon, note, chain: null }
}

/** A listed wallet that is not on this page: its app on a phone, its download elsewhere. */
function missingOption(
  id: externalWallet.KnownWalletName,
  { chains, isMobile }: WalletOffer,
): WalletOption | null {
  const known: externalWallet.KnownWallet = externalWallet.knownWallets[id]
  if (!known.chains.some((each) => chains.includes(each))) return null
  if (known.installUrl === null) return null
  const how = isMobile && known.browse !== null ? 'browse' : 'install'
  const note = how === 'browse' ? 'open' : 'install'
  return { chosen: { how, id, name: known.name }, icon: null, note, chain: null }
}

/** Says the chain of options that have the same name. */
function withChain(
  option: WalletOption,
  all: readonly WalletOption[],
  { connectors }: WalletOffer,
): WalletOption {
  const { id, name, how } = option.chosen
  const isTwice = all.filter((each) => each.chosen.name === name).length > 1
  if (!isTwice || how !== 'connect') return option
  return { ...option, chain: connectors.find((each) => each.id === id)?.chainType ?? null }
}

function isDetected({ connectorType }: Connector): boolean {
  return connectorType === 'injected' || connectorType === 'solana_adapter'
}

function isKnown(entry: string): entry is externalWallet.KnownWalletName {
  return Object.hasOwn(externalWallet.knownWallets, entry)
}
