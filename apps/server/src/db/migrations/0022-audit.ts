import { type Kysely, sql } from 'kysely'

const statements = [
  // No foreign keys: what happened stays when its user or app is gone.
  `create table audit_event (
     id bigint generated always as identity primary key,
     app_id text not null,
     user_id text,
     session_id text,
     kind text not null,
     at bigint not null,
     data jsonb not null
   )`,
  `create index audit_event_app on audit_event (app_id, id)`,
  `create index audit_event_user on audit_event (user_id, app_id, id) where user_id is not null`,
  `create table audit_seal (
     app_id text not null,
     seq bigint not null,
     event_id bigint not null unique,
     hash bytea not null,
     mac bytea not null,
     primary key (app_id, seq)
   )`,
  `create table audit_pending (event_id bigint primary key)`,
  // A trigger, so that every way of recording an event has it sealed.
  `create function audit_event_pending() returns trigger language plpgsql as $$
   begin
     insert into sallyport_api.audit_pending (event_id) values (new.id);
     return null;
   end $$`,
  `create trigger audit_event_pending after insert on audit_event
     for each row execute function audit_event_pending()`,
  `create table notice (
     id bigint generated always as identity primary key,
     app_id text not null,
     event_id bigint not null,
     channel text not null check (channel in ('email', 'sms', 'webhook')),
     address text not null,
     attempts integer not null default 0,
     next_at bigint not null,
     sent_at bigint,
     failed_at bigint,
     created_at bigint not null,
     unique (event_id, channel, address)
   )`,
  `create index notice_due on notice (next_at) where sent_at is null and failed_at is null`,
]

/** The audit log with its chain of hashes, and the outbox of notices. */
export const audit = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
