import { text } from 'node:stream/consumers'
import * as z from 'zod/mini'
import { storedSettings } from './apps/app.js'
import { createApp } from './apps/create-app.js'
import { privateChange } from './apps/private-settings.js'
import { readKeyAndDatabase } from './config.js'
import { readApp } from './db/apps.js'
import { connectDb } from './db/connect.js'
import { migrate } from './db/migrate.js'
import { systemClock } from './ports/clock.js'
import { aesKeyEncryption } from './ports/key-encryption.js'
import { systemRandom } from './ports/random.js'
import { runCommand } from './run-command.js'

/*
 * `node dist/provision-app.js < app.json` creates an app unless one with its id exists, and prints its id and, once, its
 * secret. A given secret is read from standard input, because every process can read arguments.
 */
const input = z.object({
  name: z.string().check(z.minLength(1)),
  environment: z.enum(['development', 'production']),
  appId: z.optional(z.string().check(z.regex(/^[a-z0-9]{25}$/, 'appId has 25 letters and digits'))),
  appSecret: z.optional(z.string().check(z.minLength(32, 'appSecret has at least 32 characters'))),
  maxUsers: z.optional(z.int().check(z.positive())),
  settings: z.optional(z.partial(storedSettings)),
  privateSettings: z.optional(privateChange),
})

async function provision(): Promise<object> {
  const { environment, keks, databaseUrl } = readKeyAndDatabase(process.env)
  const app = input.parse(JSON.parse(await text(process.stdin)))
  const db = connectDb({ url: databaseUrl, poolSize: 2 })
  try {
    const keyEncryption = aesKeyEncryption(keks, systemRandom)
    await migrate(db, keyEncryption)
    const existing = app.appId && (await readApp(db, app.appId))
    if (existing) return { appId: existing.id, created: false }
    const deps = { db, keyEncryption, clock: systemClock, random: systemRandom, environment }
    return { ...(await createApp(deps, withoutUndefined(app))), created: true }
  } finally {
    await db.destroy()
  }
}

/** `exactOptionalPropertyTypes` tells a missing setting from an undefined one; JSON has only the former. */
function withoutUndefined(app: z.output<typeof input>): Parameters<typeof createApp>[1] {
  // `fromEntries` forgets the names: they are those of `app`.
  return Object.fromEntries(
    Object.entries(app).filter(([, value]) => value !== undefined),
  ) as unknown as Parameters<typeof createApp>[1]
}

runCommand(provision)
