import { createHmac } from 'node:crypto'
import { authenticRows } from '../authority/authentic-rows.js'
import { type HashKey, isKeyedHash, keyedHash } from '../authority/keyed-hash.js'
import { isRowMac, rowMac, textOf } from '../authority/row-mac.js'
import { refuseRow } from '../authority/row-refused.js'
import type { LinkRow } from '../db/login-links.js'
import type { AskedFrom, CodeSubject } from '../db/one-time-codes.js'
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

/** The keyed hash that is stored of a link's secret: it is good for one app, address and browser. */
function hashLink(
  key: HashKey,
  { secret, ...row }: { secret: string; app_id: string; address: string; flow_hash: Uint8Array },
): Uint8Array {
  return keyedHash(key, 'login-link', linkParts(secret, row))
}

function linkParts(
  secret: string,
  row: { app_id: string; address: string; flow_hash: Uint8Array },
): string[] {
  return [secret, row.app_id, row.address, textOf(row.flow_hash)]
}

/** What is stored of the link of a code; null for a code without. */
export function toStoredLink(
  key: HashKey,
  link: {
    subject: CodeSubject
    flowHash: Uint8Array
    askedFrom: AskedFrom | undefined
    secret: string | undefined
    nowMs: number
    expiresAtMs: number
  },
): { hash: Uint8Array; mac: Uint8Array; askedFrom: AskedFrom } | null {
  const { subject, flowHash, askedFrom, secret, nowMs, expiresAtMs } = link
  if (askedFrom === undefined || secret === undefined) return null
  const { appId, channel, purpose, address } = subject
  const code = { app_id: appId, channel, purpose, address, flow_hash: flowHash }
  const hash = hashLink(key, { ...code, secret })
  const asked = {
    link_hash: hash,
    asked_from: askedFrom,
    created_at: nowMs,
    expires_at: expiresAtMs,
  }
  return { hash, askedFrom, mac: rowMac(key, authenticRows.loginLink, { ...code, ...asked }) }
}

/** Whether a secret is that of a link. */
export function isLinkSecret(key: HashKey, secret: string, row: LinkRow): boolean {
  const parts = linkParts(secret, row)
  return isKeyedHash(row.link_hash, { key, purpose: 'login-link', parts })
}

/** @throws RowRefused for a link, or the approval of one, that this server did not write. */
export function requireAuthenticLink(
  deps: Parameters<typeof refuseRow>[0] & Pick<Deps, 'keyEncryption'>,
  row: LinkRow,
): void {
  const key = deps.keyEncryption
  const isLink =
    row.link_hash === null || isRowMac(row.link_mac, { key, of: authenticRows.loginLink, row })
  const isApproval =
    row.approved_at === null ||
    isRowMac(row.approved_mac, { key, of: authenticRows.loginApproval, row })
  if (isLink && isApproval) return
  throw refuseRow(deps, { table: 'one_time_code', appId: row.app_id })
}

/** What approves the login of a link. */
export function approvalOf(
  key: HashKey,
  link: LinkRow,
  nowMs: number,
): { at: number; mac: Buffer } {
  const row = { ...link, approved_at: nowMs }
  return { at: nowMs, mac: rowMac(key, authenticRows.loginApproval, row) }
}

/**
 * The number of two digits that the page which logs in shows and the page of the link asks for. Derived under a pepper: who has
 * the link alone, such as a mail scanner, cannot compute it. A link has another number in another browser.
 */
export function numberOf(
  { keyEncryption }: Pick<Deps, 'keyEncryption'>,
  row: Pick<LinkRow, 'link_hash' | 'flow_hash'>,
): string {
  const pepper = keyEncryption.derive('login-link-number')
  const hash = createHmac('sha256', pepper)
  hash.update(JSON.stringify([textOf(row.link_hash), textOf(row.flow_hash)]))
  return String(10 + (hash.digest().readUInt32BE(0) % 90))
}
