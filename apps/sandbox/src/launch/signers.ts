import { join } from 'node:path'
import { type NodeChild, startNode } from './node-child.js'
import { loadOrCreateKey } from './secrets.js'
import type { LaunchSettings } from './settings.js'
import { socketPath } from './socket-path.js'

/** Starts the vault and the signer of delegated wallets; they may not be ready yet. */
export function startSigners(options: {
  settings: LaunchSettings
  databases: { vault: string; delegate: string }
}): { vault: NodeChild; delegate: NodeChild; sockets: { vault: string; delegate: string } } {
  const { settings, databases } = options
  const { root, folder, ports } = settings
  const built = join(root, 'apps', 'signer', 'dist')
  const logs = join(folder, 'logs')
  const sockets = {
    vault: socketPath(folder, 'vault'),
    delegate: socketPath(folder, 'delegate'),
  }
  const vault = startNode({
    name: 'vault',
    script: join(built, 'main.js'),
    cwd: root,
    logPath: join(logs, 'vault.log'),
    env: {
      SALLYPORT_ENV: 'development',
      SALLYPORT_VAULT_SOCKET: sockets.vault,
      SALLYPORT_VAULT_KEK: loadOrCreateKey(join(folder, 'vault.key')),
      SALLYPORT_VAULT_DATABASE_URL: databases.vault,
      SALLYPORT_VAULT_SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`,
      SALLYPORT_VAULT_MAIL_FROM: 'vault@sallyport.localhost',
      // Wallets of a sandbox are always new, and new ones have a third of it.
      SALLYPORT_VAULT_RELEASES_PER_MINUTE: '100',
    },
  })
  const delegate = startNode({
    name: 'delegate',
    script: join(built, 'delegation', 'main.js'),
    cwd: root,
    logPath: join(logs, 'delegate.log'),
    env: {
      SALLYPORT_ENV: 'development',
      SALLYPORT_DELEGATE_SOCKET: sockets.delegate,
      SALLYPORT_DELEGATE_KEK: loadOrCreateKey(join(folder, 'delegate.key')),
      SALLYPORT_DELEGATE_DATABASE_URL: databases.delegate,
    },
  })
  return { vault, delegate, sockets }
}
