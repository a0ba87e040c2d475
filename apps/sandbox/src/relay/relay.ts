import type { AddressInfo } from 'node:net'
import { listen } from '../http/listen.js'
import { createRelayServer, type RelayAnswer } from './relay-server.js'

/** A relay for WalletConnect on this machine. */
export interface Relay {
  /** `ws://localhost:…` */
  url: string
  stop(): Promise<void>
}

/** Starts a relay on the loopback interface that any project id may use. Port 0 picks a free port. */
export async function startRelay(options: {
  port: number
  nowMs(): number
  /** Default: as WalletConnect's relay does. */
  chosen?(): RelayAnswer
}): Promise<Relay> {
  const { server, dropClients } = createRelayServer({ chosen: () => 'right', ...options })
  const stop = await listen(server, options.port)
  // A server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo
  return {
    url: `ws://localhost:${port}`,
    async stop() {
      // The server counts websockets no longer among its connections, and waits for them.
      dropClients()
      await stop()
    },
  }
}
