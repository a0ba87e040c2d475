import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type NodeChild, startNode } from './node-child.js'
import { loadOrCreateKey } from './secrets.js'
import type { LaunchSettings } from './settings.js'
import { socketPath } from './socket-path.js'

/** Starts the vault and the signer; they may not be ready yet. */
export function startSigners(options: {
  settings: LaunchSettings
  databases: { vault: string; signer: string }
}): { vault: NodeChild; signer: NodeChild; sockets: { vault: string; signer: string } } {
  const { settings, databases } = options
  const { root, folder, ports } = settings
  const main = (app: string) => join(root, 'apps', app, 'dist', 'main.js')
  const logs = join(folder, 'logs')
  const sockets = {
    vault: socketPath(folder, 'vault'),
    signer: socketPath(folder, 'signer'),
  }
  const vault = startNode({
    name: 'vault',
    script: main('vault'),
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
  const signer = startNode({
    name: 'signer',
    script: main('signer'),
    cwd: root,
    logPath: join(logs, 'signer.log'),
    env: {
      SALLYPORT_ENV: 'development',
      SALLYPORT_SIGNER_SOCKET: sockets.signer,
      SALLYPORT_SIGNER_KEK: loadOrCreateKey(signerKeyPath(folder)),
      SALLYPORT_SIGNER_DATABASE_URL: databases.signer,
    },
  })
  return { vault, signer, sockets }
}

/** The file of the signer's key. Folders of earlier versions have it under the signer's earlier name. */
function signerKeyPath(folder: string): string {
  const earlier = join(folder, 'delegate.key')
  return existsSync(earlier) ? earlier : join(folder, 'signer.key')
}
