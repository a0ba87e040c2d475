import { X509Certificate } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import type { Address, TlsAddress } from './addresses.js'
import type { Certificates } from './certificates.js'
import { judgePeer, roleName, type TransportRole } from './peers.js'

/** How long a connection over TLS may take to be made, in milliseconds. */
const connectMs = 2_000
/** The operating system asks a silent peer whether it is still there. */
const keepAliveMs = 5_000

/** How a program is dialled. */
interface Dialling {
  /** What it has to be, over TLS. */
  role: TransportRole
  /** Needed for `tls:` addresses. */
  certificates: Certificates | undefined
  nowMs?: () => number
}

/**
 * Connects to a program that holds keys. What is written is sent when the connection is made. Over TLS the peer must have a certificate of
 * our authority with its role and the host that was dialled; otherwise the socket ends with an error, and nothing was sent.
 *
 * @param onReady  is called when the connection is made: before, nothing that was written can have had an effect.
 */
export function connectTo(address: Address, dialling: Dialling, onReady: () => void): Socket {
  if (address.kind === 'unix') return connect(address.path).once('connect', onReady)
  const socket = dial(address, dialling)
  const slow = setTimeout(
    () => socket.destroy(new Error('The connection was not made in time')),
    connectMs,
  )
  socket.once('close', () => clearTimeout(slow))
  return socket.once('secureConnect', () => {
    clearTimeout(slow)
    onReady()
  })
}

function dial(
  { host, port }: TlsAddress,
  { role, certificates, nowMs = Date.now }: Dialling,
): TLSSocket {
  if (certificates === undefined) throw new TypeError('A tls: address needs certificates')
  const socket = connectTls({
    ...certificates.current(),
    host,
    port,
    servername: roleName(role),
    minVersion: 'TLSv1.3',
    rejectUnauthorized: true,
    // Called once the chain is verified; an error ends the connection before anything is written.
    checkServerIdentity: (_name, { raw }) => {
      const peer = {
        certificate: new X509Certificate(raw),
        chainError: undefined,
        isResumed: false,
      }
      const judged = judgePeer(peer, { roles: [role], host, nowMs: nowMs() })
      return 'refused' in judged ? new Error(`The peer was refused: ${judged.refused}`) : undefined
    },
  })
  return socket.setKeepAlive(true, keepAliveMs).setNoDelay(true)
}
