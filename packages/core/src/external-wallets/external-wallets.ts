import type { SallyportClient } from '../client.js'
import { RpcError } from '../errors.js'
import { chainsOf } from '../providers/chains.js'
import { isSameAddress } from '../wallet/accounts.js'
import { createConnections } from './connections.js'
import type { Connection, ConnectOptions, Connector } from './connector.js'
import { discoverEthereumWallets } from './discover-ethereum.js'
import { discoverSolanaWallets } from './discover-solana.js'

/** How long remembered wallets may take to appear on the page. */
const detectionTimeoutMs = 3000

/** One account of an external wallet that is connected to this page. */
export interface ExternalWallet {
  chainType: Connector['chainType']
  address: string
  connector: Connector
  connection: Connection
  connectedAtMs: number
}

/** What is known of external wallets on this page; a new object after every change. */
export interface ExternalWalletsState {
  /** Whether wallets that were connected before have been tried, which takes at most 3 s. */
  ready: boolean
  /** Wallets that can be connected: those added by `offer`, and those found on the page. */
  connectors: readonly Connector[]
  /** Connected accounts, the oldest connection first; the selected account of a wallet before its others. */
  wallets: readonly ExternalWallet[]
}

/** The external wallets of one client. */
export interface ExternalWallets {
  readonly state: ExternalWalletsState
  /** Runs `listener` after every change; gives the function that stops it. The first listener starts the discovery. */
  subscribe(listener: () => void): () => void
  /** Adds a connector that is not found on the page, such as WalletConnect; gives the function that removes it. */
  offer(connector: Connector): () => void
  /**
   * Asks the wallet for accounts and keeps the connection. Gives the shared accounts, the selected one first.
   *
   * @throws RpcError 4001 when declined, -32002 while the wallet still shows an earlier question.
   */
  connect(connector: Connector, options?: ConnectOptions): Promise<readonly ExternalWallet[]>
  /** Ends the connection of a connector, and forgets it. */
  disconnect(connector: Connector): Promise<void>
  /** Stops following the wallets of the page. */
  stop(): void
}

/** The external wallets of `client`; the same object at every call. Looks for wallets once it has a listener. */
export function externalWalletsOf(client: SallyportClient): ExternalWallets {
  const key = 'external-wallets'
  // Kept under this key by the line below only.
  const known = client.kept.get(key) as ExternalWallets | undefined
  const wallets = known ?? createExternalWallets(client)
  client.kept.set(key, wallets)
  return wallets
}

/** The connected external wallet at `address`; undefined when there is none. */
export function connectedAt(client: SallyportClient, address: string): ExternalWallet | undefined {
  const { wallets } = externalWalletsOf(client).state
  return wallets.find((each) => isSameAddress(each.address, address))
}

function createExternalWallets(client: SallyportClient): ExternalWallets {
  const { environment, options } = client
  const listeners = new Set<() => void>()
  const found = { offered: [], ethereum: [], solana: [] } as Record<string, readonly Connector[]>
  const connections = createConnections(environment.storage, () => change())
  let ready = typeof window !== 'undefined' && connections.areTried()
  let state: ExternalWalletsState = { ready, connectors: [], wallets: [] }
  let stops: (() => void)[] | null = null

  const change = () => {
    state = { ready, connectors: Object.values(found).flat(), wallets: connections.wallets() }
    for (const listener of [...listeners]) listener()
  }
  const becomeReady = () => {
    if (ready) return
    ready = true
    change()
  }
  const find = (source: string, connectors: readonly Connector[]) => {
    found[source] = connectors
    change()
    for (const connector of connectors) {
      void connections.reconnect(connector).then(() => {
        if (connections.areTried()) becomeReady()
      })
    }
  }
  const start = () => {
    if (stops !== null || typeof window === 'undefined') return
    stops = [
      discoverEthereumWallets(chainsOf(options), (each) => find('ethereum', each)),
      discoverSolanaWallets((each) => find('solana', each)),
    ]
    void environment.clock.wait(detectionTimeoutMs).then(becomeReady)
  }
  return {
    get state() {
      return state
    },
    subscribe(listener) {
      listeners.add(listener)
      start()
      return () => listeners.delete(listener)
    },
    offer(connector) {
      const others = () => (found.offered ?? []).filter((each) => each.id !== connector.id)
      find('offered', [...others(), connector])
      return () => find('offered', others())
    },
    async connect(connector, given) {
      const connection = await connector.connect(given)
      connections.hold({ connector, connection, connectedAtMs: environment.clock.nowMs() })
      const wallets = state.wallets.filter((each) => each.connection === connection)
      if (wallets.length === 0) throw new RpcError(4001)
      return wallets
    },
    disconnect: connections.end,
    stop() {
      for (const each of stops ?? []) each()
      stops = null
      connections.release()
    },
  }
}
