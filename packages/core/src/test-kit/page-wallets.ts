import type { Wallet, WalletAccount } from '@wallet-standard/base'
import type { Eip1193Provider } from '../external-wallets/connector.js'

/** An Ethereum wallet of a page: gives `accounts` once allowed, and records what it was asked. */
export function createEthereumDouble(accounts: readonly string[]) {
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const state = { allowed: false, rejects: false, chainId: '0x1', accounts, chains: ['0x1'] }
  const asked: string[] = []
  const answers: Record<string, (params: readonly unknown[]) => unknown> = {
    eth_accounts: () => (state.allowed ? state.accounts : []),
    eth_chainId: () => state.chainId,
    eth_requestAccounts() {
      if (state.rejects) throw { code: 4001, message: 'no' }
      state.allowed = true
      return state.accounts
    },
    personal_sign: ([message, address]) => `signed ${message} by ${address}`,
    wallet_switchEthereumChain([wanted]) {
      const { chainId } = wanted as { chainId: string }
      if (!state.chains.includes(chainId)) throw { code: 4902, message: 'unknown chain' }
      state.chainId = chainId
    },
    wallet_addEthereumChain: ([chain]) =>
      void state.chains.push((chain as { chainId: string }).chainId),
    wallet_revokePermissions: () => {
      state.allowed = false
    },
  }
  const provider: Eip1193Provider = {
    async request({ method, params }) {
      asked.push(method)
      return answers[method]?.(params as readonly unknown[])
    },
    on: (event, listener) =>
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener as never)),
    removeListener: (event, listener) => listeners.get(event)?.delete(listener as never),
  }
  const emit = (event: string, value: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(value)
  }
  const announce = (info: object = {}) => {
    const detail = { info: { uuid: '1', name: 'Test', rdns: 'com.test', ...info }, provider }
    const tell = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    window.addEventListener('eip6963:requestProvider', tell)
    tell()
    return () => window.removeEventListener('eip6963:requestProvider', tell)
  }
  return { provider, state, asked, emit, announce, listeners }
}

/** A Solana wallet of the Wallet Standard with these accounts. */
export function createSolanaDouble(name: string, addresses: readonly string[]) {
  const state = { allowed: false, rejects: false, addresses }
  const hear = new Set<(change: { accounts: readonly WalletAccount[] }) => void>()
  const accounts = (): WalletAccount[] =>
    (state.allowed ? state.addresses : []).map((address) => ({
      address,
      publicKey: new Uint8Array(32),
      chains: ['solana:mainnet'],
      features: [],
    }))
  const wallet: Wallet = {
    version: '1.0.0',
    name,
    icon: 'data:image/svg+xml;base64,AA==',
    chains: ['solana:mainnet'],
    get accounts() {
      return accounts()
    },
    features: {
      'standard:connect': {
        version: '1.0.0',
        async connect({ silent = false } = {}) {
          if (state.rejects) throw new Error('User rejected the request')
          if (!silent) state.allowed = true
          return { accounts: accounts() }
        },
      },
      'standard:events': {
        version: '1.0.0',
        on(_: string, listener: (change: { accounts: readonly WalletAccount[] }) => void) {
          hear.add(listener)
          return () => hear.delete(listener)
        },
      },
      'solana:signMessage': {
        version: '1.0.0',
        signMessage: async ({ message }: { message: Uint8Array }) => [
          { signedMessage: message, signature: new Uint8Array([1, 2, 3]) },
        ],
      },
    },
  }
  const change = () => {
    for (const listener of [...hear]) listener({ accounts: accounts() })
  }
  return { wallet, state, change }
}
