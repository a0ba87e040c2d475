import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { isPostgresUrl, postgresUrlProblem } from '@sallyport/process'
import { mailServerProblem } from '@sallyport/process/mail'
import pg from 'pg'
import type { ServerConfig } from './config.js'

/** Why a server with these settings cannot start, one sentence each. Changes nothing. */
export async function preflight(config: ServerConfig): Promise<string[]> {
  const [database, others] = await Promise.all([
    databaseProblem('DATABASE_URL', config.databaseUrl),
    machineProblems(config),
  ])
  return database === undefined ? others : [database, ...others]
}

/** The same but for the database, which may let in the server's user alone. */
export async function machineProblems(config: ServerConfig): Promise<string[]> {
  const problems = await Promise.all([
    portProblem(config),
    mailServerProblem('SALLYPORT_SMTP_URL', config.channels.email),
  ])
  return problems.filter((problem) => problem !== undefined)
}

/** How long a start waits for a slow database, in milliseconds. */
const startMs = 30_000

/** How long it waits before it asks a database again that is starting itself, in milliseconds. */
const retryMs = 250

/** SQLSTATE of a Postgres that is starting or recovering. */
const startingUp = '57P03'

/**
 * Why the database in the variable `name` cannot be used, in one sentence without its password; undefined when it
 * answers within `timeoutMs`. One that is starting itself is asked again until then.
 */
export async function databaseProblem(
  name: string,
  url: string,
  timeoutMs = startMs,
): Promise<string | undefined> {
  if (!isPostgresUrl(url)) return postgresUrlProblem(name)
  const endMs = performance.now() + timeoutMs
  for (;;) {
    const error = await connectionError(url, Math.max(1, endMs - performance.now()))
    if (error === undefined) return undefined
    if (codeOf(error) !== startingUp || performance.now() + retryMs > endMs)
      return `${name} cannot be used: ${reasonOf(error, new URL(url).host)}.`
    await delay(retryMs)
  }
}

async function connectionError(url: string, timeoutMs: number): Promise<unknown> {
  let client: pg.Client | undefined
  try {
    // Reads the files of certificates that the URL names.
    client = new pg.Client({ connectionString: url, connectionTimeoutMillis: timeoutMs })
    // A connection that breaks later does not end the process.
    client.on('error', () => {})
    await client.connect()
    return undefined
  } catch (error) {
    return error
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
      return `SALLYPORT_PORT ${port} is taken on ${host}: stop the program that uses it, or set another port.`
    if (code === 'EACCES')
      return `SALLYPORT_PORT ${port} needs privileges this user does not have: set a port from 1024 up.`
    return `SALLYPORT_HOST ${host} cannot be listened on (${code}): set an address of this machine.`
  }
}

/** Postgres explains a refusal itself; a network error has only a code. */
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
