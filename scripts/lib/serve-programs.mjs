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
  const { vaultSettings } = await load('apps/signer/dist/settings.js')
  const { readVaultConfig } = await load('apps/signer/dist/config.js')
  const { delegateSettings } = await load('apps/signer/dist/delegation/settings.js')
  const { readDelegateConfig } = await load('apps/signer/dist/delegation/config.js')
  const { pagesSettings, readPagesConfig } = await load('apps/pages/dist/index.js')
  const settings = {
    server: serverSettings,
    vault: vaultSettings,
    delegate: delegateSettings,
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
      delegate: readDelegateConfig,
      pages: readPagesConfig,
      secretsOf,
    },
    preflight: await load('apps/server/dist/preflight.js'),
  }
}
