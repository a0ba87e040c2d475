import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { evmChainId } from './anvil.js'
import { createRoles } from './database-roles.js'
import { migrateDatabase } from './migrate-database.js'
import { type NodeChild, startNode } from './node-child.js'
import { provisionApp } from './provision-app.js'
import { loadOrCreateKey, loadOrCreateTokenKeys, type Secrets } from './secrets.js'
import type { LaunchSettings } from './settings.js'
import { socketPath } from './socket-path.js'
import type { Urls } from './urls.js'

/** The running servers. */
interface Servers {
  vault: NodeChild
  server: NodeChild
}

/** Starts the vault and the API. Each gets its own database role and key, and none of the other's secrets. */
export async function startServers(options: {
  settings: LaunchSettings
  secrets: Secrets
  urls: Urls
  adminUrl: string
}): Promise<Servers> {
  const { settings, secrets, urls, adminUrl } = options
  const { root, folder, ports } = settings
  const built = (app: string) => join(root, 'apps', app, 'dist')
  const databases = await createRoles({
    adminUrl,
    passwords: {
      apiOwnerPassword: secrets.apiOwnerDatabasePassword,
      apiPassword: secrets.apiDatabasePassword,
      vaultPassword: secrets.vaultDatabasePassword,
    },
    signerFolder: pathToFileURL(`${built('signer')}/`).href,
  })
  const socket = socketPath(folder, 'vault')
  const logs = join(folder, 'logs')

  const vault = startNode({
    name: 'vault',
    script: join(built('signer'), 'main.js'),
    cwd: root,
    logPath: join(logs, 'vault.log'),
    env: {
      SALLYPORT_ENV: 'development',
      SALLYPORT_VAULT_SOCKET: socket,
      SALLYPORT_VAULT_KEK: loadOrCreateKey(join(folder, 'vault.key')),
      SALLYPORT_VAULT_DATABASE_URL: databases.vault,
      SALLYPORT_VAULT_SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`,
      SALLYPORT_VAULT_MAIL_FROM: 'vault@sallyport.localhost',
      // Wallets of a sandbox are always new, and new ones have a third of it.
      SALLYPORT_VAULT_RELEASES_PER_MINUTE: '100',
    },
  })
  const serverEnv = {
    SALLYPORT_ENV: 'development',
    SALLYPORT_HOST: '127.0.0.1',
    SALLYPORT_PORT: String(ports.auth),
    SALLYPORT_PUBLIC_URL: urls.authUrl,
    SALLYPORT_TOKEN_KEK: loadOrCreateTokenKeys(folder),
    SALLYPORT_KEK: loadOrCreateKey(join(folder, 'api.key')),
    SALLYPORT_SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`,
    SALLYPORT_MAIL_FROM: 'Sallyport <no-reply@sallyport.localhost>',
    SALLYPORT_SMS_URL: `http://127.0.0.1:${ports.sms}`,
    SALLYPORT_SMS_ACCOUNT: 'sandbox',
    SALLYPORT_SMS_TOKEN: 'sandbox',
    SALLYPORT_SMS_FROM: '+12015550100',
    SALLYPORT_CAPTCHA_URL: urls.captchaUrl,
    SALLYPORT_TELEGRAM_URL: urls.telegramUrl,
    SALLYPORT_FARCASTER_RELAY_URL: urls.farcasterUrl,
    SALLYPORT_FARCASTER_API_URL: urls.farcasterUrl,
    SALLYPORT_FARCASTER_RPC_URL: `${urls.farcasterUrl}/rpc`,
    SALLYPORT_ETHEREUM_RPC: `${evmChainId}=${urls.evmRpcUrl}`,
    SALLYPORT_BUNDLERS: `${evmChainId}=${urls.bundlerUrl}`,
    SALLYPORT_PAYMASTERS: `${evmChainId}=${urls.paymasterUrl}`,
    SALLYPORT_TOKEN_FACTS_URL: urls.oauthUrl,
    SALLYPORT_OAUTH_SIMULATOR: urls.oauthUrl,
    SALLYPORT_VAULT_SOCKET: socket,
    SALLYPORT_FRAME_DIR: join(root, 'apps', 'frame', 'dist-page'),
    DATABASE_URL: databases.api,
  }
  await migrateDatabase({
    script: join(built('server'), 'migrate-database.js'),
    env: {
      SALLYPORT_ENV: 'development',
      SALLYPORT_OWNER_DATABASE_URL: databases.apiOwner,
      DATABASE_URL: databases.api,
    },
  })
  await provisionApp({
    script: join(built('server'), 'provision-app.js'),
    env: serverEnv,
    secrets,
    urls,
  })
  await vault.ready
  const server = startNode({
    name: 'server',
    script: join(built('server'), 'main.js'),
    cwd: root,
    logPath: join(logs, 'server.log'),
    env: serverEnv,
  })
  await server.ready
  return { vault, server }
}
