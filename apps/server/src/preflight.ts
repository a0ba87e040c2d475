import { once } from 'node:events'
import { createServer } from 'node:net'
import pg from 'pg'
import { isPostgresUrl, postgresUrlProblem, type ServerConfig } from './config.js'

/** What keeps a server with these settings from starting, one sentence each; looks, and changes nothing. */
export async function preflight(config: ServerConfig): Promise<string[]> {
  const problems = await Promise.all([
    databaseProblem('DATABASE_URL', config.databaseUrl),
    portProblem(config),
  ])
  return problems.filter((problem) => problem !== undefined)
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
