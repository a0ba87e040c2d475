import type { externalWallet } from '@sallyport/core'
import { RpcError } from '@sallyport/core'

/** How an external wallet of scenes and tests behaves. */
export interface FakeWallet {
  name: string
  /** Reverse domain for Ethereum; Solana wallets go by their name. */
  rdns?: string
  chainType?: externalWallet.Connector['chainType']
  connectorType?: externalWallet.ConnectorType
  entry?: externalWallet.KnownWalletName
  accounts?: readonly string[]
  chainId?: string
  /** What the wallet does when asked to connect. Default: it connects. */
  connecting?: 'connects' | 'waits' | 'rejects' | 'is busy' | 'pairs'
  /** What it does when asked to sign. Default: it signs. */
  signing?: 'signs' | 'waits' | 'rejects'
  /** The hash of a transaction that it is asked to send, or its refusal. */
  send?: () => string
}

/** An account of the wallets in scenes. */
export const outsideAddress = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'

/** Wallets that scenes find on the page. */
export const metaMask: FakeWallet = { name: 'MetaMask', rdns: 'io.metamask', entry: 'metamask' }
export const rabby: FakeWallet = { name: 'Rabby Wallet', rdns: 'io.rabby', entry: 'rabby_wallet' }
export const phantom: FakeWallet = {
  name: 'Phantom',
  chainType: 'solana',
  connectorType: 'solana_adapter',
  entry: 'phantom',
  accounts: ['7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'],
  chainId: 'solana:mainnet',
}

/** The connector of a fake wallet. Its signature is the text `signed`. */
export function fakeConnector(wallet: FakeWallet): externalWallet.Connector {
  const { name, rdns, connectorType = 'injected', entry = null } = wallet
  const facts = {
    id: rdns ?? `solana:${name}`,
    name,
    icon: iconOf(name),
    walletClientType: name.toLowerCase(),
    connectorType,
    entry,
    reconnect: async () => null,
  }
  const connect = (options: externalWallet.ConnectOptions = {}) => connectTo(wallet, options)
  // Screens use of a connection only what both chains have.
  return {
    ...facts,
    chainType: wallet.chainType ?? 'ethereum',
    connect,
  } as externalWallet.Connector
}

async function connectTo(
  wallet: FakeWallet,
  { onPairingUri }: externalWallet.ConnectOptions,
): Promise<externalWallet.Connection> {
  const { connecting = 'connects', signing = 'signs', chainType = 'ethereum' } = wallet
  if (connecting === 'rejects') throw new RpcError(4001)
  if (connecting === 'is busy') throw new RpcError(-32002)
  if (connecting === 'pairs')
    onPairingUri?.(`wc:${'7f6e504b'.repeat(8)}@2?relay-protocol=irn&symKey=${'58'.repeat(32)}`)
  if (connecting !== 'connects') return new Promise(() => undefined)
  let { chainId = 'eip155:1' } = wallet
  const listeners = new Set<() => void>()
  const connection = {
    chainType,
    accounts: wallet.accounts ?? [outsideAddress],
    get chainId() {
      return chainId
    },
    async signText() {
      if (signing === 'rejects') throw new RpcError(4001)
      return signing === 'waits' ? new Promise(() => undefined) : 'signed'
    },
    provider: {
      request: async () => wallet.send?.(),
      on: () => undefined,
      removeListener: () => undefined,
    },
    async switchChain(id: number) {
      chainId = `eip155:${id}`
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    disconnect: async () => undefined,
  }
  return connection as unknown as externalWallet.Connection // as in `fakeConnector`
}

function iconOf(name: string): string {
  const hue = [...name].reduce((sum, letter) => sum + letter.charCodeAt(0) * 7, 0) % 360
  return `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="hsl(${hue} 55% 45%)"/><circle cx="4" cy="4" r="2" fill="#fff"/></svg>`,
  )}`
}
