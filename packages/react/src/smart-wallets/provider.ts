import { calls, ethereum, RpcError, type SallyportClient, toRpcError } from '@sallyport/core'
import { smartCallsAccount } from './calls-account.js'
import type { Connected, SmartWalletClient, SmartWalletProvider } from './client.js'

/** What a provider of a smart wallet is made of. */
interface ProviderInput {
  client: SallyportClient
  address: string
  /** The chains that the app has configured; the provider starts on the first. */
  chainIds: readonly number[]
  connect(chainId: number): Promise<Connected>
  clientFor(chainId: number): Promise<SmartWalletClient>
}

interface Provider {
  provider: SmartWalletProvider
  /** Tells its listeners that the user has gone; it answers no more. */
  end(): void
}

/** The smart wallet as an EIP-1193 provider that other libraries on the page find by EIP-6963, until it is ended. */
export function offerProvider(input: ProviderInput): Provider {
  const { provider, end } = createSmartWalletProvider(input)
  const about = { name: 'Sallyport smart wallet', rdns: 'org.sallyport.smart-wallet' }
  const stop = calls.announceProvider(input.client, about, provider)
  return {
    provider,
    end() {
      stop()
      end()
    },
  }
}

/** The smart wallet as an EIP-1193 provider. */
export function createSmartWalletProvider(input: ProviderInput): Provider {
  const { client, address, chainIds, clientFor, connect } = input
  const events = calls.createEmitter<ethereum.EthereumEvents>()
  const account = smartCallsAccount(input)
  let [chainId = 1] = chainIds
  let isOver = false
  const hexId = () => `0x${chainId.toString(16)}`
  const accounts = () => (isOver ? [] : [address])
  const requireOwn = (given: unknown) => {
    const isOwn = typeof given === 'string' && given.toLowerCase() === address.toLowerCase()
    if (!isOwn || isOver) throw new RpcError(4100)
  }
  const methods: Record<string, (params: readonly unknown[], ui: object) => unknown> = {
    eth_accounts: accounts,
    eth_requestAccounts() {
      if (isOver) throw new RpcError(4100)
      return accounts()
    },
    eth_coinbase: () => accounts()[0] ?? null,
    eth_chainId: hexId,
    net_version: () => String(chainId),
    wallet_addEthereumChain: ([chain]) => requireListed(chainIds, chain) && null,
    wallet_switchEthereumChain([chain]) {
      const next = requireListed(chainIds, chain)
      if (next !== chainId) {
        chainId = next
        events.emit('chainChanged', hexId())
      }
      return null
    },
    async personal_sign([message, signer], uiOptions) {
      requireOwn(signer)
      if (typeof message !== 'string') throw new RpcError(-32602)
      // Bytes of a text are that text: the screen shows it.
      const text = ethereum.readable(message)
      const given = isHex(text) ? { raw: text } : text
      return (await clientFor(chainId)).signMessage({ message: given }, { uiOptions })
    },
    async eth_signTypedData_v4([signer, data], uiOptions) {
      requireOwn(signer)
      const typedData = typeof data === 'string' ? JSON.parse(data) : data
      return (await clientFor(chainId)).signTypedData(typedData, { uiOptions })
    },
    async eth_sendTransaction([transaction], uiOptions) {
      const { from, to, data, value, chainId: id } = fieldsOf(transaction)
      if (from !== undefined) requireOwn(from)
      if (!isHex(to)) throw new RpcError(-32602, { message: 'to must be an address' })
      const on = id === undefined ? chainId : requireListed(chainIds, { chainId: id })
      const call = {
        to,
        ...(isHex(data) && { data }),
        ...(value !== undefined && { value: BigInt(value as string) }), // a wrong one throws
      }
      return (await clientFor(on)).sendTransaction(call, { uiOptions })
    },
  }
  const answer = async (method: string, params: unknown, ui: object): Promise<unknown> => {
    const own = Object.hasOwn(methods, method) ? methods[method] : undefined
    if (own) return own(Array.isArray(params) ? params : [], ui)
    if (calls.isCallMethod(method)) {
      if (isOver) throw new RpcError(4100)
      return calls.answer(client, account, { method, params }, ui)
    }
    if (!calls.isReadOnly(method))
      throw new RpcError(4200, { message: `${method} is not supported` })
    const { connection } = await connect(chainId)
    return connection.node.request({ method, params } as never) // viem's type lists the methods
  }
  const provider: SmartWalletProvider = {
    address,
    async request({ method, params }, ui = {}) {
      try {
        return await answer(method, params, ui)
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
  const end = () => {
    isOver = true
    events.emit('accountsChanged', [])
    events.emit('disconnect', new RpcError(4900))
  }
  return { provider, end }
}

/** The chain id that was asked for. @throws RpcError 4901 when the app has not configured it. */
function requireListed(chainIds: readonly number[], chain: unknown): number {
  const id = Number(fieldsOf(chain).chainId)
  if (!chainIds.includes(id)) throw new RpcError(4901, { message: `Unsupported chainId ${id}` })
  return id
}

function fieldsOf(value: unknown): Record<string, unknown> {
  if (!value || typeof value !== 'object') throw new RpcError(-32602)
  return value as Record<string, unknown> // just checked
}

function isHex(value: unknown): value is `0x${string}` {
  return typeof value === 'string' && /^0x([0-9a-f]{2})*$/i.test(value)
}
