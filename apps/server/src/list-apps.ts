import { parseArgs } from 'node:util'
import { readSettings } from '@sallyport/process'
import { connectDb } from './db/connect.js'
import { type ListedApp, listAllApps } from './db/list-apps.js'
import { runCommand } from './run-command.js'
import { serverSettings } from './settings.js'

/*
 * `npm run -s apps -- list [--table]`, as the API's user and with its settings: every app of the deployment with its id, name,
 * environment, number of users, and when it was created and retired; as JSON, or as a table for people.
 */

async function run(): Promise<object | string> {
  const options = { table: { type: 'boolean', default: false } } as const
  const { positionals, values: flags } = parseArgs({ options, allowPositionals: true })
  if (positionals.join(' ') !== 'list') throw new Error('Usage: apps list [--table]')
  const { DATABASE_URL } = serverSettings
  const { values, problems } = readSettings({ DATABASE_URL }, process.env)
  if (problems.length > 0) throw new Error(problems.join('\n'))
  const db = connectDb({ url: values.DATABASE_URL, poolSize: 1 })
  try {
    const apps = await listAllApps(db)
    return flags.table ? tableOf(apps) : { apps }
  } finally {
    await db.destroy()
  }
}

function tableOf(apps: readonly ListedApp[]): string {
  const head = ['ID', 'NAME', 'ENVIRONMENT', 'USERS', 'CREATED', 'RETIRED']
  const rows = apps.map((app) => [
    app.appId,
    app.name,
    app.environment,
    String(app.users),
    app.createdAt.slice(0, 10),
    app.retiredAt?.slice(0, 10) ?? '',
  ])
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)),
  )
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return [head, ...rows].map(line).join('\n')
}

runCommand(run)
