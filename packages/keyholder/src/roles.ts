import { apiSchema, signerSchema, vaultSchema } from './schemas.js'

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
  /** Without it the signer gets no role: it is not needed yet. */
  signerPassword?: string | null
  /** Default: the owner of the signer's schema, which earlier versions called `sallyport_delegate`; else `sallyport_signer`. */
  signerRole?: string
}

/**
 * Creates the database roles in the connected database. The API's and the vault's roles cannot read each other's tables:
 * `sallyport_api` belongs to the API's owner role (see `apiOwnerPassword`), `sallyport_vault` to the vault. May be run
 * again: passwords are set to those given, and tables that the API's role owned go to the owner role.
 *
 * @returns The signer's role, where it has one.
 */
export async function provisionRoles(
  client: AdminClient,
  settings: RoleSettings,
): Promise<{ signerRole?: string }> {
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
  const { signerPassword } = settings
  const signerRole = settings.signerRole ?? (await findSignerRole(client))
  if (signerPassword !== undefined) {
    await makeRole(client, { role: signerRole, password: signerPassword })
    await createSignerSchema(client, { database, signerRole, others: [apiRole, vaultRole, owner] })
  }
  if (owner !== apiRole) await moveTables(client, { from: apiRole, to: owner })
  return signerPassword === undefined ? {} : { signerRole }
}

/** The owner of the signer's schema; where there is none yet, its role's name. */
async function findSignerRole(client: AdminClient): Promise<string> {
  const { rows } = await client.query(
    'select pg_get_userbyid(nspowner) as owner from pg_namespace where nspname = $1',
    [signerSchema],
  )
  return String(rows[0]?.owner ?? 'sallyport_signer')
}

async function createSignerSchema(
  client: AdminClient,
  { database, signerRole, others }: { database: string; signerRole: string; others: string[] },
): Promise<void> {
  const statements: [string, ...string[]][] = [
    ['grant connect, temporary on database %I to %I', database, signerRole],
    ['create schema if not exists %I authorization %I', signerSchema, signerRole],
    ['revoke all on schema %I from public, %I, %I, %I', signerSchema, ...others],
  ]
  for (const [text, ...names] of statements) await execute(client, { text, names })
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
