import { ConfigError, readSettings } from '@sallyport/process'
import { keyCommandDeadlineMs, runKeyCommand } from '../key-commands.js'
import { openDelegateDatabase } from './database.js'
import { delegateCipher } from './delegate-cipher.js'
import { delegateRecords } from './delegate-records.js'
import { delegateSettings } from './settings.js'

/*
 * `npm run -s delegate-keys -- list | rotate | revoke <id> | repin <app id> <file>`: what `vault-keys` does, for the signer of delegated wallets, as its
 * user and with its settings (docs/operate/deploy.md, "Keys").
 */
runKeyCommand('delegate-keys', () => {
  const { SALLYPORT_ENV, SALLYPORT_DELEGATE_KEK, SALLYPORT_DELEGATE_DATABASE_URL } =
    delegateSettings
  const settings = { SALLYPORT_ENV, SALLYPORT_DELEGATE_KEK, SALLYPORT_DELEGATE_DATABASE_URL }
  const { values, problems } = readSettings(settings, process.env)
  if (problems.length > 0) throw new ConfigError(problems)
  const keks = values.SALLYPORT_DELEGATE_KEK
  const db = openDelegateDatabase(values.SALLYPORT_DELEGATE_DATABASE_URL, keyCommandDeadlineMs)
  const close = () => db.destroy()
  return { db, cipher: delegateCipher(keks), keks, store: delegateRecords, close }
})
