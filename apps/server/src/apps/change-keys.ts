import type { TokenKeyStatement, VaultInput } from '@sallyport/protocols/vault'
import { recordEvent } from '../audit/record-event.js'
import { RowRefused } from '../authority/row-refused.js'
import { changeApp, isAuthenticApp, type ReadApp, readApp } from '../db/apps.js'
import type { Db } from '../db/connect.js'
import {
  deleteEarlierKey,
  deletePreviousSecret,
  insertNextKey,
  replaceSecret,
  setMinIat,
  settleTokenKeys,
  startNextKey,
} from '../db/token-keys.js'
import type { Clock } from '../ports/clock.js'
import type { KeyEncryption } from '../ports/key-encryption.js'
import { type Random, randomToken } from '../ports/random.js'
import { VaultRefusal } from '../ports/vault.js'
import { signJws } from '../tokens/jwt.js'
import { loadVerifyingKey } from '../tokens/signing-key.js'
import { hashSecret } from './app.js'
import { newSigningKey } from './create-app.js'
import { keyOverlapMs, openSigningKey } from './token-keys.js'

/** A program that judges users' tokens by the app's keys: the vault, the signer. */
interface KeyKeeper {
  /** @throws VaultRefusal, VaultUnavailable */
  call<C extends 'pinAppKey' | 'changeAppKey'>(call: C, input: VaultInput<C>): Promise<unknown>
}

/** What the changes of an app's keys need. */
export interface KeyDeps {
  db: Db
  keyEncryption: KeyEncryption
  vault: KeyKeeper
  /** Undefined where there is no signer. */
  signer?: KeyKeeper | undefined
  clock: Clock
  random: Random
  /** `iss` of the deployment's tokens. */
  issuer: string
}

/** What an operator sees of an app's keys; times are ISO 8601. */
interface KeyList {
  appId: string
  tokenKeys: {
    kid: string
    state: 'signing' | 'next' | 'earlier'
    from?: string
    until?: string
    /** SPKI PEM, as `vault-keys repin` takes it. */
    publicKey: string
  }[]
  secrets: number
  previousSecretUntil?: string
  tokensIssuedFrom?: string
}

const kidOf = (pem: string) => loadVerifyingKey(pem).kid
const iso = (ms: number) => new Date(ms).toISOString()

/** The keys of an app. @throws Error when no app has this id. */
export async function listKeys(
  deps: Pick<KeyDeps, 'db' | 'clock' | 'keyEncryption'>,
  appId: string,
): Promise<KeyList> {
  const row = await requireApp(deps, appId)
  const nowMs = deps.clock.nowMs()
  const named = (publicKey: string) => ({ kid: kidOf(publicKey), publicKey })
  const further = row.token_keys.map((key) =>
    key.signing_key === null
      ? { ...named(key.verification_key), state: 'earlier' as const, until: iso(key.not_after) }
      : { ...named(key.verification_key), state: 'next' as const, from: iso(key.signs_from) },
  )
  const until = row.previous_secret_until ?? 0
  const isSecondLive = row.previous_secret_hash !== null && until > nowMs
  return {
    appId,
    tokenKeys: [{ ...named(row.verification_key), state: 'signing' }, ...further],
    secrets: isSecondLive ? 2 : 1,
    ...(isSecondLive && { previousSecretUntil: iso(until) }),
    ...(row.min_iat > 0 && { tokensIssuedFrom: iso(row.min_iat * 1000) }),
  }
}

/**
 * Makes a new token key, which signs after `leadMs`: by then every process and every verifier that caches keys has read
 * it, so no token is refused. The vault accepts it 24 hours after a statement of the key before. When an earlier call was
 * interrupted the waiting key is announced to the vault again.
 *
 * @throws VaultRefusal `key_mismatch` when the vault, or the signer, has pinned another key for the app.
 */
export async function rotateTokenKey(
  deps: KeyDeps,
  { appId, leadMs, revoked = [] }: { appId: string; leadMs: number; revoked?: string[] },
): Promise<KeyList> {
  const { clock } = deps
  await settle(deps)
  const row = await requireApp(deps, appId)
  if (nextKeyOf(row) === undefined) {
    const { verificationKey, sealedKey } = newSigningKey(appId, deps)
    const next = { appId, kid: kidOf(verificationKey), verificationKey, sealed: sealedKey }
    const signsFromMs = clock.nowMs() + leadMs
    await changeApp(deps, { appId, change: (db) => insertNextKey(db, { ...next, signsFromMs }) })
  }
  await announceNextKey(deps, { row: await requireApp(deps, appId), revoked })
  await record(deps, appId, 'token_key_rotated')
  return listKeys(deps, appId)
}

/**
 * Refuses the tokens of a key at once. When it is the key that signs, the next key, or a new one, takes its place; the vault
 * does the same 24 hours later, or when its operators pin the new key.
 *
 * @throws Error when the app has no such key.
 */
