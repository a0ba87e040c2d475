import { type Kysely, sql } from 'kysely'

const statements = [
  // It was written and never read: `app_event` takes its place.
  'drop table wallet_event',
  `create table webhook_endpoint (
     app_id text not null references app (id) on delete cascade,
     webhook_id text not null,
     url text not null,
     description text,
     event_types text[],
     contact_email text,
     ed25519 boolean not null,
     state text not null,
     disabled_reason text,
     failing_since bigint,
     secret bytea not null,
     public_key text not null,
     previous_secret bytea,
     previous_public_key text,
     previous_until bigint,
     created_at bigint not null,
     primary key (app_id, webhook_id)
   )`,
  `create table app_event (
     seq bigint generated always as identity primary key,
     id text not null default 'evt_' || replace(gen_random_uuid()::text, '-', '') unique,
     app_id text not null,
     type text not null,
     subject text not null,
     data jsonb not null,
     record jsonb not null,
     at bigint not null
   )`,
  'create index app_event_order on app_event (app_id, at, seq)',
  'create index app_event_age on app_event (at)',
  `create table webhook_delivery (
     app_id text not null,
     webhook_id text not null,
     seq bigint not null references app_event (seq) on delete cascade,
     subject text not null,
     state text not null,
     claim text,
     attempts integer not null default 0,
     next_at bigint not null,
     created_at bigint not null,
     finished_at bigint,
     primary key (app_id, webhook_id, seq)
   )`,
  "create index webhook_delivery_due on webhook_delivery (app_id, webhook_id, next_at, seq) where state = 'pending'",
  "create index webhook_delivery_lane on webhook_delivery (app_id, webhook_id, subject, seq) where state = 'pending'",
  'create index webhook_delivery_event on webhook_delivery (seq)',
  `create table webhook_attempt (
     id bigint generated always as identity primary key,
     app_id text not null,
     webhook_id text not null,
     seq bigint not null,
     at bigint not null,
     duration_ms integer not null,
     status integer,
     failure text,
     response text,
     foreign key (app_id, webhook_id, seq) references webhook_delivery (app_id, webhook_id, seq) on delete cascade
   )`,
  'create index webhook_attempt_of on webhook_attempt (app_id, webhook_id, seq)',
]

/** What apps are told of, where, and how it went. */
export const webhooks = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
