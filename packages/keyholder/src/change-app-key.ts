import {
  type TokenKeyStatement,
  tokenKeyStatement,
  type VaultInput,
  type VaultOutput,
} from '@sallyport/protocols/vault'
import { calculateJwkThumbprint, compactVerify, exportJWK } from 'jose'
import { CallRefused } from './call-refused.js'
import { importTokenKey, type Pin, type PinDeps, readPin, replacePin } from './pins.js'

/** How long a new token key waits until its tokens are accepted, in milliseconds: the time operators have to object (V6). */
const newKeyWaitMs = 24 * 3_600_000

/** A new token key that waits, or one that was taken back before its time, as operators are told of it. */
export interface AnnouncedKey {
  appId: string
  /** The thumbprint of the key that waits or was taken back (RFC 7638), which `keys list` of the API prints as its `kid`. */
  kid: string
  atMs: number
  /** Undefined: it was taken back. */
  acceptedFromMs: number | undefined
}

/** What a change of an app's token keys needs. */
interface ChangeKeyDeps extends PinDeps {
  /**
   * Tells operators of a new key, or that none waits any more. It runs before that is stored: nothing changes that they were not told of.
   *
   * @throws LimitReached for more keys in a day than operators are to be mailed about.
   */
  announceKey(announced: AnnouncedKey): Promise<void>
}

/**
 * Announces a newer token key of an app, or revokes earlier ones, by a statement that the newest accepted key has signed: a
 * process that reaches the socket without that key cannot make its own tokens valid (T-11). A new key's tokens are accepted
 * after 24 hours; until then the key that signed can neither be revoked nor lose its say, so that operators can object.
 *
 * @throws CallRefused `invalid_request` when the statement does not have the form, `key_mismatch` when another key signed
 *   it, nothing is pinned, or the keys changed meanwhile, `too_many_requests` after five new keys in a day.
 */
export async function changeAppKey(
  { appId, statement }: VaultInput<'changeAppKey'>,
  deps: ChangeKeyDeps,
): Promise<VaultOutput<'changeAppKey'>> {
  const stored = await readPin(appId, deps)
  if (!stored) throw new CallRefused('key_mismatch')
  const { pin, record } = stored
  const said = await readStatement(statement, pin.verificationKey)
  if (said.appId !== appId || said.issuer !== pin.issuer) throw new CallRefused('key_mismatch')
  await importTokenKey(said.verificationKey)
  const atMs = deps.clock.nowMs()
  const changed = changePin(pin, said, atMs)
  const acceptedFromMs = changed.next?.acceptedFromMs
  const told = changed.next ?? pin.next
  if (told && changed.next?.verificationKey !== pin.next?.verificationKey) {
    const kid = await thumbprintOf(told.verificationKey)
    await deps.announceKey({ appId, kid, atMs, acceptedFromMs })
  }
  await replacePin({ appId, pin: changed, record }, deps)
  return {}
}

/** The pin after a statement of its newest key. */
function changePin(
  pin: Pin,
  { verificationKey, revoked }: Pick<TokenKeyStatement, 'verificationKey' | 'revoked'>,
  nowMs: number,
): Pin {
  const earlier = pin.earlier.filter((key) => !revoked.includes(key.verificationKey))
  // A statement that names the newest key as such takes back a key that waits.
  if (verificationKey === pin.verificationKey) return { ...pin, earlier, next: undefined }
  const isWaiting = pin.next?.verificationKey === verificationKey
  const next = {
    verificationKey,
    acceptedFromMs: (isWaiting && pin.next?.acceptedFromMs) || nowMs + newKeyWaitMs,
    revoked: [...new Set([...(isWaiting ? (pin.next?.revoked ?? []) : []), ...revoked])],
  }
  return { ...pin, earlier, next }
}

/**
 * Pins one key for an app at once and forgets all others, those that wait included: for operators, who trust no other key any
 * more. An app that was not pinned yet is left alone.
 *
 * @throws CallRefused `invalid_request` when it is not an ES256 key, `not_found` when nothing is pinned, `key_mismatch` when the
 *   keys changed meanwhile.
 */
export async function repinAppKey(
  { appId, verificationKey }: { appId: string; verificationKey: string },
  deps: PinDeps,
): Promise<void> {
  await importTokenKey(verificationKey)
  const stored = await readPin(appId, deps)
  if (!stored) throw new CallRefused('not_found')
  const pin = { issuer: stored.pin.issuer, verificationKey, earlier: [] }
  await replacePin({ appId, pin, record: stored.record }, deps)
}

async function thumbprintOf(verificationKey: string): Promise<string> {
  return calculateJwkThumbprint(await exportJWK(await importTokenKey(verificationKey)))
}

async function readStatement(statement: string, signer: string): Promise<TokenKeyStatement> {
  const key = await importTokenKey(signer)
  const { payload } = await compactVerify(statement, key, { algorithms: ['ES256'] }).catch(
    (cause: unknown) => {
      throw new CallRefused('key_mismatch', cause)
    },
  )
  try {
    return tokenKeyStatement.parse(JSON.parse(new TextDecoder().decode(payload)))
  } catch (cause) {
    throw new CallRefused('invalid_request', cause)
  }
}
