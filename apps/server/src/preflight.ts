import { once } from 'node:events'
import { createServer } from 'node:net'
import pg from 'pg'
import { refuseDevelopmentApps } from './apps/refuse-development-apps.js'
import { ConfigError, isPostgresUrl, postgresUrlProblem, type ServerConfig } from './config.js'
import { connectDb } from './db/connect.js'

/** SQLSTATE of a table that is not there. */
const undefinedTable = '42P01'

/** What keeps a server with these settings from starting, one sentence each; looks, and changes nothing. */
export async function preflight(config: ServerConfig): Promise<string[]> {
  const { databaseUrl, environment } = config
  const [database, port] = await Promise.all([
    databaseProblem('DATABASE_URL', databaseUrl),
    portProblem(config),
  ])
  const problems = [database, port].filter((problem) => problem !== undefined)
  if (database !== undefined || environment !== 'production') return problems
  return [...problems, ...(await appProblems(databaseUrl))]
}

/**
 * Why the database in the variable `name` cannot be used, in one sentence without its password; undefined when it
 * answers within `patienceMs`.
 */
export async function databaseProblem(
  name: string,
  url: string,
  patienceMs = 5_000,
): Promise<string | undefined> {
  if (!isPostgresUrl(url)) return postgresUrlProblem(name)
  let client: pg.Client | undefined
  try {
    client = new pg.Client({ connectionString: url, connectionTimeoutMillis: patienceMs })
    // A connection that breaks later is not this question's.
    client.on('error', () => {})
    await client.connect()
    return undefined
  } catch (error) {
    return `${name} cannot be used: ${reasonOf(error, new URL(url).host)}.`
  } finally {
    client?.end().catch(() => {})
  }
}

/** Why the server cannot listen, in one sentence; undefined when it can. */
export async function portProblem(where: {
  host: string
  port: number
}): Promise<string | undefined> {
  const { host, port } = where
  const probe = createServer()
  try {
    await once(probe.listen({ host, port }), 'listening')
    probe.close()
    await once(probe, 'close')
    return undefined
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EADDRINUSE')
      return `SALLYPORT_PORT ${port} is taken on ${host}: stop what uses it, or set another.`
    if (code === 'EACCES')
      return `SALLYPORT_PORT ${port} may not be listened on by this user: set one from 1024 up.`
    return `SALLYPORT_HOST ${host} cannot be listened on (${code}): set an address of this machine.`
  }
}

/** A sentence for each development app in the database; none while its tables do not exist. */
export async function appProblems(databaseUrl: string): Promise<readonly string[]> {
  const db = connectDb({ url: databaseUrl, poolSize: 1 })
  try {
    await refuseDevelopmentApps(db)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    if (codeOf(error) === undefinedTable) return []
    throw error
  } finally {
    await db.destroy()
  }
}

/** Postgres says itself what it refuses; of the network there is only a code. */
function reasonOf(error: unknown, host: string): string {
  const code = codeOf(error)
  const message = error instanceof Error ? error.message : ''
  if (/^[0-9A-Z]{5}$/.test(code)) return message
  if (code !== '') return `nothing answers at ${host} (${code})`
  return /timeout/i.test(message) ? `${host} does not answer` : message.replace(/\.$/, '')
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
