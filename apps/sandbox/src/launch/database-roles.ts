import pg from 'pg'
import { StartError } from './start-error.js'

interface RoleSettings {
  apiOwnerPassword: string
  apiPassword: string
  vaultPassword: string
  signerPassword: string
}
/** The built `provisionRoles`: four roles, none of which can read another's schema. */
type ProvisionRoles = (
  client: pg.Client,
  settings: RoleSettings,
) => Promise<{ signerRole?: string }>

/** Connection strings of the roles in the administrator's database. */
interface RoleUrls {
  /** Owns the API's tables and migrates them. */
  apiOwner: string
  api: string
  vault: string
  signer: string
}

/**
 * Creates the database roles of the API and the vault with the given passwords and returns their connection strings.
 *
 * @throws StartError when the database can't be reached or the administrator may not create roles.
 */
export async function createRoles(options: {
  adminUrl: string
  passwords: RoleSettings
  /** URL of the folder of the built file of the roles. */
  rolesFolder: string
}): Promise<RoleUrls> {
  const { adminUrl, passwords, rolesFolder } = options
  // Loaded by path, like the programs it starts: the sandbox doesn't depend on the vault's code.
  const module = await import(new URL('roles.js', rolesFolder).href)
  const provision: ProvisionRoles = module.provisionRoles
  const client = new pg.Client({ connectionString: adminUrl })
  let signerRole: string | undefined
  try {
    await client.connect()
    ;({ signerRole } = await provision(client, passwords))
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : 'unknown reason'
    throw new StartError(
      `Cannot prepare the database of DATABASE_URL (${reason}): check that it is running and that its user may create roles.`,
    )
  } finally {
    await client.end().catch(() => undefined)
  }
  return {
    apiOwner: withLogin(adminUrl, 'sallyport_api_owner', passwords.apiOwnerPassword),
    api: withLogin(adminUrl, 'sallyport_api', passwords.apiPassword),
    vault: withLogin(adminUrl, 'sallyport_vault', passwords.vaultPassword),
    signer: withLogin(adminUrl, signerRole ?? 'sallyport_signer', passwords.signerPassword),
  }
}

function withLogin(adminUrl: string, role: string, password: string): string {
  const url = new URL(adminUrl)
  url.username = role
  url.password = password
  return url.href
}
