import { sql } from 'kysely'
import type { HashKey } from '../authority/keyed-hash.js'
import { RowRefused } from '../authority/row-refused.js'
import { changeApp } from './apps.js'
import type { Db } from './connect.js'

/** A token key of an app besides the one in its row. */
export interface TokenKeyTable {
  app_id: string
  /** RFC 7638 thumbprint. */
  kid: string
  /** SPKI PEM. */
  verification_key: string
  /** PKCS #8, sealed under the deployment's key, of the key that signs from `signs_from` on; null of an earlier key. */
  signing_key: Buffer | null
  signs_from: number
  /** Until when the tokens of an earlier key are accepted. */
  not_after: number | null
}

/** Adds the key that signs from `signsFromMs` on. @returns false when another one is waiting. */
export async function insertNextKey(
  db: Db,
  key: { appId: string; kid: string; verificationKey: string; sealed: Buffer; signsFromMs: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into app_token_key (app_id, kid, verification_key, signing_key, signs_from)
    values (${key.appId}, ${key.kid}, ${key.verificationKey}, ${key.sealed}, ${key.signsFromMs})
    on conflict do nothing returning kid`.execute(db)
  return rows.length > 0
}

/**
 * Moves keys that have begun to sign into their apps' rows, and keeps the earlier ones, without their private half, while
 * their tokens live. Nothing changes for a reader: which key signs is decided by `signs_from` alone.
 *
 * @param kidOf  The thumbprint of a public key, as SPKI PEM.
 */
export async function settleTokenKeys(
  deps: { db: Db; keyEncryption: HashKey },
  settle: { nowMs: number; tokenLifeMs: number; kidOf(pem: string): string },
): Promise<void> {
  const { nowMs } = settle
  const apps = await deps.db
    .selectFrom('app_token_key')
    .select('app_id')
    .distinct()
    .where((e) =>
      e.or([
        e('not_after', '<', nowMs),
        e.and([e('signing_key', 'is not', null), e('signs_from', '<=', nowMs)]),
      ]),
    )
    .execute()
  for (const { app_id: appId } of apps) {
    const change = (transaction: Db) => settleKeysOf(transaction, { appId, ...settle })
    await changeApp(deps, { appId, change }).catch((error: unknown) => {
      // An app that was changed in the database is not served, and does not keep the others from being settled.
      if (!(error instanceof RowRefused)) throw error
    })
  }
}

async function settleKeysOf(
  db: Db,
  key: { appId: string; nowMs: number; tokenLifeMs: number; kidOf(pem: string): string },
): Promise<void> {
  const { appId, nowMs, tokenLifeMs, kidOf } = key
  await sql`delete from app_token_key where app_id = ${appId} and not_after < ${nowMs}`.execute(db)
  const due = await db
    .selectFrom('app_token_key')
    .innerJoin('app', 'app.id', 'app_token_key.app_id')
    .select(['kid', 'signs_from', 'app.verification_key as earlier'])
    .where('app.id', '=', appId)
    .where('app_token_key.signing_key', 'is not', null)
    .where('signs_from', '<=', nowMs)
    .executeTakeFirst()
  if (due === undefined) return
  const { kid, signs_from, earlier } = due
  await sql`
    with next as (
      delete from app_token_key where app_id = ${appId} and kid = ${kid} and signing_key is not null
      returning verification_key, signing_key
    ), changed as (
      update app set signing_key = next.signing_key, verification_key = next.verification_key
      from next where app.id = ${appId} and app.verification_key = ${earlier} returning app.id
    )
    insert into app_token_key (app_id, kid, verification_key, signs_from, not_after)
    select id, ${kidOf(earlier)}, ${earlier}, 0, ${signs_from + tokenLifeMs} from changed`.execute(
    db,
  )
}

/** Lets the app's next key sign now. */
export async function startNextKey(
  db: Db,
  { appId, nowMs }: { appId: string; nowMs: number },
): Promise<void> {
  await sql`
    update app_token_key set signs_from = least(signs_from, ${nowMs})
    where app_id = ${appId} and signing_key is not null`.execute(db)
}

/** Deletes an earlier key: its tokens are refused at once. @returns false when there is none. */
export async function deleteEarlierKey(
  db: Db,
  { appId, kid }: { appId: string; kid: string },
): Promise<boolean> {
  const { rows } = await sql`
    delete from app_token_key where app_id = ${appId} and kid = ${kid} and signing_key is null
    returning kid`.execute(db)
  return rows.length > 0
}

/** Makes tokens issued before `seconds` (Unix time) invalid. @returns false when no app has this id. */
export async function setMinIat(
  db: Db,
  { appId, seconds }: { appId: string; seconds: number },
): Promise<boolean> {
  const { rows } = await sql`
    update app set min_iat = greatest(min_iat, ${seconds}) where id = ${appId} returning id`.execute(
    db,
  )
  return rows.length > 0
}

/** Replaces the secret; the one before works until `untilMs`. @returns false when no app has this id. */
export async function replaceSecret(
  db: Db,
  { appId, hash, untilMs }: { appId: string; hash: Buffer; untilMs: number },
): Promise<boolean> {
  const { rows } = await sql`
    update app set previous_secret_hash = secret_hash, previous_secret_until = ${untilMs}, secret_hash = ${hash}
    where id = ${appId} returning id`.execute(db)
  return rows.length > 0
}

/** Ends the secret before the newest. @returns false when there is none. */
export async function deletePreviousSecret(db: Db, appId: string): Promise<boolean> {
  const { rows } = await sql`
    update app set previous_secret_hash = null, previous_secret_until = null
    where id = ${appId} and previous_secret_hash is not null returning id`.execute(db)
  return rows.length > 0
}
