import { randomInt } from 'node:crypto'
import {
  type Certificates,
  connectTo,
  openCertificates,
  readAddresses,
  type TransportRole,
} from '@sallyport/process/transport'
import { type Repeats, signerRepeats, vaultRepeats } from '@sallyport/protocols/repeats'
import { signerCalls } from '@sallyport/protocols/signer'
import { vaultCalls } from '@sallyport/protocols/vault'
import { failOver } from './fail-over.js'
import {
  type Calls,
  createSocketClient,
  type Deadlines,
  type SocketClient,
} from './socket-client.js'
import type { Signer, Vault } from './vault.js'

/** A number from 0 to 1 in steps of this. */
const steps = 1_000

/** A vault client with its connections. */
export type SocketVault = Vault & Pick<SocketClient<Calls>, 'close'>

/** How the programs that hold keys are reached. */
interface Reaching extends Deadlines {
  /** Folder of this program's certificates; needed for `tls:` addresses. */
  transportDir?: string | undefined
}

/**
 * Creates a client of the vault: of one Unix socket, or of several addresses, of which the next is asked when one does not answer.
 *
 * @param addresses  as `readAddresses` reads them.
 * @throws ConfigError when the certificates cannot be used.
 */
export function socketVault(addresses: string, reaching: Reaching = {}): SocketVault {
  return createClient(vaultCalls, { addresses, role: 'vault', repeats: vaultRepeats, ...reaching })
}

/** Creates a client of the signer, which works as the vault's. */
export function socketSigner(
  addresses: string,
  reaching: Reaching = {},
): Signer & Pick<SocketVault, 'close'> {
  return createClient(signerCalls, {
    addresses,
    role: 'signer',
    repeats: signerRepeats,
    ...reaching,
  })
}

interface Program<K extends Calls> extends Reaching {
  addresses: string
  role: TransportRole
  repeats: Repeats<keyof K & string>
}

function createClient<K extends Calls>(
  calls: K,
  { addresses, role, repeats, transportDir, ...deadlines }: Program<K>,
): SocketClient<K> {
  const certificates: Certificates | undefined =
    transportDir === undefined
      ? undefined
      : openCertificates(transportDir, 'SALLYPORT_TRANSPORT_DIR')
  const clients = readAddresses(addresses).map((address) => {
    const open = (onReady: () => void) => connectTo(address, { role, certificates }, onReady)
    return createSocketClient(calls, open, { ...deadlines, watchesSilence: address.kind === 'tls' })
  })
  const [only, ...others] = clients
  if (only !== undefined && others.length === 0) return only
  return failOver(clients, {
    repeats,
    nowMs: () => performance.now(),
    chance: () => randomInt(steps) / steps,
  })
}
