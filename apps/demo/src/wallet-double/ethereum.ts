import { createWalletClient, type Hex, hexToBigInt, http, isHex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { icon } from './icon.js'
import { askUser, changeSettings, onSettings, readSettings, shared } from './settings.js'

type Params = readonly unknown[]
type Listener = (value: unknown) => void

/** Announces an Ethereum wallet with real keys to this page (EIP-6963). It sends to the chain at `rpcUrl`. */
export function announceEthereumDouble({ rpcUrl }: { rpcUrl: string }): void {
  const provider = createProvider(rpcUrl)
  // Where Coinbase's SDK looks for its extension.
  if (readSettings().coinbase) Object.assign(window, { coinbaseWalletExtension: provider })
  const info = {
    uuid: crypto.randomUUID(),
    name: 'Test Wallet',
    rdns: 'com.example.testwallet',
    icon,
  }
  const announce = () =>
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
    )
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}

function createProvider(rpcUrl: string) {
  const listeners = new Map<string, Set<Listener>>()
  const emit = (event: string, value: unknown) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(value)
  }
  let before = { accounts: accounts().join(), chainId: readSettings().chainId }
  onSettings(({ chainId }) => {
    const now = { accounts: accounts().join(), chainId }
    if (now.accounts !== before.accounts) emit('accountsChanged', accounts())
    if (now.chainId !== before.chainId) emit('chainChanged', hexOf(chainId))
    before = now
  })
  const methods = createMethods(rpcUrl)
  return {
    disconnect: async () => changeSettings({ ethereumAllowed: false }),
    async request({ method, params = [] }: { method: string; params?: Params }) {
      const own = methods[method]
      return own ? own(params) : forward(rpcUrl, method, params)
    },
    on(event: string, listener: Listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener(event: string, listener: Listener) {
      listeners.get(event)?.delete(listener)
    },
  }
}

const knownChains = [1, 31337]

function createMethods(rpcUrl: string): Record<string, (params: Params) => Promise<unknown>> {
  let isAsking = false
  const added = new Set(knownChains)
  return {
    eth_accounts: async () => accounts(),
    eth_chainId: async () => hexOf(readSettings().chainId),
    async eth_requestAccounts() {
      if (accounts().length > 0) return accounts()
      if (isAsking) throw refusal(-32002, 'Request already pending')
      isAsking = true
      try {
        await askUser()
        changeSettings({ ethereumAllowed: true })
        return accounts()
      } finally {
        isAsking = false
      }
    },
    async wallet_revokePermissions() {
      changeSettings({ ethereumAllowed: false })
      return null
    },
    async wallet_switchEthereumChain([wanted]) {
      const chainId = Number((wanted as { chainId?: unknown }).chainId) // checked below
      if (!added.has(chainId)) throw refusal(4902, 'Unrecognized chain ID')
      await askUser()
      changeSettings({ chainId })
      return null
    },
    async wallet_addEthereumChain([chain]) {
      await askUser()
      added.add(Number((chain as { chainId?: unknown }).chainId))
      return null
    },
    async personal_sign([message, address]) {
      const account = await accountFor(address)
      const raw = isHex(message) ? { raw: message } : String(message)
      return account.signMessage({ message: raw })
    },
    async eth_signTypedData_v4([address, data]) {
      const account = await accountFor(address)
      const typed = typeof data === 'string' ? JSON.parse(data) : data
      return account.signTypedData(typed)
    },
    async eth_sendTransaction([given]) {
      const { from, to, value, data } = given as { from: string; to?: Hex; value?: Hex; data?: Hex } // a test's own
      const account = await accountFor(from)
      const wallet = createWalletClient({ account, transport: http(rpcUrl) })
      return wallet.sendTransaction({
        chain: null,
        ...(to && { to }),
        ...(value && { value: hexToBigInt(value) }),
        ...(data && { data }),
      })
    },
  }
}

function accounts(): string[] {
  const { ethereumAllowed, locked, ethereumKeys } = readSettings()
  if (!ethereumAllowed || locked) return []
  return shared(ethereumKeys).map((key) => accountOf(key).address)
}

function accountOf(key: string): PrivateKeyAccount {
  return privateKeyToAccount(`0x${key}`)
}

async function accountFor(address: unknown): Promise<PrivateKeyAccount> {
  const found = shared(readSettings().ethereumKeys)
    .map(accountOf)
    .find((each) => each.address.toLowerCase() === String(address).toLowerCase())
  if (!found || accounts().length === 0) throw refusal(4100, 'Not authorized')
  await askUser()
  return found
}

async function forward(rpcUrl: string, method: string, params: Params): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(rpcUrl, { method: 'POST', headers, body })
  const answer = (await response.json()) as {
    result?: unknown
    error?: { code: number; message: string }
  } // JSON-RPC
  if (answer.error) throw refusal(answer.error.code, answer.error.message)
  return answer.result
}

function refusal(code: number, message: string): Error {
  return Object.assign(new Error(message), { code })
}

function hexOf(chainId: number): string {
  return `0x${chainId.toString(16)}`
}
