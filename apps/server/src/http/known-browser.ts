import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Deps } from '../deps.js'

/*
 * The cookie of a browser in which users have logged in by a code. It names no one: a keyed hash of each address. A part of what an address
 * can receive is kept for such a browser, so that strangers who ask for codes in the user's name cannot lock the user out.
 */
const name = '__Host-sallyport-known'
const maxAgeSeconds = 180 * 24 * 3600
/** Addresses of one browser below one site; the oldest is forgotten. */
const mostTags = 6
const tagLength = 22

/** An address that codes are sent to. */
export interface KnownAddress {
  appId: string
  channel: 'email' | 'sms'
  address: string
}

type Keys = Pick<Deps['keyEncryption'], 'derive' | 'deriveEach'>
const purpose = 'known-browser'

/** Whether a Cookie header says that a user of this address has logged in here. */
export function isKnownBrowser(header: string | undefined, of: KnownAddress, keys: Keys): boolean {
  const tags = readTags(header).map((tag) => Buffer.from(tag))
  return keys
    .deriveEach(purpose)
    .map((key) => Buffer.from(tagOf(of, key)))
    .some((wanted) => tags.some((tag) => timingSafeEqual(tag, wanted)))
}

/** The Set-Cookie value that notes a login by a code for this address. */
export function knownBrowserCookie(
  header: string | undefined,
  of: KnownAddress,
  keys: Keys,
): string {
  const tag = tagOf(of, keys.derive(purpose))
  const tags = [tag, ...readTags(header).filter((other) => other !== tag)].slice(0, mostTags)
  return `${name}=${tags.join('.')}; Max-Age=${maxAgeSeconds}; Path=/; Secure; HttpOnly; SameSite=None; Partitioned`
}

function readTags(header: string | undefined): string[] {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim())
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''
  return value.split('.', mostTags).filter((tag) => /^[\w-]{22}$/.test(tag))
}

function tagOf({ appId, channel, address }: KnownAddress, key: Uint8Array): string {
  const text = JSON.stringify([appId, channel, address])
  return createHmac('sha256', key).update(text).digest('base64url').slice(0, tagLength)
}
