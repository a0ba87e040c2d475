import { type Kysely, sql } from 'kysely'

const statements = [
  `alter table wallet_intent
     add column idempotency_key text,
     add column request_name text,
     add column resource_revision bigint,
     add column revision int not null default 0,
     add column attempts int not null default 0,
     add column lease_until bigint not null default 0`,
  // A direct call that is sent again finds the intent that it has made.
  `create unique index wallet_intent_request on wallet_intent (app_id, request_name)
     where status = 'pending'`,
  `create index wallet_intent_open on wallet_intent (status, lease_until)
     where status in ('pending', 'processing')`,
]

/** How far an intent is: who carries it out until when, and which request and version of its resource it is about. */
export const intentProgress = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
