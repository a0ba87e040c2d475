import { toHex } from '../bytes.js'
import { RpcError } from '../errors.js'
import type { Chain } from '../types.js'
import type { Eip1193Provider, EthereumConnection } from './connector.js'
import { toWalletError } from './wallet-error.js'

/** What an Ethereum connection needs besides the provider. */
interface EthereumConnectionDeps {
  provider: Eip1193Provider
  /** Chains that may be added to a wallet that does not know them. */
  chains: readonly Chain[]
  /** What ends the connection besides `wallet_revokePermissions`. */
  close?(): Promise<void>
}

/**
 * The connection of a wallet that has given `accounts`, over its EIP-1193 provider: follows the wallet's events.
 *
 * @throws RpcError when the wallet does not say which chain it is on.
 */
export async function openEthereumConnection(
  deps: EthereumConnectionDeps,
  given: unknown,
): Promise<EthereumConnection> {
  const { provider } = deps
  const ask = (method: string, params?: unknown[]) => request(provider, { method, params })
  let accounts = readAccounts(given)
  let chainId = readChain(await ask('eth_chainId'))
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of [...listeners]) listener()
  }
  const onAccounts = (next: unknown) => {
    accounts = readAccounts(next)
    tell()
  }
  const onChain = (next: unknown) => {
    chainId = readChain(next)
    tell()
  }
  const onDisconnect = (error: unknown) => {
    // The provider lost its network, which comes back by itself (EIP-1193, "disconnect"; MetaMask's code 1013).
    if ((error as { code?: unknown } | null)?.code === 1013) return
    onAccounts([])
  }
  provider.on('accountsChanged', onAccounts)
  provider.on('chainChanged', onChain)
  provider.on('disconnect', onDisconnect)
  return {
    chainType: 'ethereum',
    provider,
    get accounts() {
      return accounts
    },
    get chainId() {
      return chainId
    },
    async signText({ address, text }) {
      return readText(await ask('personal_sign', [toHex(new TextEncoder().encode(text)), address]))
    },
    async switchChain(id) {
      await switchChain(deps, id)
      chainId = readChain(await ask('eth_chainId'))
      tell()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async disconnect() {
      provider.removeListener('accountsChanged', onAccounts)
      provider.removeListener('chainChanged', onChain)
      provider.removeListener('disconnect', onDisconnect)
      accounts = []
      // Wallets without this method keep the permission; the page has forgotten the connection anyway.
      await ask('wallet_revokePermissions', [{ eth_accounts: {} }]).catch(() => undefined)
      await deps.close?.()
    },
  }
}

/** Asks a wallet, with `params` as the caller wrote them: a list or an object (EIP-1193). @throws RpcError as `toWalletError`. */
export async function request(
  provider: Eip1193Provider,
  call: { method: string; params?: unknown },
): Promise<unknown> {
  const { method, params } = call
  try {
    return await provider.request(params === undefined ? { method } : { method, params })
  } catch (thrown) {
    throw toWalletError(thrown)
  }
}

/** Adds a configured chain to a wallet that does not know it (EIP-3085), then switches again. */
async function switchChain({ provider, chains }: EthereumConnectionDeps, id: number) {
  const chainId = `0x${id.toString(16)}`
  const call = { method: 'wallet_switchEthereumChain', params: [{ chainId }] }
  try {
    await provider.request(call)
  } catch (thrown) {
    const error = toWalletError(thrown)
    // Of EIP-3326.
    if (error.code !== 4902) throw error
    const chain = chains.find((each) => each.id === id)
    if (chain === undefined) throw new RpcError(4901, { cause: thrown })
    const { name: chainName, nativeCurrency, rpcUrls, blockExplorers } = chain
    const explorer = blockExplorers?.default.url
    const added = {
      chainId,
      chainName,
      nativeCurrency,
      rpcUrls: rpcUrls.default?.http ?? [],
      ...(explorer === undefined ? {} : { blockExplorerUrls: [explorer] }),
    }
    await request(provider, { method: 'wallet_addEthereumChain', params: [added] })
    await request(provider, call)
  }
}

/** The addresses of an answer, each once; anything else in it is left out. */
export function readAccounts(given: unknown): readonly string[] {
  const list = Array.isArray(given) ? given : []
  const addresses = list.filter(
    (each): each is string => typeof each === 'string' && /^0x[0-9a-f]{40}$/i.test(each),
  )
  return [...new Set(addresses)]
}

/** CAIP-2 of a chain id, which wallets give as hex, some as decimal text or a number. */
function readChain(given: unknown): string {
  const id = typeof given === 'string' || typeof given === 'number' ? Number(given) : Number.NaN
  if (!Number.isSafeInteger(id) || id <= 0) throw new RpcError(-32603)
  return `eip155:${id}`
}

function readText(given: unknown): string {
  if (typeof given !== 'string') throw new RpcError(-32603)
  return given
}
