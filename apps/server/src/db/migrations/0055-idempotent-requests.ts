import { type Kysely, sql } from 'kysely'

/** Requests of back ends with an idempotency key: a repeated one gets the first answer (wire.md 29). */
export const idempotentRequests = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    await sql`create table idempotent_request (
      app_id text not null references app (id) on delete restrict,
      key_digest bytea not null,
      request_digest bytea not null,
      started_at bigint not null,
      is_running boolean not null,
      answer jsonb,
      primary key (app_id, key_digest)
    )`.execute(db)
  },
}
