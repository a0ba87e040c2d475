import { keyCommandDeadlineMs, runKeyCommand } from '@sallyport/keyholder'
import { ConfigError, readSettings } from '@sallyport/process'
import { openSignerDatabase } from './database.js'
import { signerKeyModule, signerSettings } from './settings.js'
import { signerCipher } from './signer-cipher.js'
import { signerRecords } from './signer-records.js'

/*
 * `npm run -s signer-keys -- list | rotate | revoke <id> | repin <app id> <file>`: what `vault-keys` does, for the signer, as its
 * user and with its settings (docs/operate/deploy.md, "Keys").
 */
runKeyCommand('signer-keys', () => {
  const { SALLYPORT_ENV, SALLYPORT_SIGNER_KEK, SALLYPORT_SIGNER_DATABASE_URL } = signerSettings
  const settings = {
    SALLYPORT_ENV,
    SALLYPORT_SIGNER_KEK,
    SALLYPORT_SIGNER_DATABASE_URL,
    ...signerKeyModule,
  }
  const { values, problems } = readSettings(settings, process.env)
  if (problems.length > 0) throw new ConfigError(problems)
  const keks = values.SALLYPORT_SIGNER_KEK
  const db = openSignerDatabase(values.SALLYPORT_SIGNER_DATABASE_URL, keyCommandDeadlineMs)
  const close = () => db.destroy()
  return { db, cipher: signerCipher(keks), keks, store: signerRecords, close }
})
