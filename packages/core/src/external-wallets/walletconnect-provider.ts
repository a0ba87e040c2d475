import { RpcError } from '../errors.js'
import type { Eip1193Provider } from './connector.js'
import type { SignClient, SignClientEvents, WalletSession } from './sign-client.js'

/** What a provider over a session needs. */
interface SessionProviderDeps {
  client: SignClient
  session: WalletSession
  /** Numbers of the app's chains, the preferred one first. */
  chainIds: readonly number[]
  /** Answers what needs no wallet: a call of a chain's node. */
  read(chainId: number, call: { method: string; params: unknown }): Promise<unknown>
}

/** Methods that a wallet is asked to allow. */
export const walletMethods = [
  'personal_sign',
  'eth_sign',
  'eth_signTypedData',
  'eth_signTypedData_v4',
  'eth_signTransaction',
  'eth_sendTransaction',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
  'wallet_watchAsset',
  'wallet_getCapabilities',
  'wallet_sendCalls',
  'wallet_getCallsStatus',
] as const

/** Events that a wallet may send. */
export const walletEvents = ['accountsChanged', 'chainChanged']

/** The provider (EIP-1193) of a WalletConnect session, and what stops following it. */
interface SessionProvider {
  provider: Eip1193Provider
  stop(): void
}

type Listener = (value: never) => void

/** An EIP-1193 provider over a session: the wallet signs, the app's RPC URLs answer everything else. */
export function createSessionProvider(deps: SessionProviderDeps): SessionProvider {
  const { client, session, chainIds, read } = deps
  const { topic } = session
  const listeners = new Map<string, Set<Listener>>()
  let { namespaces } = session
  let chainId = firstChain(namespaces, chainIds)

  const emit = (event: string, value: unknown) => {
    // Each listener takes the value of its event.
    for (const listener of [...(listeners.get(event) ?? [])]) listener(value as never)
  }
  const changeChain = (next: number) => {
    if (next === chainId) return
    chainId = next
    emit('chainChanged', toQuantity(next))
    emit('accountsChanged', accountsOn(namespaces, chainId))
  }
  const handlers = {
    session_delete: () => emit('disconnect', new RpcError(4900)),
    session_expire: () => emit('disconnect', new RpcError(4900)),
    session_update: ({ params }) => {
      namespaces = params.namespaces
      emit('accountsChanged', accountsOn(namespaces, chainId))
    },
    session_event: ({ params }) => {
      const { name, data } = params.event
      if (name === 'chainChanged') changeChain(Number(data))
      if (name === 'accountsChanged') emit('accountsChanged', addressesOf(data))
    },
  } satisfies { [E in keyof SignClientEvents]: (value: SignClientEvents[E]) => void }
  const stop = followSession(client, topic, handlers)

  const askWallet = (method: string, params: unknown) =>
    client.request({ topic, chainId: `eip155:${chainId}`, request: { method, params } })
  const switchChain = async (params: unknown) => {
    const next = readChain(params)
    const approved = chainsOf(namespaces)
    // A wallet that has approved the chain takes requests on it without being asked.
    if (!approved.includes(next)) {
      if (!methodsOf(namespaces).includes('wallet_switchEthereumChain')) {
        throw Object.assign(new Error('The wallet does not know this chain'), { code: 4902 })
      }
      await askWallet('wallet_switchEthereumChain', [{ chainId: toQuantity(next) }])
    }
    changeChain(next)
    return null
  }
  const answers: Record<string, (params: unknown) => unknown> = {
    eth_accounts: () => accountsOn(namespaces, chainId),
    eth_requestAccounts: () => accountsOn(namespaces, chainId),
    eth_chainId: () => toQuantity(chainId),
    net_version: () => String(chainId),
    wallet_switchEthereumChain: switchChain,
    // The session is ended as a whole.
    wallet_revokePermissions: () => null,
  }
  const wallet: readonly string[] = walletMethods
  return {
    stop,
    provider: {
      async request({ method, params }) {
        const answer = Object.hasOwn(answers, method) ? answers[method] : undefined
        if (answer !== undefined) return answer(params)
        if (wallet.includes(method)) return askWallet(method, params ?? [])
        if (method.startsWith('wallet_')) throw new RpcError(4200)
        return read(chainId, { method, params: params ?? [] })
      },
      on(event, listener) {
        listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      },
      removeListener(event, listener) {
        listeners.get(event)?.delete(listener)
      },
    },
  }
}

type Handlers = { [E in keyof SignClientEvents]: (value: SignClientEvents[E]) => void }

/** Calls the handlers for events of one session; gives the function that stops it. */
function followSession(client: SignClient, topic: string, handlers: Handlers): () => void {
  const follow = <E extends keyof SignClientEvents>(event: E) => {
    const listener = (value: SignClientEvents[E]) => {
      if (value.topic === topic) handlers[event](value)
    }
    client.on(event, listener)
    return () => void client.off(event, listener)
  }
  const stops = [
    follow('session_delete'),
    follow('session_expire'),
    follow('session_update'),
    follow('session_event'),
  ]
  return () => {
    for (const each of stops) each()
  }
}

type Namespaces = WalletSession['namespaces']

function accountIds(namespaces: Namespaces): string[][] {
  const accounts = Object.values(namespaces).flatMap((each) => each.accounts)
  return accounts.map((account) => account.split(':')).filter(([kind]) => kind === 'eip155')
}

function accountsOn(namespaces: Namespaces, chainId: number): string[] {
  return accountIds(namespaces).flatMap(([, chain, address = '']) =>
    Number(chain) === chainId ? [address] : [],
  )
}

function chainsOf(namespaces: Namespaces): number[] {
  return accountIds(namespaces).map(([, chain]) => Number(chain))
}

function methodsOf(namespaces: Namespaces): string[] {
  return Object.values(namespaces).flatMap((each) => each.methods)
}

/** The app's preferred chain among those of the session, else the session's first. */
function firstChain(namespaces: Namespaces, preferred: readonly number[]): number {
  const approved = chainsOf(namespaces)
  return preferred.find((id) => approved.includes(id)) ?? approved[0] ?? preferred[0] ?? 1
}

/** Addresses of a wallet's event, which come with or without their chain. */
function addressesOf(data: unknown): string[] {
  const list = Array.isArray(data) ? data : []
  return list.map((each) => String(each).split(':').at(-1) ?? '')
}

function readChain(params: unknown): number {
  const [first] = Array.isArray(params) ? params : []
  const chainId = Number((first as { chainId?: unknown } | undefined)?.chainId)
  if (!Number.isSafeInteger(chainId) || chainId <= 0) throw new RpcError(-32602)
  return chainId
}

function toQuantity(chainId: number): string {
  return `0x${chainId.toString(16)}`
}
