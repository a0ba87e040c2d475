import pg from 'pg'
import { Sentence } from './sentence.js'

interface RoleSettings {
  apiPassword: string
  vaultPassword: string
}
/** `provisionRoles` of the vault's build: two roles, each with a schema the other cannot read. */
type ProvisionRoles = (client: pg.Client, settings: RoleSettings) => Promise<void>

/** Connection strings of the two roles, in the same database as the administrator's. */
export interface RoleUrls {
  api: string
  vault: string
}

/**
 * Makes the API's and the vault's database roles, with the passwords given, and their connection strings.
 *
 * @throws Sentence when the database cannot be reached or the administrator may not make roles.
 */
export async function makeRoles(options: {
  adminUrl: string
  passwords: RoleSettings
  signerFolder: string
}): Promise<RoleUrls> {
  const { adminUrl, passwords, signerFolder } = options
  // Loaded by path like the programs that are started: the sandbox does not depend on the vault's code.
  const module = await import(new URL('roles.js', signerFolder).href)
  const provision: ProvisionRoles = module.provisionRoles
  const client = new pg.Client({ connectionString: adminUrl })
  try {
    await client.connect()
    await provision(client, passwords)
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : 'unknown reason'
    throw new Sentence(
      `The database of DATABASE_URL cannot be prepared (${reason}): it must answer, and its user must be allowed to create roles.`,
    )
  } finally {
    await client.end().catch(() => undefined)
  }
  return {
    api: withLogin(adminUrl, 'sallyport_api', passwords.apiPassword),
    vault: withLogin(adminUrl, 'sallyport_vault', passwords.vaultPassword),
  }
}

function withLogin(adminUrl: string, role: string, password: string): string {
  const url = new URL(adminUrl)
  url.username = role
  url.password = password
  return url.href
}
