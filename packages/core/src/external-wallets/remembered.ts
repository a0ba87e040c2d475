import { lateStorageKeys } from '@sallyport/contract'
import type { JsonStorage } from '../storage.js'
import type { ExternalWallet } from './external-wallets.js'

/** A connection of an earlier visit, as existing clients keep it (wire reference §6.2). */
interface RememberedConnection {
  /** Id of the connector. */
  id: string
  address: string
  connectorType: string
  walletClientType: string
  /** Milliseconds since 1970. */
  connectedAt: number
}

/** The external wallets that were connected in this browser, the latest last. */
export function rememberedConnections(storage: JsonStorage): RememberedConnection[] {
  const stored = storage.get(lateStorageKeys.connections)
  return Array.isArray(stored) ? stored.filter(isConnection) : []
}

/** Replaces what is remembered by the connections of `wallets`. */
export function rememberConnections(
  storage: JsonStorage,
  connections: readonly RememberedConnection[],
): void {
  if (connections.length === 0) storage.remove(lateStorageKeys.connections)
  else storage.set(lateStorageKeys.connections, connections)
}

/** What is remembered of a connected wallet. */
export function toRemembered({ connector, ...wallet }: ExternalWallet): RememberedConnection {
  const { id, connectorType, walletClientType } = connector
  const { address, connectedAtMs: connectedAt } = wallet
  return { id, address, connectorType, walletClientType, connectedAt }
}

function isConnection(given: unknown): given is RememberedConnection {
  if (typeof given !== 'object' || given === null) return false
  const { id, address, connectedAt } = given as Record<string, unknown> // each is checked here
  return typeof id === 'string' && typeof address === 'string' && typeof connectedAt === 'number'
}
