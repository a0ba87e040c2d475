import type { SallyportClient } from '../client.js'
import { ConfigError, RpcError } from '../errors.js'
import { chainsOf, requireChain, rpcUrlOf } from '../providers/chains.js'
import { jsonRpc } from '../providers/json-rpc.js'
import type { ConnectOptions, Eip1193Provider, EthereumConnector } from './connector.js'
import { createEthereumConnector } from './ethereum-connector.js'
import {
  type SignClient,
  type StartSignClient,
  startSignClient,
  type WalletSession,
} from './sign-client.js'
import { createSessionProvider, walletEvents, walletMethods } from './walletconnect-provider.js'

/** How an app uses WalletConnect. */
export interface WalletConnectOptions {
  /** 32 hex digits, from cloud.reown.com; default: the one in the app's settings. */
  projectId?: string
  /** A relay of your own; default: WalletConnect's. */
  relayUrl?: string
  /** Starts the client; default: WalletConnect's own, which is loaded on first use. */
  start?: StartSignClient
}

/**
 * A connector that pairs with a wallet on another device, or in an app of this one, by a URI (`ConnectOptions`
 * `onPairingUri`): as a QR code, or as a link (`pairingLink`). Its client is loaded on first use.
 */
export function createWalletConnectConnector(
  client: SallyportClient,
  options: WalletConnectOptions = {},
): EthereumConnector {
  const chains = chainsOf(client.options)
  const chainIds = chains.map(({ id }) => id)
  let starting: Promise<SignClient> | undefined
  let current: { session: WalletSession; stop(): void } | undefined

  const start = () => {
    starting ??= (options.start ?? startSignClient)(clientOptions(client, options)).catch(
      (error: unknown) => {
        starting = undefined
        throw error
      },
    )
    return starting
  }
  const hold = (signClient: SignClient, session: WalletSession): Eip1193Provider => {
    current?.stop()
    const { provider, stop } = createSessionProvider({
      client: signClient,
      session,
      chainIds,
      read: (chainId, call) =>
        jsonRpc(
          client.environment,
          rpcUrlOf(requireChain(client.options, chainId), client.options),
          call,
        ),
    })
    current = { session, stop }
    return provider
  }
  return createEthereumConnector({
    id: 'wallet_connect',
    name: 'WalletConnect',
    icon: null,
    walletClientType: 'wallet_connect',
    connectorType: 'wallet_connect_v2',
    entry: 'wallet_connect',
    chains,
    async open(given) {
      const signClient = await start()
      return hold(signClient, await pair(signClient, chainIds, given))
    },
    async reopen() {
      const signClient = await start()
      const session = lastSession(signClient, client.environment.clock.nowMs())
      return session === undefined ? null : hold(signClient, session)
    },
    async close() {
      if (current === undefined) return
      const { session, stop } = current
      current = undefined
      stop()
      const reason = { code: 6000, message: 'User disconnected.' }
      // The wallet may have ended the session already.
      await (await start()).disconnect({ topic: session.topic, reason }).catch(() => undefined)
    },
  })
}

/** Proposes a session and waits for the wallet. @throws RpcError 4001 when it declines, the signal's reason. */
async function pair(
  signClient: SignClient,
  chainIds: readonly number[],
  { signal, onPairingUri }: ConnectOptions,
): Promise<WalletSession> {
  signal?.throwIfAborted()
  const { uri, approval } = await signClient.connect({
    optionalNamespaces: {
      eip155: {
        chains: chainIds.map((id) => `eip155:${id}`),
        methods: [...walletMethods],
        events: walletEvents,
      },
    },
  })
  signal?.throwIfAborted()
  if (uri !== undefined) onPairingUri?.(uri)
  const approved = approval().catch((cause: unknown) => {
    // The library rejects a second promise when a proposal expires. Only a second call takes it; a wallet's refusal is not an Error.
    if (cause instanceof Error) approval().catch(() => undefined)
    throw new RpcError(4001, { cause })
  })
  return signal === undefined ? approved : untilAborted(approved, signal)
}

/** `work`, or the signal's reason as soon as it is aborted. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

function lastSession(signClient: SignClient, nowMs: number): WalletSession | undefined {
  return signClient.session
    .getAll()
    .filter(({ expiry, namespaces }) => expiry * 1000 > nowMs && 'eip155' in namespaces)
    .at(-1)
}

function clientOptions(client: SallyportClient, options: WalletConnectOptions) {
  const { config } = client.state
  const projectId = options.projectId ?? config?.wallet_connect_cloud_project_id
  if (!projectId) {
    throw new ConfigError('WalletConnect needs a project id: set walletConnectCloudProjectId')
  }
  const { origin } = globalThis.location
  const name = config?.name ?? 'App'
  const icons = [config?.icon_url, config?.logo_url].filter((url) => typeof url === 'string')
  return {
    projectId,
    ...(options.relayUrl === undefined ? {} : { relayUrl: options.relayUrl }),
    metadata: { name, description: name, url: origin, icons },
    customStoragePrefix: 'sallyport',
    logger: 'silent',
    telemetryEnabled: false,
  } as const
}
