import { keyCommandDeadlineMs, runKeyCommand } from '@sallyport/keyholder'
import { ConfigError, readSettings } from '@sallyport/process'
import { openVaultDatabase } from './database.js'
import { recordCipher } from './record-cipher.js'
import { vaultKeyModule, vaultSettings } from './settings.js'
import { vaultRecords } from './vault-records.js'

/*
 * `npm run -s vault-keys -- <what>`, as the vault's user and with its settings (docs/operate/deploy.md, "Keys"):
 *
 *   list           how many records name each key of SALLYPORT_VAULT_KEK
 *   rotate         moves what is under older keys to the newest
 *   revoke <id>    checks that no record names the key, so that it can be removed
 *   repin <app id> <file>   accepts this token key of the app (PEM) at once, and no other
 */
runKeyCommand('vault-keys', () => {
  const { SALLYPORT_ENV, SALLYPORT_VAULT_KEK, SALLYPORT_VAULT_DATABASE_URL } = vaultSettings
  const settings = {
    SALLYPORT_ENV,
    SALLYPORT_VAULT_KEK,
    SALLYPORT_VAULT_DATABASE_URL,
    ...vaultKeyModule,
  }
  const { values, problems } = readSettings(settings, process.env)
  if (problems.length > 0) throw new ConfigError(problems)
  const keks = values.SALLYPORT_VAULT_KEK
  const db = openVaultDatabase(values.SALLYPORT_VAULT_DATABASE_URL, keyCommandDeadlineMs)
  const close = () => db.destroy()
  return { db, cipher: recordCipher(keks), keks, store: vaultRecords, close }
})
