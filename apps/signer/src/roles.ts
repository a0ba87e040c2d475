import { vaultSchema } from './database.js'
import { delegateSchema } from './delegation/database.js'

/** Schema of the API's tables. */
const apiSchema = 'sallyport_api'

/** What `provisionRoles` needs of a `pg` client connected as a role that may create roles. */
interface AdminClient {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
}

/** The database roles: names and passwords. */
export interface RoleSettings {
  /** Null for a role without a password, which the server lets in by the operating system's user. */
  apiPassword: string | null
  vaultPassword: string | null
  /** Default `sallyport_api`. */
  apiRole?: string
  /** Default `sallyport_vault`. */
  vaultRole?: string
  /**
   * With it the API's tables belong to a role of their own, which runs migrations, and the API's role may neither change
   * nor drop them (T-17). Without it the API's role owns its tables; for tests and trials.
   */
  apiOwnerPassword?: string | null
  /** Default `sallyport_api_owner`. */
  apiOwnerRole?: string
  /** Without it the signer of delegated wallets gets no role: it is not needed yet. */
  delegatePassword?: string | null
  /** Default `sallyport_delegate`. */
  delegateRole?: string
}

/**
 * Creates the database roles in the connected database. The API's and the vault's roles cannot read each other's tables:
 * `sallyport_api` belongs to the API's owner role (see `apiOwnerPassword`), `sallyport_vault` to the vault. May be run
 * again: passwords are set to those given, and tables that the API's role owned go to the owner role.
 */
export async function provisionRoles(client: AdminClient, settings: RoleSettings): Promise<void> {
  const { apiRole = 'sallyport_api', vaultRole = 'sallyport_vault' } = settings
  await makeRole(client, { role: apiRole, password: settings.apiPassword })
  await makeRole(client, { role: vaultRole, password: settings.vaultPassword })
  const { apiOwnerPassword, apiOwnerRole = 'sallyport_api_owner' } = settings
  const owner = apiOwnerPassword === undefined ? apiRole : apiOwnerRole
  if (apiOwnerPassword !== undefined) {
    await makeRole(client, { role: owner, password: apiOwnerPassword })
  }
  const { rows } = await client.query('select current_database() as name')
  const database = String(rows[0]?.name)
  const statements: [string, ...string[]][] = [
    ['revoke all on database %I from public', database],
    ['grant connect, temporary on database %I to %I, %I', database, apiRole, vaultRole],
    ['grant connect on database %I to %I', database, owner],
    ['revoke all on schema public from public'],
    ['create schema if not exists %I authorization %I', apiSchema, owner],
    ['create schema if not exists %I authorization %I', vaultSchema, vaultRole],
    ['revoke all on schema %I from public, %I', apiSchema, vaultRole],
    ['revoke all on schema %I from public, %I', vaultSchema, apiRole],
  ]
  for (const [text, ...names] of statements) await execute(client, { text, names })
  const { delegatePassword, delegateRole = 'sallyport_delegate' } = settings
  if (delegatePassword !== undefined) {
    await makeRole(client, { role: delegateRole, password: delegatePassword })
    const others = [apiRole, vaultRole, owner]
    await execute(client, {
      text: 'grant connect, temporary on database %I to %I',
      names: [database, delegateRole],
    })
    await execute(client, {
      text: 'create schema if not exists %I authorization %I',
      names: [delegateSchema, delegateRole],
    })
    await execute(client, {
      text: 'revoke all on schema %I from public, %I, %I, %I',
      names: [delegateSchema, ...others],
    })
  }
  if (owner !== apiRole) await moveTables(client, { from: apiRole, to: owner })
}

/** Gives the schema and tables that an earlier version created as the API's role to the owner role. */
async function moveTables(client: AdminClient, roles: { from: string; to: string }): Promise<void> {
  const { rows } = await client.query(
    `select from pg_namespace where nspname = $1 and pg_get_userbyid(nspowner) = $2`,
    [apiSchema, roles.from],
  )
  if (rows.length === 0) return
  await execute(client, { text: 'reassign owned by %I to %I', names: [roles.from, roles.to] })
}

async function makeRole(
  client: AdminClient,
  { role, password }: { role: string; password: string | null },
): Promise<void> {
  const { rows } = await client.query('select from pg_roles where rolname = $1', [role])
  const verb = rows.length === 0 ? 'create' : 'alter'
  const text = `${verb} role %I with login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password %L`
  await execute(client, { text, names: [role, password] })
}

/** Role statements take no parameters, so Postgres quotes the names and passwords first. */
async function execute(
  client: AdminClient,
  { text, names }: { text: string; names: (string | null)[] },
): Promise<void> {
  const slots = names.map((_name, index) => `, $${index + 2}::text`).join('')
  const { rows } = await client.query(`select format($1::text${slots}) as statement`, [
    text,
    ...names,
  ])
  await client.query(String(rows[0]?.statement))
}
