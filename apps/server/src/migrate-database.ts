import { isProduction, readSettings, unencryptedProblem } from '@sallyport/process'
import { sql } from 'kysely'
import { connectDb } from './db/connect.js'
import { migrate } from './db/migrate.js'
import { grantRuntimeRole } from './db/runtime-role.js'
import { aesKeyEncryption, type KeyEncryption } from './ports/key-encryption.js'
import { systemRandom } from './ports/random.js'
import { runCommand } from './run-command.js'
import { migrateSettings, serverKeyModule, serverSettings } from './settings.js'

/*
 * `npm run -s migrate`: brings the database to the newest schema as the role of SALLYPORT_OWNER_DATABASE_URL, which owns
 * the tables, and gives the role of DATABASE_URL, with which the server runs, what it needs and nothing more. An upgrade that authenticates
 * rows needs SALLYPORT_KEK and SALLYPORT_TOKEN_KEK as well.
 */
async function migrateDatabase(): Promise<object> {
  const { SALLYPORT_ENV, DATABASE_URL } = serverSettings
  const settings = { SALLYPORT_ENV, DATABASE_URL, ...migrateSettings }
  const { values, problems } = readSettings(settings, process.env)
  if (problems.length > 0) throw new Error(problems.join('\n'))
  const { DATABASE_URL: runtimeUrl, SALLYPORT_OWNER_DATABASE_URL: ownerUrl } = values
  const unencrypted = unencryptedProblem('SALLYPORT_OWNER_DATABASE_URL', ownerUrl)
  if (isProduction(process.env) && unencrypted !== undefined) throw new Error(unencrypted)
  const [owner, runtime] = [roleOf(ownerUrl), roleOf(runtimeUrl)]
  if (owner === runtime) {
    throw new Error('SALLYPORT_OWNER_DATABASE_URL and DATABASE_URL must name different roles.')
  }
  const db = connectDb({ url: ownerUrl, poolSize: 1 })
  try {
    // A step that waits for a lock makes every request behind it wait as well: rather it ends, and is run again.
    await sql`set lock_timeout = '5s'`.execute(db)
    await migrate(db, keyOf(process.env))
    await grantRuntimeRole(db, runtime)
    return { migrated: true, owner, runtime }
  } finally {
    await db.destroy()
  }
}

/** The deployment's key, where it is given: the first start of a new database needs none. */
function keyOf(env: NodeJS.ProcessEnv): KeyEncryption | undefined {
  const { SALLYPORT_ENV, SALLYPORT_KEK, SALLYPORT_TOKEN_KEK } = serverSettings
  const isGiven = Object.keys(env).some((name) => /^SALLYPORT_(TOKEN_)?KEK(_FILE|_FD)?$/.test(name))
  if (!isGiven) return undefined
  const { values, problems } = readSettings(
    { SALLYPORT_ENV, SALLYPORT_KEK, SALLYPORT_TOKEN_KEK, ...serverKeyModule },
    env,
  )
  if (problems.length > 0) throw new Error(problems.join('\n'))
  const { SALLYPORT_KEK: shares, SALLYPORT_TOKEN_KEK: tokens } = values
  return aesKeyEncryption({ shares, tokens }, systemRandom)
}

function roleOf(url: string): string {
  return decodeURIComponent(new URL(url).username)
}

runCommand(migrateDatabase)
