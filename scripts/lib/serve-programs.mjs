import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { asProduction } from './serve-environments.mjs'
import { readSecrets } from './serve-secrets.mjs'

/** The settings of the built programs, and what reads them; `users` are those of the programs. */
export async function loadPrograms(root, users) {
  const load = (...parts) => import(pathToFileURL(join(root, ...parts)).href)
  const { readConfig } = await load('apps/server/dist/config.js')
  const { readSecret } = await load('packages/process/dist/index.js')
  const { serverSettings } = await load('apps/server/dist/settings.js')
  const { vaultSettings } = await load('apps/vault/dist/settings.js')
  const { readVaultConfig } = await load('apps/vault/dist/config.js')
  const { signerSettings } = await load('apps/signer/dist/settings.js')
  const { readSignerConfig } = await load('apps/signer/dist/config.js')
  const { pagesSettings, readPagesConfig } = await load('apps/pages/dist/index.js')
  const settings = {
    server: serverSettings,
    vault: vaultSettings,
    signer: signerSettings,
    pages: pagesSettings,
  }
  const secretsFor = (given, name) =>
    readSecrets(asProduction(given, users[name]), settings[name], readSecret)
  const secretsOf = (given) =>
    Object.assign({}, ...Object.keys(settings).map((name) => secretsFor(given, name)))
  return {
    settings,
    secretsFor,
    secretsOf,
    read: {
      server: readConfig,
      vault: readVaultConfig,
      signer: readSignerConfig,
      pages: readPagesConfig,
      secretsOf,
    },
    preflight: await load('apps/server/dist/preflight.js'),
  }
}
