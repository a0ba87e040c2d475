import { vaultSchema } from './database.js'

/** Schema of the API's tables. */
const apiSchema = 'sallyport_api'

/** What `provisionRoles` needs of a `pg` client or pool connected as a role that may create roles. */
export interface AdminClient {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
}

/** The two database roles: names and passwords. */
export interface RoleSettings {
  apiPassword: string
  vaultPassword: string
  /** Default `sallyport_api`. */
  apiRole?: string
  /** Default `sallyport_vault`. */
  vaultRole?: string
}

/**
 * Makes the API's and the vault's roles in the connected database, so that neither can read the other's tables: the
 * API owns schema `sallyport_api`, the vault owns `sallyport_vault`. May be run again; passwords are set to those given.
 */
export async function provisionRoles(client: AdminClient, settings: RoleSettings): Promise<void> {
  const { apiRole = 'sallyport_api', vaultRole = 'sallyport_vault' } = settings
  await makeRole(client, { role: apiRole, password: settings.apiPassword })
  await makeRole(client, { role: vaultRole, password: settings.vaultPassword })
  const { rows } = await client.query('select current_database() as name')
  const database = String(rows[0]?.name)
  const statements: [string, ...string[]][] = [
    ['revoke all on database %I from public', database],
    ['grant connect, temporary on database %I to %I, %I', database, apiRole, vaultRole],
    ['revoke all on schema public from public'],
    ['create schema if not exists %I authorization %I', apiSchema, apiRole],
    ['create schema if not exists %I authorization %I', vaultSchema, vaultRole],
    ['revoke all on schema %I from public, %I', apiSchema, vaultRole],
    ['revoke all on schema %I from public, %I', vaultSchema, apiRole],
  ]
  for (const [text, ...names] of statements) await execute(client, { text, names })
}

async function makeRole(
  client: AdminClient,
  { role, password }: { role: string; password: string },
): Promise<void> {
  const { rows } = await client.query('select from pg_roles where rolname = $1', [role])
  const verb = rows.length === 0 ? 'create' : 'alter'
  const text = `${verb} role %I with login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password %L`
  await execute(client, { text, names: [role, password] })
}

/** Role statements take no parameters: the server quotes the names itself before they are run. */
async function execute(
  client: AdminClient,
  { text, names }: { text: string; names: string[] },
): Promise<void> {
  const slots = names.map((_name, index) => `, $${index + 2}::text`).join('')
  const { rows } = await client.query(`select format($1::text${slots}) as statement`, [
    text,
    ...names,
  ])
  await client.query(String(rows[0]?.statement))
}
