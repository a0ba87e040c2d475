import { ConfigError, readSettings } from '@sallyport/process'
import { openVaultDatabase } from './database.js'
import {
  checkUnusedVaultKey,
  listVaultKeys,
  resealRecords,
  type VaultKeyDeps,
} from './encryption-keys.js'
import { recordCipher } from './record-cipher.js'
import { vaultSettings } from './settings.js'

/*
 * `npm run -s vault-keys -- <what>`, as the vault's user and with its settings (docs/deploy.md, "Keys"):
 *
 *   list           how many records name each key of SALLYPORT_VAULT_KEK
 *   rotate         moves what is under older keys to the newest
 *   revoke <id>    checks that no record names the key, so that it can be removed
 */
const usage = 'Usage: vault-keys list | vault-keys rotate | vault-keys revoke <id>'
const deadlineMs = 30_000

const commands: Readonly<Record<string, (deps: VaultKeyDeps, id: string) => Promise<object>>> = {
  list: (deps) => listVaultKeys(deps),
  rotate: (deps) => resealRecords(deps),
  revoke: (deps, id) => checkUnusedVaultKey(deps, id),
}

async function manageVaultKeys(): Promise<object> {
  const [name = '', id = ''] = process.argv.slice(2)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined || (name === 'revoke' && id === '')) throw new Error(usage)
  const { SALLYPORT_ENV, SALLYPORT_VAULT_KEK, SALLYPORT_VAULT_DATABASE_URL } = vaultSettings
  const settings = { SALLYPORT_ENV, SALLYPORT_VAULT_KEK, SALLYPORT_VAULT_DATABASE_URL }
  const { values, problems } = readSettings(settings, process.env)
  if (problems.length > 0) throw new ConfigError(problems)
  const keks = values.SALLYPORT_VAULT_KEK
  const db = openVaultDatabase(values.SALLYPORT_VAULT_DATABASE_URL, deadlineMs)
  try {
    return await command({ db, cipher: recordCipher(keks), keks }, id)
  } finally {
    await db.destroy()
  }
}

manageVaultKeys().then(
  (result) => process.stdout.write(`${JSON.stringify(result)}\n`),
  (error: unknown) => {
    // Messages of Postgres and of connections quote neither statements nor passwords.
    process.stderr.write(`${error instanceof Error ? error.message : 'unknown reason'}\n`)
    process.exitCode = 1
  },
)
