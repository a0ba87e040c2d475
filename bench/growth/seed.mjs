import { query } from '../lib/postgres.mjs'

/** Returns the address of the n-th user. */
export const addressOf = (n) => `person${n}@example.com`

/** Fills an app with users that each have an email account, a session and a refresh token. */
export async function seed(url, appId, size) {
  const now = Date.now()
  const later = now + 30 * 86_400_000
  const people = `from generate_series(0, ${size - 1}) n`
  await query(
    url,
    // For seeding only: skip foreign key checks (they hold by construction) and don't wait for the disk.
    'set session_replication_role = replica',
    'set synchronous_commit = off',
    'set search_path = sallyport_api',
    `insert into user_account (app_id, id, is_guest, created_at)
     select '${appId}', 'u' || lpad(n::text, 24, '0'), false, ${now} ${people}`,
    `insert into linked_account (app_id, user_id, type, key, data, first_verified_at, latest_verified_at)
     select '${appId}', 'u' || lpad(n::text, 24, '0'), 'email', 'person' || n || '@example.com',
       json_build_object('address', 'person' || n || '@example.com'), ${now}, ${now} ${people}`,
    `insert into session (app_id, id, user_id, created_at, expires_at, auth_time, amr, device, epoch)
     select '${appId}', 's' || lpad(n::text, 24, '0'), 'u' || lpad(n::text, 24, '0'), ${now}, ${later}, ${now},
       '{email}', '{}', 1 ${people}`,
    `insert into refresh_token (app_id, token_hash, session_id, seq, created_at, expires_at)
     select '${appId}', sha256(n::text::bytea), 's' || lpad(n::text, 24, '0'), 1, ${now}, ${later} ${people}`,
    'vacuum analyze',
    'checkpoint',
  )
}
