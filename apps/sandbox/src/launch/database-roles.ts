import pg from 'pg'
import { StartError } from './start-error.js'

interface RoleSettings {
  apiOwnerPassword: string
  apiPassword: string
  vaultPassword: string
  delegatePassword: string
}
/** `provisionRoles` of the built vault: four roles, none of which can read another's schema. */
type ProvisionRoles = (client: pg.Client, settings: RoleSettings) => Promise<void>

/** Connection strings of the roles in the administrator's database. */
interface RoleUrls {
  /** Owns the API's tables and migrates them. */
  apiOwner: string
  api: string
  vault: string
  /** The signer of delegated wallets. */
  delegate: string
}

/**
 * Creates the database roles of the API and the vault with the given passwords and returns their connection strings.
 *
 * @throws StartError when the database can't be reached or the administrator may not create roles.
 */
export async function createRoles(options: {
  adminUrl: string
  passwords: RoleSettings
  signerFolder: string
}): Promise<RoleUrls> {
  const { adminUrl, passwords, signerFolder } = options
  // Loaded by path, like the programs it starts: the sandbox doesn't depend on the vault's code.
  const module = await import(new URL('roles.js', signerFolder).href)
  const provision: ProvisionRoles = module.provisionRoles
  const client = new pg.Client({ connectionString: adminUrl })
  try {
    await client.connect()
    await provision(client, passwords)
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
    delegate: withLogin(adminUrl, 'sallyport_delegate', passwords.delegatePassword),
  }
}

function withLogin(adminUrl: string, role: string, password: string): string {
  const url = new URL(adminUrl)
  url.username = role
  url.password = password
  return url.href
}
