import { text } from 'node:stream/consumers'
import { readSettings } from '@sallyport/process'
import * as z from 'zod/mini'
import { connectDb, type Db } from './db/connect.js'
import { migrate } from './db/migrate.js'
import { deleteRetiredApp, setRetired } from './db/retired-apps.js'
import { systemClock } from './ports/clock.js'
import { runCommand } from './run-command.js'
import { serverSettings } from './settings.js'

/*
 * `echo '{"appId":"…","action":"retire"}' | npm run -s retire-app`
 *
 * - `retire`: the server answers as if the app did not exist. Nothing is deleted.
 * - `restore`: the app works again as before.
 * - `delete`: deletes the app with all users and shares, 30 days after it was retired. Needs the role that owns the tables.
 */
const input = z.object({
  appId: z.string().check(z.minLength(1)),
  action: z.enum(['retire', 'restore', 'delete']),
})

/** How long a retired app can be restored, in milliseconds. */
const holdMs = 30 * 86_400_000

async function retire(): Promise<object> {
  const command = input.parse(JSON.parse(await text(process.stdin)))
  const { values, problems } = readSettings(
    { DATABASE_URL: serverSettings.DATABASE_URL },
    process.env,
  )
  if (problems.length > 0) throw new Error(problems.join('\n'))
  const db = connectDb({ url: values.DATABASE_URL, poolSize: 1 })
  try {
    await migrate(db)
    return await actions[command.action](db, command.appId)
  } finally {
    await db.destroy()
  }
}

const actions = {
  retire: (db, appId) => change(db, { appId, retiredAtMs: systemClock.nowMs() }),
  restore: (db, appId) => change(db, { appId, retiredAtMs: null }),
  delete: async (db, appId) => {
    const beforeMs = systemClock.nowMs() - holdMs
    if (await deleteRetiredApp(db, { appId, beforeMs })) return { appId, deleted: true }
    throw new Error(`No app with the id ${appId} was retired more than 30 days ago.`)
  },
} satisfies Record<string, (db: Db, appId: string) => Promise<object>>

async function change(db: Db, app: { appId: string; retiredAtMs: number | null }): Promise<object> {
  const changed = await setRetired(db, app)
  if (changed === undefined) throw new Error(`No app has the id ${app.appId}.`)
  const { retiredAtMs } = changed
  if (retiredAtMs === null) return { appId: app.appId, retiredAt: null }
  return {
    appId: app.appId,
    retiredAt: new Date(retiredAtMs).toISOString(),
    canBeDeletedAt: new Date(retiredAtMs + holdMs).toISOString(),
  }
}

runCommand(retire)
