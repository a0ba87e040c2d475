import type { SallyportClient } from '../client.js'
import { RpcError, toRpcError } from '../errors.js'
import type { Chain, ConfirmRequest, RequestUiOptions, WalletAccount } from '../types.js'
import { embeddedWallets, isSameAddress } from '../wallet/accounts.js'
import { operate, type WalletRequest } from '../wallet/operate.js'
import { defaultChainOf, requireChain, rpcUrlOf } from './chains.js'
import {
  chainIdOf,
  hashOf,
  messageOf,
  objectOf,
  readable,
  signedBy,
  typedDataOf,
} from './ethereum-parameters.js'
import { createEmitter } from './events.js'
import { jsonRpc } from './json-rpc.js'
import { confirmed } from './should-confirm.js'

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

interface Context {
  params: unknown
  ui: RequestUiOptions
  wallet: WalletAccount
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

  const find = () =>
    embeddedWallets(client, 'ethereum').find((each) => isSameAddress(each.address, address))
  const accounts = () => find()?.address
  const hexId = () => `0x${chain.id.toString(16)}`

  /** Methods that use the key; each asks the user where confirmation is on. */
  const walletMethods: Record<string, (context: Context) => Promise<unknown>> = {
    personal_sign({ params, ...rest }) {
      const message = messageOf(params, address)
      return sign(rest, {
        call: { method: 'personal_sign', params: [message, address] },
        shown: shownMessage(message),
      })
    },
    eth_sign({ params, ...rest }) {
      const message = signedBy(params, address)
      if (typeof message !== 'string') throw new RpcError(-32602)
      return sign(rest, {
        call: { method: 'eth_sign', params: [address, message] },
        shown: shownMessage(message),
      })
    },
    eth_signTypedData_v4({ params, ...rest }) {
      const typedData = typedDataOf(signedBy(params, address))
      return sign(rest, {
        call: { method: 'eth_signTypedData_v4', params: [address, typedData] },
        shown: { kind: 'sign-typed-data', address, chainId: chain.id, typedData },
      })
    },
    secp256k1_sign({ params, ...rest }) {
      const hash = hashOf(params)
      return sign(rest, {
        call: { method: 'secp256k1_sign', params: [hash] },
        shown: { kind: 'sign-digest', address, digest: hash },
        needsScreen: 'secp256k1_sign is not supported without a wallet screen',
      })
    },
    eth_signTransaction: (context) => transact('sign-transaction', context),
    eth_sendTransaction: (context) => transact('send-transaction', context),
  }

  /** Methods about accounts and chains; these never ask. */
  const accountMethods: Record<string, (params: unknown) => unknown> = {
    eth_accounts: () => [accounts()].filter((each) => each !== undefined),
    eth_requestAccounts() {
      const account = accounts()
      if (!account) throw new RpcError(4100)
      return [account]
    },
    eth_coinbase: () => accounts() ?? null,
    eth_chainId: hexId,
    net_version: () => String(chain.id),
    wallet_switchEthereumChain(params) {
      switchTo(chainIdOf(objectOf(params).chainId))
      return null
    },
    wallet_addEthereumChain(params) {
      requireChain(options, chainIdOf(objectOf(params).chainId))
      return null
    },
  }

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
  followUser()
  return provider

  async function answer(
    { method, params }: { method: string; params?: unknown },
    ui: RequestUiOptions,
  ): Promise<unknown> {
    if (typeof method !== 'string') throw new RpcError(-32600)
    if (Object.hasOwn(accountMethods, method)) return accountMethods[method]?.(params)
    if (Object.hasOwn(walletMethods, method)) {
      const wallet = find()
      if (!wallet) throw new RpcError(4100)
      return walletMethods[method]?.({ params, ui, wallet })
    }
    if (!isReadOnly(method)) throw new RpcError(4200, { message: `${method} is not supported` })
    return jsonRpc(environment, rpcUrlOf(chain, options), { method, params })
  }

  function shownMessage(message: string): ConfirmRequest {
    return { kind: 'sign-message', chainType: 'ethereum', address, message: readable(message) }
  }

  function sign(
    { ui, wallet }: Omit<Context, 'params'>,
    given: { call: WalletRequest; shown: ConfirmRequest; needsScreen?: string },
  ): Promise<unknown> {
    const { call, shown, ...job } = given
    return confirmed(client, {
      ...job,
      request: shown,
      ui,
      run: (report) => operate(client, wallet, call, report),
    })
  }

  async function transact(
    kind: 'sign-transaction' | 'send-transaction',
    { params, ui, wallet }: Context,
  ): Promise<unknown> {
    const given = objectOf(params)
    const { from, chainId } = given
    if (typeof from === 'string' && !isSameAddress(from, address)) throw new RpcError(4100)
    const on =
      chainId === undefined || chainId === null ? chain : requireChain(options, chainIdOf(chainId))
    // These modules use viem: loaded by the first transaction, not by the page.
    const [{ createRun }, { readEthereumTransaction }] = await Promise.all([
      import('./ethereum-transaction.js'),
      import('./ethereum-node.js'),
    ])
    // Read once: a screen shows exactly the fields that are signed.
    const transaction = { ...(await readEthereumTransaction(given)) }
    const run = createRun(client, { kind, wallet, chain: on, transaction })
    return confirmed(client, { request: { kind, address, chain: on, transaction }, ui, run })
  }

  function switchTo(id: number) {
    const next = requireChain(options, id)
    if (next.id === chain.id) return
    chain = next
    events.emit('chainChanged', hexId())
  }

  /** Login and logout are what connects and disconnects an embedded wallet. */
  function followUser() {
    let before = accounts()
    client.subscribe(() => {
      const now = accounts()
      if (now === before) return
      before = now
      if (now) events.emit('connect', { chainId: hexId() })
      events.emit('accountsChanged', now ? [now] : [])
      if (!now) events.emit('disconnect', new RpcError(4900))
    })
  }
}

/** Whether a node may answer `method`: everything of the chain that does not use a key. */
function isReadOnly(method: string): boolean {
  if (/^eth_(sign|decrypt|getEncryptionPublicKey|sendTransaction)/.test(method)) return false
  return /^(eth|net|web3)_/.test(method)
}
