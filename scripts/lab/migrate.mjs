import { join } from 'node:path'
import { directUrl } from './entry.mjs'
import { writeFor } from './files.mjs'
import { users } from './hosts.mjs'
import { runIn } from './run-in.mjs'
import { at } from './state.mjs'

/** Brings the API's tables to the version of a build, past PgBouncer. */
export function migrateDatabase(state, build) {
  const files = {
    SALLYPORT_KEK_FILE: at('migrate', 'api.kek'),
    SALLYPORT_TOKEN_KEK_FILE: at('migrate', 'token.kek'),
  }
  for (const name of ['api.kek', 'token.kek'])
    writeFor(users.owner, at('migrate', name), state.secrets[name])
  const env = {
    NODE_EXTRA_CA_CERTS: at('ca.pem'),
    ...files,
    DATABASE_URL: directUrl('api', state),
    SALLYPORT_OWNER_DATABASE_URL: directUrl('api_owner', state),
  }
  runIn('load1', {
    user: users.owner,
    env,
    command: [process.execPath, join(build, 'apps/server/dist/migrate-database.js')],
  })
}
