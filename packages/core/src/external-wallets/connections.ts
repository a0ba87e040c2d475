import type { JsonStorage } from '../storage.js'
import type { Connection, Connector } from './connector.js'
import type { ExternalWallet } from './external-wallets.js'
import { rememberConnections, rememberedConnections, toRemembered } from './remembered.js'

/** The connected wallets of one client, kept in step with what the browser remembers. */
export interface Connections {
  /** The accounts of all connections, the oldest connection first. */
  wallets(): ExternalWallet[]
  /** Keeps a new connection, in place of an earlier one of the same connector, until the wallet shares no account. */
  hold(opened: Opened): void
  /** Takes up a remembered connection, once per connector and without asking the user. Never rejects. */
  reconnect(connector: Connector): Promise<void>
  /** Whether every remembered connection has been tried. */
  areTried(): boolean
  /** Ends and forgets the connection of a connector. */
  end(connector: Connector): Promise<void>
  /** Stops following all connections, which stay remembered. */
  release(): void
}

interface Opened {
  connector: Connector
  connection: Connection
  connectedAtMs: number
}

/** No connections yet. `onChange` runs after each change. */
export function createConnections(storage: JsonStorage, onChange: () => void): Connections {
  const held = new Map<string, Opened & { release(): void }>()
  const tried = new Set<string>()
  const settled = new Set<string>()
  let remembered = rememberedConnections(storage)

  const wallets = () => [...held.values()].flatMap(accountsOf)
  /** Connections of wallets that have not appeared yet stay remembered. */
  const store = () => {
    const absent = remembered.filter(({ id }) => !held.has(id) && !tried.has(id))
    remembered = [...absent, ...wallets().map(toRemembered)]
    rememberConnections(storage, remembered)
  }
  const drop = (id: string) => {
    held.get(id)?.release()
    held.delete(id)
  }
  const hold = (opened: Opened) => {
    const { connector, connection } = opened
    drop(connector.id)
    const release = connection.subscribe(() => {
      if (connection.accounts.length === 0) drop(connector.id)
      store()
      onChange()
    })
    held.set(connector.id, { ...opened, release })
    tried.add(connector.id)
    store()
    onChange()
  }
  return {
    wallets,
    hold,
    async reconnect(connector) {
      const before = remembered.find(({ id }) => id === connector.id)
      if (before === undefined || tried.has(connector.id)) return
      tried.add(connector.id)
      // A locked wallet shares nothing now. It stays remembered until another connection changes.
      const connection = await connector.reconnect().catch(() => null)
      settled.add(connector.id)
      if (connection === null || held.has(connector.id)) return
      hold({ connector, connection, connectedAtMs: before.connectedAt })
    },
    areTried: () => remembered.every(({ id }) => settled.has(id) || held.has(id)),
    async end({ id }) {
      const connection = held.get(id)?.connection
      drop(id)
      tried.add(id)
      store()
      onChange()
      await connection?.disconnect()
    },
    release() {
      for (const id of [...held.keys()]) drop(id)
    },
  }
}

function accountsOf({ connector, connection, connectedAtMs }: Opened): ExternalWallet[] {
  const { chainType } = connector
  return connection.accounts.map((address) => ({
    chainType,
    address,
    connector,
    connection,
    connectedAtMs,
  }))
}
