import { sql } from 'kysely'
import type { Db } from './connect.js'

/** An app as an operator sees it in a list. Times are ISO 8601. */
export interface ListedApp {
  appId: string
  name: string
  environment: 'development' | 'production'
  /** Users that are not deleted. */
  users: number
  createdAt: string
  retiredAt: string | null
}

/** Every app of the deployment, retired ones too, the oldest first. */
export async function listAllApps(db: Db): Promise<ListedApp[]> {
  const { rows } = await sql<{
    id: string
    name: string | null
    environment: ListedApp['environment']
    users: number
    created_at: number
    retired_at: number | null
  }>`
    select a.id, a.config ->> 'name' as name, a.environment, a.created_at, a.retired_at,
      (select count(*) from user_account u where u.app_id = a.id and u.deleted_at is null) as users
    from app a order by a.created_at, a.id`.execute(db)
  const written = (atMs: number) => new Date(atMs).toISOString()
  return rows.map((row) => ({
    appId: row.id,
    name: row.name ?? '',
    environment: row.environment,
    users: row.users,
    createdAt: written(row.created_at),
    retiredAt: row.retired_at === null ? null : written(row.retired_at),
  }))
}
