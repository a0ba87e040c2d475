import type { SallyportClient } from '../client.js'
import { RpcError } from '../errors.js'
import { toRpcError } from '../to-rpc-error.js'
import type { Chain, RequestUiOptions } from '../types.js'
import { embeddedWallets, isSameAddress } from '../wallet/accounts.js'
import { defaultChainOf, rpcUrlOf } from './chains.js'
import { createAccountMethods, hexIdOf } from './ethereum-account-methods.js'
import { createSigningMethods } from './ethereum-signing-methods.js'
import { createEmitter, type Emitter } from './events.js'
import { jsonRpc } from './json-rpc.js'

/** The events of EIP-1193 and what their listeners get. */
export type EthereumEvents = {
  connect: { chainId: string }
  disconnect: RpcError
  accountsChanged: string[]
  chainChanged: string
}

/** An EIP-1193 provider of one embedded wallet. */
export interface EthereumProvider {
  /** The wallet's address. */
  readonly address: string
  /** The chain requests go to; `wallet_switchEthereumChain` changes it. */
  readonly chain: Chain
  /**
   * @param ui  Texts and switches for the confirmation screen; other callers of EIP-1193 leave it out.
   * @throws RpcError with a code of EIP-1193 or of the node; `cause` holds what else went wrong.
   */
  request(call: { method: string; params?: unknown }, ui?: RequestUiOptions): Promise<unknown>
  on<E extends keyof EthereumEvents>(
    event: E,
    listener: (value: EthereumEvents[E]) => void,
  ): EthereumProvider
  removeListener<E extends keyof EthereumEvents>(
    event: E,
    listener: (value: EthereumEvents[E]) => void,
  ): EthereumProvider
}

/** The provider of the user's embedded wallet at `address`; the same object for every call of one client. */
export function getProvider(client: SallyportClient, address: string): EthereumProvider {
  const key = `ethereum-provider:${address.toLowerCase()}`
  // Kept under this key by the line below only.
  const known = client.kept.get(key) as EthereumProvider | undefined
  const provider = known ?? createProvider(client, address)
  client.kept.set(key, provider)
  return provider
}

/**
 * The address of the embedded wallet behind `provider`, which may own smart accounts.
 *
 * @throws RpcError 4100 "Unable to request embedded owner for eth_accounts" (specification §8).
 */
export async function requestOwner(provider: Pick<EthereumProvider, 'request'>): Promise<string> {
  const accounts = await provider.request({ method: 'eth_accounts' })
  const owner = Array.isArray(accounts) ? accounts[0] : undefined
  if (typeof owner !== 'string') {
    throw new RpcError(4100, { message: 'Unable to request embedded owner for eth_accounts' })
  }
  return owner
}

function createProvider(client: SallyportClient, address: string): EthereumProvider {
  const { options, environment } = client
  const events = createEmitter<EthereumEvents>()
  let chain = defaultChainOf(options)

  const findWallet = () =>
    embeddedWallets(client, 'ethereum').find((each) => isSameAddress(each.address, address))
  const findAddress = () => findWallet()?.address
  const signingMethods = createSigningMethods(client, address)
  const accountMethods = createAccountMethods({
    options,
    findAddress,
    chain: () => chain,
    switchTo(next) {
      if (next.id === chain.id) return
      chain = next
      events.emit('chainChanged', hexIdOf(chain))
    },
  })

  const provider: EthereumProvider = {
    address,
    get chain() {
      return chain
    },
    async request(call, ui = {}) {
      try {
        return await answer(call, ui)
      } catch (error) {
        throw toRpcError(error)
      }
    },
    on(event, listener) {
      events.on(event, listener)
      return provider
    },
    removeListener(event, listener) {
      events.removeListener(event, listener)
      return provider
    },
  }
  emitOnUserChange(client, { events, findAddress, chain: () => chain })
  return provider

  async function answer(
    { method, params }: { method: string; params?: unknown },
    ui: RequestUiOptions,
  ): Promise<unknown> {
    if (typeof method !== 'string') throw new RpcError(-32600)
    if (Object.hasOwn(accountMethods, method)) return accountMethods[method]?.(params)
    if (Object.hasOwn(signingMethods, method)) {
      const wallet = findWallet()
      if (!wallet) throw new RpcError(4100)
      return signingMethods[method]?.({ params, ui, wallet, chain })
    }
    if (isCallMethod(method)) {
      const wallet = findWallet()
      const calls = await import('./chain-work.js')
      return calls.answerEmbedded({ client, wallet, ui }, { method, params })
    }
    if (!isReadOnly(method)) throw new RpcError(4200, { message: `${method} is not supported` })
    return jsonRpc(environment, rpcUrlOf(chain, options), { method, params })
  }
}

/** Whether `method` is about batches of calls (EIP-5792). */
export function isCallMethod(method: string): boolean {
  return /^wallet_(getCapabilities|sendCalls|(get|show)CallsStatus)$/.test(method)
}

/** Emits what EIP-1193 calls connecting and disconnecting, which an embedded wallet does at login and logout. */
function emitOnUserChange(
  client: SallyportClient,
  {
    events,
    findAddress,
    chain,
  }: {
    events: Emitter<EthereumEvents>
    findAddress: () => string | undefined
    chain: () => Chain
  },
): void {
  let before = findAddress()
  client.subscribe(() => {
    const now = findAddress()
    if (now === before) return
    before = now
    if (now) events.emit('connect', { chainId: hexIdOf(chain()) })
    events.emit('accountsChanged', now ? [now] : [])
    if (!now) events.emit('disconnect', new RpcError(4900))
  })
}

/** Whether a node may answer `method`: everything of the chain that does not use a key. */
export function isReadOnly(method: string): boolean {
  if (/^eth_(sign|decrypt|getEncryptionPublicKey|sendTransaction)/.test(method)) return false
  return /^(eth|net|web3)_/.test(method)
}
