import { importSignClient } from '@sallyport/core/peers'
import { ConfigError } from '../errors.js'

/** A session with a wallet on another device or in another window. */
export interface WalletSession {
  topic: string
  /** Unix seconds. */
  expiry: number
  namespaces: Record<
    string,
    { accounts: string[]; chains?: string[]; methods: string[]; events: string[] }
  >
  peer: { metadata: { name: string } }
}

/** The events of a sign client that are used here. */
export interface SignClientEvents {
  session_delete: { topic: string }
  session_expire: { topic: string }
  session_update: {
    topic: string
    params: { namespaces: WalletSession['namespaces'] }
  }
  session_event: {
    topic: string
    params: { event: { name: string; data: unknown }; chainId: string }
  }
}

/** The part of WalletConnect's sign client that is used here. */
export interface SignClient {
  connect(params: {
    optionalNamespaces: Record<string, { chains: string[]; methods: string[]; events: string[] }>
  }): Promise<{ uri?: string; approval(): Promise<WalletSession> }>
  request(params: {
    topic: string
    chainId: string
    request: { method: string; params: unknown }
  }): Promise<unknown>
  disconnect(params: { topic: string; reason: { code: number; message: string } }): Promise<void>
  session: { getAll(): WalletSession[] }
  on<E extends keyof SignClientEvents>(
    event: E,
    listener: (value: SignClientEvents[E]) => void,
  ): unknown
  off<E extends keyof SignClientEvents>(
    event: E,
    listener: (value: SignClientEvents[E]) => void,
  ): unknown
}

/** What a sign client is started with. */
export interface SignClientOptions {
  /** 32 hex digits, from cloud.reown.com. */
  projectId: string
  relayUrl?: string
  metadata: { name: string; description: string; url: string; icons: string[] }
  customStoragePrefix: string
  logger: 'silent'
  telemetryEnabled: false
}

/** Starts a sign client. */
export type StartSignClient = (options: SignClientOptions) => Promise<SignClient>

let started: Promise<SignClient> | undefined

/**
 * Starts WalletConnect's own sign client, an optional peer dependency that is loaded here; the same one at every call, with the
 * options of the first. All its clients of a page share one connection, so that a second one would handle every message
 * a second time.
 *
 * @throws ConfigError when the app has not installed @walletconnect/sign-client.
 */
export const startSignClient: StartSignClient = (options) => {
  started ??= initSignClient(options).catch((error: unknown) => {
    started = undefined
    throw error
  })
  return started
}

const initSignClient: StartSignClient = async (options) => {
  const client: unknown = await (await loadSignClient()).init(options)
  // `SignClient` above has the part of its type that is used.
  return client as SignClient
}

async function loadSignClient() {
  try {
    return await importSignClient()
  } catch (cause) {
    const message = 'WalletConnect needs its client: npm install @walletconnect/sign-client'
    throw new ConfigError(message, { cause })
  }
}
