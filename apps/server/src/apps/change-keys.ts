import type { TokenKeyStatement } from '@sallyport/protocols/vault'
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
import { type Vault, VaultRefusal } from '../ports/vault.js'
import { signJws } from '../tokens/jwt.js'
import { loadVerifyingKey, type SigningKey } from '../tokens/signing-key.js'
import { hashSecret } from './app.js'
import { newSigningKey } from './create-app.js'
import { keyOverlapMs, openSigningKey } from './token-keys.js'

/** What the changes of an app's keys need. */
export interface KeyDeps {
  db: Db
  keyEncryption: KeyEncryption
  vault: Vault
  clock: Clock
  random: Random
  /** `iss` of the deployment's tokens. */
  issuer: string
}

/** What an operator sees of an app's keys; times are ISO 8601. */
interface KeyList {
  appId: string
  tokenKeys: { kid: string; state: 'signing' | 'next' | 'earlier'; from?: string; until?: string }[]
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
  const further = row.token_keys.map((key) =>
    key.signing_key === null
      ? { kid: kidOf(key.verification_key), state: 'earlier' as const, until: iso(key.not_after) }
      : { kid: kidOf(key.verification_key), state: 'next' as const, from: iso(key.signs_from) },
  )
  const until = row.previous_secret_until ?? 0
  const isSecondLive = row.previous_secret_hash !== null && until > nowMs
  return {
    appId,
    tokenKeys: [{ kid: kidOf(row.verification_key), state: 'signing' }, ...further],
    secrets: isSecondLive ? 2 : 1,
    ...(isSecondLive && { previousSecretUntil: iso(until) }),
    ...(row.min_iat > 0 && { tokensIssuedFrom: iso(row.min_iat * 1000) }),
  }
}

/**
 * Makes a new token key, which signs after `leadMs`: by then every process and every verifier that caches keys has read
 * it, so no token is refused. The vault accepts it by a statement of the key before. When an earlier call was interrupted
 * the waiting key is announced to the vault again.
 *
 * @throws VaultRefusal `key_mismatch` when the vault has pinned another key for the app.
 */
export async function rotateTokenKey(
  deps: KeyDeps,
  { appId, leadMs }: { appId: string; leadMs: number },
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
  await announceNextKey(deps, await requireApp(deps, appId))
  await record(deps, appId, 'token_key_rotated')
  return listKeys(deps, appId)
}

/**
 * Refuses the tokens of a key at once. When it is the key that signs, the next key, or a new one, takes its place.
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
    await rotateTokenKey(deps, { appId, leadMs: 0 })
    const nowMs = clock.nowMs()
    await changeApp(deps, { appId, change: (db) => startNextKey(db, { appId, nowMs }) })
    await settle(deps)
  }
  await changeApp(deps, { appId, change: (db) => deleteEarlierKey(db, { appId, kid }) })
  const row = await requireApp(deps, appId)
  await changeVaultKeys(deps, row, {
    signer: newestKey(deps, row),
    verificationKey: nextKeyOf(row)?.verification_key ?? row.verification_key,
    revoked: [revoked],
  })
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

/** The vault keeps an app's newest key: the next one from the moment it was announced. */
function newestKey({ keyEncryption }: KeyDeps, row: ReadApp): SigningKey {
  const next = nextKeyOf(row)
  const sealed = next ? Buffer.from(next.signing_key, 'base64') : row.signing_key
  return openSigningKey(row.id, sealed, keyEncryption)
}

async function announceNextKey(deps: KeyDeps, row: ReadApp): Promise<void> {
  const { vault, issuer, keyEncryption } = deps
  const next = nextKeyOf(row)
  if (next === undefined) return
  const pin = { appId: row.id, issuer }
  // An app without wallets is not pinned yet; a next key is never the first.
  await vault.call('pinAppKey', { ...pin, verificationKey: row.verification_key })
  try {
    await vault.call('pinAppKey', { ...pin, verificationKey: next.verification_key })
  } catch (error) {
    if (!(error instanceof VaultRefusal && error.code === 'key_mismatch')) throw error
    await changeVaultKeys(deps, row, {
      signer: openSigningKey(row.id, row.signing_key, keyEncryption),
      verificationKey: next.verification_key,
      revoked: [],
    })
  }
}

async function changeVaultKeys(
  { vault, issuer }: KeyDeps,
  { id: appId }: ReadApp,
  change: { signer: SigningKey; verificationKey: string; revoked: string[] },
): Promise<void> {
  const { signer, verificationKey, revoked } = change
  const purpose = 'sallyport/token-key/v1'
  const said: TokenKeyStatement = { purpose, appId, issuer, verificationKey, revoked }
  await vault.call('changeAppKey', { appId, statement: signJws(said, signer) })
}
