import type { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'

/** What a program may be at the other end of a connection. A certificate names one or more. */
export const transportRoles = ['api', 'pages', 'vault', 'signer'] as const
export type TransportRole = (typeof transportRoles)[number]

/** Why a peer is refused. */
export const peerRefusals = [
  'no_certificate',
  'other_authority',
  'expired',
  'wrong_name',
  'handshake',
] as const
export type PeerRefusal = (typeof peerRefusals)[number]

/** A peer as the handshake has left it. */
interface Peer {
  certificate: X509Certificate | undefined
  /** OpenSSL's word for what is wrong with the chain; undefined when it ends at one of our authorities. */
  chainError: string | undefined
  /** The session of an earlier connection was taken up again: its certificate was not shown this time. */
  isResumed: boolean
}

/** The name in a certificate that says what its holder is. */
export function roleName(role: TransportRole): string {
  return `${role}.sallyport`
}

/**
 * Decides whether a peer may talk to this program.
 *
 * @param expected.roles  of which it must have one.
 * @param expected.host  that was dialled, which the certificate must name; undefined for one who has dialled us.
 */
export function judgePeer(
  { certificate, chainError, isResumed }: Peer,
  { roles, host, nowMs }: { roles: readonly TransportRole[]; host?: string; nowMs: number },
): { role: TransportRole } | { refused: PeerRefusal } {
  if (certificate === undefined) return { refused: 'no_certificate' }
  if (isResumed) return { refused: 'handshake' }
  const isOver = nowMs >= Date.parse(certificate.validTo)
  if (isOver || nowMs < Date.parse(certificate.validFrom)) return { refused: 'expired' }
  if (chainError !== undefined)
    return { refused: chainError === 'CERT_HAS_EXPIRED' ? 'expired' : 'other_authority' }
  const role = roles.find((each) => namesHost(certificate, roleName(each)))
  if (role === undefined || (host !== undefined && !namesHost(certificate, host)))
    return { refused: 'wrong_name' }
  return { role }
}

function namesHost(certificate: X509Certificate, host: string): boolean {
  if (isIP(host) !== 0) return certificate.checkIP(host) !== undefined
  return certificate.checkHost(host, { subject: 'never', wildcards: false }) !== undefined
}
