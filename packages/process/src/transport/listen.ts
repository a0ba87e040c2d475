import { constants } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server, type TLSSocket } from 'node:tls'
import type { TlsAddress } from './addresses.js'
import type { Certificates } from './certificates.js'
import { judgePeer, type PeerRefusal, type TransportRole } from './peers.js'

/** Connections that one listener keeps at most: each API process has one. */
const mostConnections = 256
const handshakeMs = 3_000
/** How often the files of the certificates are looked at. */
const reloadMs = 1_000

/** Who may connect, and what becomes of them. */
interface Accepting {
  certificates: Certificates
  roles: readonly TransportRole[]
  /** Serves a peer that was let in. `isValid` is false once its certificate has ended. */
  serve: (socket: TLSSocket, peer: { role: TransportRole; isValid: () => boolean }) => void
  onRefused: (reason: PeerRefusal) => void
  nowMs?: () => number
}

/**
 * Listens for programs with certificates of our authority: TLS 1.3 only, no session is taken up again. Nothing of a peer that is refused is
 * read. Replaced certificates are used for new connections within a second.
 */
export async function listenOnTls(
  { host, port }: Pick<TlsAddress, 'host' | 'port'>,
  { certificates, roles, serve, onRefused, nowMs = Date.now }: Accepting,
): Promise<Server> {
  let used = certificates.current()
  const server = createServer({
    ...used,
    minVersion: 'TLSv1.3',
    requestCert: true,
    // Judged below, so that each refusal is counted with its reason.
    rejectUnauthorized: false,
    handshakeTimeout: handshakeMs,
    secureOptions: constants.SSL_OP_NO_TICKET,
  })
  server.maxConnections = mostConnections
  server.on('tlsClientError', (_error, socket) => {
    onRefused('handshake')
    socket.destroy()
  })
  server.on('secureConnection', (socket) => {
    socket.on('error', () => socket.destroy())
    const certificate = socket.getPeerX509Certificate()
    const chainError = socket.authorized ? undefined : String(socket.authorizationError)
    const peer = { certificate, chainError, isResumed: socket.isSessionReused() }
    const judged = judgePeer(peer, { roles, nowMs: nowMs() })
    if ('refused' in judged) {
      onRefused(judged.refused)
      return socket.destroy()
    }
    socket.setKeepAlive(true, 5_000).setNoDelay(true)
    const endMs = Date.parse(certificate?.validTo ?? '')
    serve(socket, { role: judged.role, isValid: () => nowMs() < endMs })
  })
  const reload = setInterval(() => {
    const now = certificates.current()
    if (now === used) return
    used = now
    server.setSecureContext({
      ...now,
      minVersion: 'TLSv1.3',
      secureOptions: constants.SSL_OP_NO_TICKET,
    })
  }, reloadMs)
  reload.unref()
  server.once('close', () => clearInterval(reload))
  server.listen({ host, port })
  await once(server, 'listening')
  return server
}
