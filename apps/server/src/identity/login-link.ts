import { createHmac } from 'node:crypto'
import type { AskedFrom } from '../db/one-time-codes.js'
import type { Deps } from '../deps.js'
import type { RequestFacts } from '../http/implement.js'
import { describeDevice } from '../session/device.js'

/** The URL of a login's link. What it says is in the fragment, which reaches no log, no referrer and no proxy. */
export function loginLinkUrl(
  { config }: Pick<Deps, 'config'>,
  { appId, email, secret }: { appId: string; email: string; secret: string },
): string {
  const url = new URL('/login/email', config.publicOrigin)
  url.hash = new URLSearchParams({ app_id: appId, email, secret }).toString()
  return url.href
}

/** Who asks for a mail, as its page says it later. */
export function askedFrom({ userAgent, device }: RequestFacts): AskedFrom {
  return { device: describeDevice(userAgent) ?? null, network: device.network }
}

/**
 * The number of two digits that the page which logs in shows and the page of the link asks for. Derived under a pepper: who has
 * the link alone, such as a mail scanner, cannot compute it.
 */
export function numberOf(
  { keyEncryption }: Pick<Deps, 'keyEncryption'>,
  linkHash: Uint8Array,
): string {
  const pepper = keyEncryption.derive('login-link-number')
  const drawn = createHmac('sha256', pepper).update(linkHash).digest().readUInt32BE(0)
  return String(10 + (drawn % 90))
}
