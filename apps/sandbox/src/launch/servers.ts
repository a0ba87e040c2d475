import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { loadOrCreateAuthorizationKey, publicHalfOf } from '../back-end/authorization-key.js'
import { regtestReference } from '../bitcoin/local-bitcoin.js'
import { genesisHash } from '../solana/genesis-hash.js'
import { evmChainId } from './anvil.js'
import { createRoles } from './database-roles.js'
import { demoApp } from './demo-app.js'
import { listKnownApps } from './known-apps.js'
import { migrateDatabase } from './migrate-database.js'
import { type NodeChild, startNode } from './node-child.js'
import { provisionApp } from './provision-app.js'
import { secondDemoApp } from './second-demo-app.js'
import { loadOrCreateKey, loadOrCreateTokenKeys, type Secrets } from './secrets.js'
import type { LaunchSettings } from './settings.js'
import { startSigners } from './signers.js'
import type { Urls } from './urls.js'

/**
 * Starts the API, the vault and the signer, and gives them in this order. Each gets its own database role and key, and none of the others' secrets.
 */
export async function startServers(options: {
  settings: LaunchSettings
  secrets: Secrets
  urls: Urls
  adminUrl: string
}): Promise<NodeChild[]> {
  const { settings, secrets, urls, adminUrl } = options
  const { root, folder, ports } = settings
  const built = (app: string) => join(root, 'apps', app, 'dist')
  const databases = await createRoles({
    adminUrl,
    passwords: {
      apiOwnerPassword: secrets.apiOwnerDatabasePassword,
      apiPassword: secrets.apiDatabasePassword,
      vaultPassword: secrets.vaultDatabasePassword,
      signerPassword: secrets.signerDatabasePassword,
    },
    rolesFolder: pathToFileURL(`${join(root, 'packages', 'keyholder', 'dist')}/`).href,
  })
  const logs = join(folder, 'logs')

  const { vault, signer, sockets } = startSigners({ settings, databases })
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
    SALLYPORT_SOLANA_RPC: `${genesisHash.slice(0, 32)}=${urls.solanaRpcUrl}`,
    SALLYPORT_BITCOIN_ESPLORA: `${regtestReference}=${urls.esploraUrl}`,
    SALLYPORT_BUNDLERS: `${evmChainId}=${urls.bundlerUrl}`,
    SALLYPORT_PAYMASTERS: `${evmChainId}=${urls.paymasterUrl}`,
    SALLYPORT_TOKEN_FACTS_URL: urls.oauthUrl,
    SALLYPORT_OAUTH_SIMULATOR: urls.oauthUrl,
    SALLYPORT_VAULT_SOCKET: sockets.vault,
    SALLYPORT_SIGNER_SOCKET: sockets.signer,
    SALLYPORT_FRAME_DIR: join(root, 'apps', 'frame', 'dist-page'),
    DATABASE_URL: databases.api,
  }
  await migrateDatabase({
    script: join(built('server'), 'migrate-database.js'),
    env: {
      SALLYPORT_ENV: 'development',
      SALLYPORT_KEK: serverEnv.SALLYPORT_KEK,
      SALLYPORT_TOKEN_KEK: serverEnv.SALLYPORT_TOKEN_KEK,
      SALLYPORT_OWNER_DATABASE_URL: databases.apiOwner,
      DATABASE_URL: databases.api,
    },
  })
  const authorizationKey = publicHalfOf(loadOrCreateAuthorizationKey(folder))
  const apps = [demoApp({ secrets, urls, authorizationKey }), secondDemoApp({ secrets, urls })]
  const appIds = apps.map(({ appId }) => appId)
  const known = await listKnownApps(databases.api, appIds)
  const newApps = apps.filter(({ appId }) => !known.has(appId))
  const script = join(built('server'), 'provision-app.js')
  await Promise.all([vault.ready, signer.ready])
  const server = startNode({
    name: 'server',
    script: join(built('server'), 'main.js'),
    cwd: root,
    logPath: join(logs, 'server.log'),
    env: serverEnv,
  })
  await Promise.all([
    server.ready,
    ...newApps.map((app) => provisionApp({ script, env: serverEnv, app })),
  ])
  return [server, vault, signer]
}
