/*
 * better-auth with email codes on node:http and one pool of 16. Its rate limit, logger and telemetry are off, which
 * flatters it. UPDATE_AGE=0 makes every session read write the session, the closest equivalent of a refresh.
 */
import { createServer } from 'node:http'
import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { toNodeHandler } from 'better-auth/node'
import { emailOTP } from 'better-auth/plugins'
import pg from 'pg'
import { answerParent } from '../../lib/child.mjs'

const { DATABASE_URL, PORT, UPDATE_AGE } = process.env
const options = {
  database: new pg.Pool({ connectionString: DATABASE_URL, max: 16 }),
  baseURL: `http://127.0.0.1:${PORT}`,
  secret: 'only-for-measurements-on-loopback-0123456789',
  trustedOrigins: ['*'],
  telemetry: { enabled: false },
  logger: { disabled: true },
  rateLimit: { enabled: false },
  session: UPDATE_AGE === undefined ? {} : { updateAge: Number(UPDATE_AGE) },
  plugins: [emailOTP({ generateOTP: () => '123456', sendVerificationOTP: async () => {} })],
}
const auth = betterAuth(options)
if (UPDATE_AGE === undefined) await (await getMigrations(options)).runMigrations()
createServer(toNodeHandler(auth)).listen(Number(PORT), '127.0.0.1', () => answerParent())