export async function revokeTokenKey(
  deps: KeyDeps,
  { appId, kid }: { appId: string; kid: string },
): Promise<KeyList> {
  const { clock } = deps
  await settle(deps)
  const before = await requireApp(deps, appId)
  const known = [before.verification_key, ...before.token_keys.map((key) => key.verification_key)]
  const revoked = known.find((pem) => kidOf(pem) === kid)
  if (revoked === undefined) throw new Error(`The app ${appId} has no token key ${kid}.`)
  if (nextKeyOf(before)?.verification_key === revoked) {
    throw new Error('This key does not sign yet: revoke the one that signs, then this one.')
  }
  if (revoked === before.verification_key) {
    // Said before that key is forgotten: the vault listens to no other one yet.
    await rotateTokenKey(deps, { appId, leadMs: 0, revoked: [revoked] })
    const nowMs = clock.nowMs()
    await changeApp(deps, { appId, change: (db) => startNextKey(db, { appId, nowMs }) })
    await settle(deps)
  }
  await changeApp(deps, { appId, change: (db) => deleteEarlierKey(db, { appId, kid }) })
  if (revoked !== before.verification_key) {
    const row = await requireApp(deps, appId)
    const verificationKey = nextKeyOf(row)?.verification_key ?? row.verification_key
    const change = { verificationKey, revoked: [revoked] }
    for (const keeper of keepersOf(deps)) await changePinnedKeys(deps, { row, keeper, change })
  }
  await record(deps, appId, 'token_key_revoked')
  return listKeys(deps, appId)
}

/** Refuses every token that was issued before this moment; sessions go on, and get new ones. */
export async function revokeTokens(deps: KeyDeps, appId: string): Promise<KeyList> {
  const seconds = Math.ceil(deps.clock.nowMs() / 1000)
  await requireApp(deps, appId)
  await changeApp(deps, { appId, change: (db) => setMinIat(db, { appId, seconds }) })
  await record(deps, appId, 'tokens_revoked')
  return listKeys(deps, appId)
}

/** Makes a new app secret, returned this one time; the one before works for `keepMs` more. */
export async function rotateSecret(
  deps: KeyDeps,
  { appId, keepMs }: { appId: string; keepMs: number },
): Promise<KeyList & { appSecret: string }> {
  await requireApp(deps, appId)
  const appSecret = randomToken(deps.random)
  const untilMs = deps.clock.nowMs() + keepMs
  const secret = { appId, hash: hashSecret(appSecret), untilMs }
  await changeApp(deps, { appId, change: (db) => replaceSecret(db, secret) })
  await record(deps, appId, 'app_secret_rotated')
  return { ...(await listKeys(deps, appId)), appSecret }
}

/** Refuses the secret before the newest at once. @throws Error when there is none. */
export async function revokePreviousSecret(deps: KeyDeps, appId: string): Promise<KeyList> {
  const change = (db: Db) => deletePreviousSecret(db, appId)
  const isDeleted = await changeApp(deps, { appId, change })
  if (!isDeleted) throw new Error(`The app ${appId} has one secret: rotate it first.`)
  await record(deps, appId, 'app_secret_revoked')
  return listKeys(deps, appId)
}

/** Only operators change keys, by a command. */
async function record({ db, clock }: KeyDeps, appId: string, change: string): Promise<void> {
  const data = { change, by: 'operator' } as const
  const nowMs = clock.nowMs()
  await recordEvent(db, { kind: 'keys_changed', appId, userId: undefined, data, nowMs })
}

function settle(deps: KeyDeps): Promise<void> {
  const nowMs = deps.clock.nowMs()
  return settleTokenKeys(deps, { nowMs, tokenLifeMs: keyOverlapMs, kidOf })
}

async function requireApp(
  { db, keyEncryption }: Pick<KeyDeps, 'db' | 'keyEncryption'>,
  appId: string,
): Promise<ReadApp> {
  const row = await readApp(db, appId)
  if (row === undefined) throw new Error(`No app has the id ${appId}.`)
  if (!isAuthenticApp(keyEncryption, row)) throw new RowRefused('app')
  return row
}

function nextKeyOf(row: ReadApp) {
  return row.token_keys.flatMap((key) => (key.signing_key === null ? [] : [key]))[0]
}

async function announceNextKey(
  deps: KeyDeps,
  { row, revoked }: { row: ReadApp; revoked: string[] },
): Promise<void> {
  const { issuer } = deps
  const next = nextKeyOf(row)
  if (next === undefined) return
  const pin = { appId: row.id, issuer }
  const { verification_key: verificationKey } = next
  for (const keeper of keepersOf(deps)) {
    // An app without wallets is not pinned yet; a next key is never the first.
    await keeper.call('pinAppKey', { ...pin, verificationKey: row.verification_key })
    const isKnown = await isAccepted(keeper.call('pinAppKey', { ...pin, verificationKey }))
    if (isKnown && revoked.length === 0) continue
    await changePinnedKeys(deps, { row, keeper, change: { verificationKey, revoked } })
  }
}

function keepersOf({ vault, signer }: KeyDeps): KeyKeeper[] {
  return signer === undefined ? [vault] : [vault, signer]
}

/** Whether a call was answered; false when the vault listens to another key. Other refusals are thrown. */
function isAccepted(call: Promise<unknown>): Promise<boolean> {
  return call.then(
    () => true,
    (error: unknown) => {
      if (error instanceof VaultRefusal && error.code === 'key_mismatch') return false
      throw error
    },
  )
}

/** It listens to the key that signs, and to the next one from 24 hours after it was announced. */
async function changePinnedKeys(
  { issuer, keyEncryption }: KeyDeps,
  {
    row,
    keeper,
    change,
  }: {
    row: ReadApp
    keeper: KeyKeeper
    change: { verificationKey: string; revoked: string[] }
  },
): Promise<void> {
  const said: TokenKeyStatement = {
    purpose: 'sallyport/token-key/v1',
    appId: row.id,
    issuer,
    ...change,
  }
  const say = (sealed: Uint8Array) => {
    const statement = signJws(said, openSigningKey(row.id, sealed, keyEncryption))
    return keeper.call('changeAppKey', { appId: row.id, statement })
  }
  const next = nextKeyOf(row)
  if (next === undefined) return void (await say(row.signing_key))
  if (await isAccepted(say(row.signing_key))) return
  await say(Buffer.from(next.signing_key, 'base64'))
}
